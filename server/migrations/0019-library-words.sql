-- Searches in large libraries read words of their own. The job add-words fills them.
alter table libraries add column has_words boolean not null default false;

-- The visible entries of large libraries with the words of their publications, for searches. An index of all publications would also find those
-- of other libraries.
create table library_words (
  user_id bigint not null,
  publication_id bigint not null,
  -- of the entry
  first_seen_at timestamptz not null,
  entry_number bigint not null,
  scholar_ids bigint[] not null,
  -- of the publication; with "@" and the user's id as one more word
  words tsvector not null,
  primary key (publication_id, user_id)
);
create index library_words_search on library_words using gin (words, scholar_ids);

-- What library_words contains.
create view entry_words as
select u.user_id, u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids,
  p.search_vector || array_to_tsvector(array['@' || u.user_id]) as words
from libraries l join user_publications u on u.user_id = l.user_id join publications p on p.id = u.publication_id
where l.has_words and u.hidden_as is null;

-- Corrects the words of these publications in these libraries. It uses an index for each, as the functions above.
create function refresh_words(users bigint[], publications bigint[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from library_words w where w.publication_id = any(publications) and w.user_id = any(users) and not exists (
    select from entry_words e where e.user_id = w.user_id and e.publication_id = w.publication_id
      and (e.first_seen_at, e.entry_number, e.scholar_ids, e.words) = (w.first_seen_at, w.entry_number, w.scholar_ids, w.words));
  insert into library_words
  select e.* from unnest(users) as l (id) cross join unnest(publications) as p (id) join entry_words e on e.user_id = l.id and e.publication_id = p.id
  on conflict do nothing;
end $$;

create function follow_words() returns trigger language plpgsql as $$
declare
  users bigint[] := array(select user_id from libraries where has_words and user_id in (select user_id from changed_rows));
begin
  if users <> '{}' then
    perform refresh_words(users, array(select distinct publication_id from changed_rows));
  end if;
  return null;
end $$;

create trigger user_publications_words_delete after delete on user_publications
  referencing old table as changed_rows for each statement execute function follow_words();
create trigger user_publications_words_insert after insert on user_publications
  referencing new table as changed_rows for each statement execute function follow_words();
create trigger user_publications_words_update after update on user_publications
  referencing new table as changed_rows for each statement execute function follow_words();

drop trigger publications_note_order on publications;
create trigger publications_note_order after update on publications for each row
  when ((old.year, old.citation_count, left(old.title_key, 24), old.canonical_id, old.search_vector)
    is distinct from (new.year, new.citation_count, left(new.title_key, 24), new.canonical_id, new.search_vector))
  execute function note_order();

-- The list of scholars reads the last outcome of each.
drop index run_scholars_of_scholar;
create index run_scholars_of_scholar on run_scholars (scholar_id, run_id);

-- Nothing reads it. A session expires by either of two times, so the job that deletes old sessions reads all of them.
drop index sessions_by_age;
