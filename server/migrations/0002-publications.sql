-- A profile is an author's page at a source: global, fetched once for all who track it.
create table profiles (
  id bigint generated always as identity primary key,
  source text not null,
  source_id text not null,
  display_name text,
  affiliation text,
  image_url text,
  -- the newest listing's number; taken under this row's lock, so numbers become visible in their order
  last_listing_number bigint not null default 0,
  last_answered_at timestamptz,
  -- sign-in answers since the last good one
  signin_answers integer not null default 0,
  created_at timestamptz not null default now(),
  unique (source, source_id)
);

-- One row a work, global. A merged row stays and points to the row that stands for it.
create table publications (
  id bigint generated always as identity primary key,
  title text not null,
  -- the folded title, for sorting (search-words.ts)
  title_key text not null,
  author_text text,
  venue_text text,
  year integer,
  citation_count integer not null default 0,
  pub_url text,
  doi text,
  -- the identifier with the highest confidence: {kind, value, label, url, confidence_score}
  display_identifier jsonb,
  -- words of title, authors and venue, folded by the application (search-words.ts)
  search_vector tsvector not null,
  -- the source row whose text this row shows; others only fill gaps
  origin_key text,
  merged_into bigint references publications,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (merged_into <> id)
) with (fillfactor = 90);
create index publications_search on publications using gin (search_vector);
create index publications_merged on publications (merged_into) where merged_into is not null;

-- Keys at the sources (a profile row, a cluster of versions) that lead to a work.
create table publication_sources (
  source text not null,
  key text not null,
  publication_id bigint not null references publications on delete cascade,
  primary key (source, key)
);
create index publication_sources_of on publication_sources (publication_id);

-- SHA-256 over normalised title, year and first author.
create table publication_fingerprints (
  fingerprint bytea primary key,
  publication_id bigint not null references publications on delete cascade
);
create index publication_fingerprints_of on publication_fingerprints (publication_id);

create table publication_identifiers (
  publication_id bigint not null references publications on delete cascade,
  kind text not null check (kind in ('doi', 'arxiv', 'pmcid', 'pmid', 'openalex')),
  value text not null,
  confidence double precision not null check (confidence between 0 and 1),
  source text not null,
  evidence_url text,
  created_at timestamptz not null default now(),
  primary key (publication_id, kind, value)
);
create index publication_identifiers_by_value on publication_identifiers (kind, value);

-- A listing: the source lists this work on this page. Written by crawls alone.
create table profile_publications (
  profile_id bigint not null references profiles on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  listing_number bigint not null,
  first_listed_at timestamptz not null default now(),
  primary key (profile_id, publication_id),
  unique (profile_id, listing_number)
);
create index profile_publications_of on profile_publications (publication_id);
