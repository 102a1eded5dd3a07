-- What a publication is: the best stage of its versions, which are its records seen by their stage
-- (publications/versions.ts).
alter table publications add column stage text not null default 'other' check (stage in ('published', 'thesis', 'preprint', 'other'));

alter table publication_metadata
  -- `2020-06-05`, `2020-06` or `2020`; null: not known
  add column published_on text,
  -- how often a preprint was posted; null: not known
  add column version_number integer;

-- Preprints that were published after users had them, as the users were told, once for all time. They count for the
-- canonical publication, too.
create table published_preprints (
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  published_at timestamptz not null default now(),
  primary key (user_id, publication_id)
);
create index published_preprints_of_publication on published_preprints (publication_id);
