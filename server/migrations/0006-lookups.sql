-- What other sources are asked about works: identifiers and open PDFs.

-- One row a work that something is left to find out about: whose turn it is. Of each source one job works at a time, so nothing is claimed.
create table lookups (
  publication_id bigint primary key references publications on delete cascade,
  -- who is asked next; 'web' for the links that sources named
  source text not null,
  due_at timestamptz not null default now(),
  -- 0: somebody waits for it; 1: one of many
  priority smallint not null default 1,
  -- grows with each step: who was thought dead and still answers finds another number here, and changes nothing
  step_number integer not null default 0,
  -- failures of the network at this step
  failure_count integer not null default 0,
  -- what was asked and found so far
  progress jsonb not null default '{}',
  -- whose own keys are used
  user_id bigint references users on delete set null,
  -- somebody asked for it anew: answers kept from before this time do not count
  asked_anew_at timestamptz,
  created_at timestamptz not null default now()
);
create index lookups_in_order on lookups (source, priority, due_at, publication_id);

-- What an active run waits for: the lookups of works that it found.
create table run_lookups (
  publication_id bigint not null references lookups on delete cascade,
  run_id bigint not null references runs on delete cascade,
  primary key (publication_id, run_id)
);
create index run_lookups_of_run on run_lookups (run_id);

-- Answers of sources, for a time; an empty list: the source knows no such work.
create table lookup_answers (
  source text not null,
  query text not null,
  records jsonb not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (source, query)
);
create index lookup_answers_expired on lookup_answers (expires_at);

-- The search for an open PDF of a work, as users and operators see it.
create table pdf_jobs (
  publication_id bigint primary key references publications on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'resolved', 'failed')),
  pdf_url text,
  version text check (version in ('published', 'accepted', 'submitted')),
  license text,
  -- who named the link, or was the last to be asked
  last_source text,
  attempt_count integer not null default 0,
  -- how often the clock has tried again since a person last asked
  auto_retry_count integer not null default 0,
  failure_reason text,
  failure_detail text,
  -- the links of the last attempt, and what was wrong with each
  candidates jsonb not null default '[]',
  requested_by_user_id bigint references users on delete set null,
  queued_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- when the clock looks again: after a failure, or whether a link still holds
  next_attempt_at timestamptz,
  resolved_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((status = 'resolved') <= (pdf_url is not null))
);
create index pdf_jobs_next on pdf_jobs (next_attempt_at) where status in ('resolved', 'failed');
create index pdf_jobs_latest on pdf_jobs (updated_at desc, publication_id);
create index pdf_jobs_failed on pdf_jobs (updated_at desc, publication_id) where status = 'failed';

alter table source_states
  -- the earliest time for the next request; what the source's own headers ask for: the distance, and how many at once
  add column next_request_at timestamptz,
  add column told_interval_seconds double precision,
  add column told_concurrency integer;

-- Daily budgets, one for each credential: the operator's, or a user's own.
create table source_budgets (
  source text not null,
  -- 'shared', or 'user:', the user's id, and a digest of the key
  credential text not null,
  spent double precision not null default 0,
  -- what the source said is the whole of it; null: what its documentation says
  told_limit double precision,
  resets_at timestamptz not null,
  -- the source did not take it: it is not tried before
  refused_until timestamptz,
  primary key (source, credential)
);

-- A record that the identifier led to tells of another work: it is shown only where there is nothing better, and never believed again.
alter table publication_identifiers add column is_contradicted boolean not null default false;
