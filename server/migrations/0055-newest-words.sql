-- A search that finds most of a large library reads its page newest first.
create index library_words_newest on library_words (user_id, first_seen_at desc, entry_number);
