-- When the author ids of a tracked profile were last counted, or the attempt began.
alter table profiles add column author_ids_counted_at timestamptz;

-- The ids at other sources that publications of a profile list for the author with the profile's name (persons/count-author-ids.ts).
create table author_ids (
  profile_id bigint not null references profiles on delete cascade,
  source text not null check (source in ('openalex', 'orcid')),
  source_id text not null,
  -- the name that is listed with it
  name text not null,
  -- how many publications list it, and how many list ids of this source at all
  listed_count integer not null,
  publication_count integer not null,
  primary key (profile_id, source, source_id)
);
create index author_ids_by_id on author_ids (source, source_id);

-- Whether a user said that an id at a source belongs to a scholar. It outlives new counts.
create table author_id_decisions (
  scholar_id bigint not null references scholars on delete cascade,
  source text not null,
  source_id text not null,
  decision text not null check (decision in ('confirmed', 'rejected')),
  decided_at timestamptz not null default now(),
  primary key (scholar_id, source, source_id)
);
