-- Repairs and what they changed, merges that can be taken back, imports.

-- What an operator asked for: a repair, tried or applied.
create table repair_jobs (
  id bigint generated always as identity primary key,
  job_name text not null,
  -- as the operator names themselves, else their address
  requested_by text not null,
  requested_by_user_id bigint references users on delete set null,
  dry_run boolean not null,
  status text not null default 'planned' check (status in ('planned', 'running', 'completed', 'failed')),
  scope jsonb not null default '{}',
  summary jsonb not null default '{}',
  error_text text,
  started_at timestamptz,
  finished_at timestamptz,
  -- what it merged was taken apart again
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Who changed what, and what it was before. Only added to: it outlives the users and works that it names.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor text not null,
  actor_user_id bigint references users on delete set null,
  -- 'merge.link', 'repair.hide-link' …: who knows how to take it back reads it by this name
  action text not null,
  repair_job_id bigint references repair_jobs,
  -- whose library, and which work
  user_id bigint,
  publication_id bigint,
  before jsonb,
  after jsonb
);
create index audit_log_of_job on audit_log (repair_job_id, id) where repair_job_id is not null;
create index audit_log_of_publication on audit_log (publication_id, id) where publication_id is not null;

-- Pairs that a person said are two works.
create table dismissed_duplicates (
  low_id bigint not null references publications on delete cascade,
  high_id bigint not null references publications on delete cascade,
  dismissed_by_user_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (low_id, high_id),
  check (low_id < high_id)
);
create index dismissed_duplicates_high on dismissed_duplicates (high_id);

-- What users had marked when all publications were dropped: a work that comes back by one of its keys gets its marks again.
create table dropped_keys (
  source text not null,
  key text not null,
  -- the id that the work had
  dropped_id bigint not null,
  primary key (source, key)
);
create index dropped_keys_of on dropped_keys (dropped_id);
create table dropped_marks (
  dropped_id bigint not null,
  user_id bigint not null references users on delete cascade,
  is_read boolean not null,
  is_favorite boolean not null,
  first_seen_at timestamptz not null,
  repair_job_id bigint references repair_jobs,
  primary key (dropped_id, user_id)
);
create index dropped_marks_of_user on dropped_marks (user_id);

-- A person or an import says that a scholar wrote this: for that user alone. By profile, so that it comes back with the scholar.
create table scholar_publications (
  user_id bigint not null references users on delete cascade,
  profile_id bigint not null references profiles on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, profile_id, publication_id)
);
create index scholar_publications_of on scholar_publications (publication_id);

-- Which works a tracked scholar accounts for: those that its profile lists, and those that its user says it wrote.
create or replace view scholar_works as
  select s.user_id, s.id as scholar_id, l.publication_id, l.listing_number
  from scholars s join profile_publications l on l.profile_id = s.profile_id
  union all
  select s.user_id, s.id, o.publication_id, null::bigint
  from scholars s join scholar_publications o on o.user_id = s.user_id and o.profile_id = s.profile_id
  where not exists (select from profile_publications l where l.profile_id = o.profile_id and l.publication_id = o.publication_id);

alter table publications
  -- which of its fields nobody but an import has said: they count as gaps for every source
  add column imported_fields text[] not null default '{}',
  -- the source row whose citation count this row shows: of its rows the one that counts most; null: that of origin_key
  add column citation_key text;
