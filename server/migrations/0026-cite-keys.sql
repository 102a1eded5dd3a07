-- The key by which a user cites a publication, in BibTeX and other formats (citations/give-keys.ts). Given at the first use, and never changed.
create table cite_keys (
  user_id bigint not null references users on delete cascade,
  -- The key stays with the publication for which it was given. A canonical publication without a key of its own shows that of one merged into it.
  publication_id bigint not null references publications on delete cascade,
  key text collate "C" not null,
  -- how the key was made: the stem, and which one of the user's keys with this stem it is, from 0
  stem text collate "C" not null,
  number integer not null,
  primary key (publication_id, user_id),
  unique (user_id, key)
);
create index cite_keys_of_stem on cite_keys (user_id, stem, number);
