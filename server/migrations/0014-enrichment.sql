-- What enrichment sources say about a publication, except identifiers: the latest accepted record of each source. Sizes are limited
-- (`sources/record.ts`).
create table publication_metadata (
  publication_id bigint not null references publications on delete cascade,
  source text not null,
  -- the source's id of the record: an OpenAlex work, a DOI at Crossref, an arXiv id, `MED/41744547` at Europe PMC
  record_id text,
  -- when the source returned it
  fetched_at timestamptz not null,
  -- plain text; null here and below: the source does not say
  abstract text,
  -- [{"name", "orcid", "openalex_id"}] by position
  authors jsonb not null,
  has_all_authors boolean not null,
  -- OpenAlex work ids at OpenAlex, DOIs at Crossref
  referenced_works text[],
  is_retracted boolean,
  -- [{"type", "id_type", "id", "asserted_by"}], Crossref's `relation`
  relations jsonb,
  -- [{"direction", "type", "doi", "date", "source"}], Crossref's `update-to` and `updated-by`
  updates jsonb,
  citation_count integer,
  primary key (publication_id, source)
);

-- Cached responses from before this migration have none of this.
delete from lookup_answers;

-- The enrichment of a publication: its open step, if any, and its PDF search as users and operators see it. It replaces lookups and pdf_jobs.
create table enrichment (
  publication_id bigint primary key references publications on delete cascade,
  -- the source of the next step, 'web' for PDF checks; null: no step is open
  source text,
  due_at timestamptz not null default now(),
  -- 0: a user waits for it; 1: background work
  priority smallint not null default 1,
  -- increases with each step, so that the late result of an earlier step is rejected
  step_number integer not null default 0,
  -- failures of this step
  failure_count integer not null default 0,
  -- what was requested and found so far
  progress jsonb not null default '{}',
  -- the user whose own keys are used
  user_id bigint references users on delete set null,
  -- older cached responses are not used
  ignores_answers_before timestamptz,
  opened_at timestamptz not null default now(),

  status text not null default 'queued' check (status in ('queued', 'running', 'resolved', 'failed')),
  pdf_url text,
  version text check (version in ('published', 'accepted', 'submitted')),
  license text,
  -- the source that named the URL, or that was requested last
  last_source text,
  attempt_count integer not null default 0,
  -- automatic attempts since a user last requested one
  auto_retry_count integer not null default 0,
  failure_reason text,
  failure_detail text,
  -- the URLs of the last attempt, and why each was rejected
  candidates jsonb not null default '[]',
  requested_by_user_id bigint references users on delete set null,
  queued_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- when the next automatic attempt or PDF check is due
  next_attempt_at timestamptz,
  resolved_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((status = 'resolved') <= (pdf_url is not null))
);
insert into enrichment (publication_id, source, due_at, priority, step_number, failure_count, progress, user_id, ignores_answers_before, opened_at,
  status, pdf_url, version, license, last_source, attempt_count, auto_retry_count, failure_reason, failure_detail, candidates, requested_by_user_id,
  queued_at, last_attempt_at, next_attempt_at, resolved_at, updated_at)
select coalesce(j.publication_id, l.publication_id), l.source, coalesce(l.due_at, j.updated_at), coalesce(l.priority, 1), coalesce(l.step_number, 0),
  coalesce(l.failure_count, 0), coalesce(l.progress, '{}'), l.user_id, l.asked_anew_at, coalesce(l.created_at, j.queued_at),
  coalesce(j.status, 'queued'), j.pdf_url, j.version, j.license, j.last_source, coalesce(j.attempt_count, 0), coalesce(j.auto_retry_count, 0),
  j.failure_reason, j.failure_detail, coalesce(j.candidates, '[]'), j.requested_by_user_id, coalesce(j.queued_at, l.created_at), j.last_attempt_at,
  j.next_attempt_at, j.resolved_at, coalesce(j.updated_at, l.created_at)
from pdf_jobs j full join lookups l on l.publication_id = j.publication_id;
create index enrichment_in_order on enrichment (source, priority, due_at, publication_id) where source is not null;
create index enrichment_next on enrichment (next_attempt_at) where status in ('resolved', 'failed');
create index enrichment_latest on enrichment (updated_at desc, publication_id);
create index enrichment_failed on enrichment (updated_at desc, publication_id) where status = 'failed';

-- The open enrichment for which an active run waits, of publications that it found.
create table run_enrichment (
  publication_id bigint not null references enrichment on delete cascade,
  run_id bigint not null references runs on delete cascade,
  primary key (publication_id, run_id)
);
insert into run_enrichment (publication_id, run_id) select publication_id, run_id from run_lookups;
create index run_enrichment_of_run on run_enrichment (run_id);

drop table run_lookups, lookups, pdf_jobs;
alter table lookup_answers rename to source_responses;
alter index lookup_answers_pkey rename to source_responses_pkey;
alter index lookup_answers_expired rename to source_responses_expired;
