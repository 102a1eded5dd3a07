-- The whole schema, for new installations. The numbered files bring a database of an older version to the same schema;
-- test/ops/baseline.test.ts compares the two.

-- == Accounts

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  -- the address as it is compared: NFC, lower case, trimmed
  email_key text not null unique,
  password_hash text not null,
  is_admin boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token: a copy of this table opens no session
  token_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  -- of the sign-in; null in sessions that version 0.1.0 opened
  user_agent text check (char_length(user_agent) <= 200),
  client_address text
);
create index sessions_by_age on sessions (created_at);
create index sessions_of_user on sessions (user_id);

-- Set-up links that were printed while there was no user.
create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz not null default now()
);

-- Failed logins, and those under way; a row is deleted when its login succeeds.
create table login_attempts (
  id bigint generated always as identity primary key,
  email_key text not null,
  address text not null,
  attempted_at timestamptz not null default clock_timestamp(),
  -- false while the password is being looked at
  has_failed boolean not null default false
);
create index login_attempts_by_address on login_attempts (address, attempted_at);
create index login_attempts_by_email on login_attempts (email_key, attempted_at);

create table api_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  -- SHA-256 of the token: a copy of this table opens nothing
  token_hash bytea not null unique,
  -- each may do what those before it may
  scope text not null check (scope in ('read', 'write', 'admin')),
  created_at timestamptz not null default now(),
  -- null: never
  expires_at timestamptz,
  -- written once a minute at most
  last_used_at timestamptz
);
create index api_tokens_of_user on api_tokens (user_id);

-- == Profiles and the scholars of each user

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
  -- grows with each crawl that begins
  crawl_number bigint not null default 0,
  -- the newest listing when the last crawl came to its stop or to the end; null while one is under way or has broken off: the next is full
  settled_listing bigint,
  -- when the last crawl that came to its stop or to the end began, and the last full one
  looked_at timestamptz,
  fully_looked_at timestamptz,
  -- SHA-256 of the rows of the first page when it was last saved, and the highest number among their listings; whoever removes listings clears it
  top_digest bytea,
  top_listing bigint,
  -- since when full crawls have missed more rows than is likely; a loss is believed when it has lasted (crawling/save-page.ts)
  rows_missed_since timestamptz,
  unique (source, source_id)
);

-- A scholar is a profile that a user tracks.
create table scholars (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  profile_id bigint not null references profiles,
  is_enabled boolean not null default true,
  image_override_url text,
  -- the first crawl came to its end
  baseline_completed boolean not null default false,
  -- listings up to this number have entries in the user's library
  looked_at_listing bigint not null default 0,
  created_at timestamptz not null default now(),
  -- what the user's file called the scholar; shown until the profile has been read
  imported_name text,
  unique (user_id, profile_id)
);
create index scholars_of_profile on scholars (profile_id);

-- What was fetched for showing it, so that no reader's browser asks for it elsewhere: the photo of a profile, one for all who track it, or the picture
-- behind the address that a user named for a scholar.
create table fetched_images (
  id bigint generated always as identity primary key,
  profile_id bigint unique references profiles on delete cascade,
  scholar_id bigint unique references scholars on delete cascade,
  -- what is asked for; a profile's photo may still be the one from the address before
  url text not null,
  image bytea,
  digest bytea,
  -- in a row
  failure_count int not null default 0,
  asked_at timestamptz,
  due_at timestamptz not null default now(),
  check (num_nonnulls(profile_id, scholar_id) = 1),
  check ((image is null) = (digest is null))
);
-- pictures are compressed already
alter table fetched_images alter column image set storage external;
create index fetched_images_due on fetched_images (due_at);

-- What a user uploaded for a scholar. It goes with the scholar.
create table scholar_uploads (
  scholar_id bigint primary key references scholars on delete cascade,
  image bytea not null,
  -- SHA-256 of the image
  digest bytea not null,
  created_at timestamptz not null default now()
);
alter table scholar_uploads alter column image set storage external;

-- Answers to searches by name, for all users, and claims of searches under way: one at a time for each name.
create table name_searches (
  -- in lower case, one blank between words
  query text primary key,
  answer jsonb,
  asked_at timestamptz,
  expires_at timestamptz,
  -- the claim of a search under way ends then, also when its process was killed
  claimed_until timestamptz,
  claim_number int not null default 0,
  check ((answer is null) = (expires_at is null) and (answer is null) = (asked_at is null))
);
create index name_searches_by_end on name_searches (coalesce(expires_at, claimed_until));

-- The limit of searches by name for each user: a search that no stored answer serves moves this time a step on, and it may only be so far ahead.
create table name_search_allowances (
  user_id bigint primary key references users on delete cascade,
  spent_until timestamptz not null
);

-- == Publications

-- What is shown, the same for all users. A merged publication keeps its row, which points to the one that it was merged into.
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
  merged_into bigint references publications,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- a publication that only this user's imports know; null: public
  owner_user_id bigint references users on delete cascade,
  -- the publication that this one is shown as: itself, or the root of its merges; derived from merged_into
  canonical_id bigint not null,
  check (merged_into <> id)
) with (fillfactor = 90);
create index publications_merged on publications (merged_into) where merged_into is not null;
create index publications_not_canonical on publications (canonical_id) where canonical_id <> id;
create index publications_of_owner on publications (owner_user_id) where owner_user_id is not null;
create index publications_search on publications using gin (search_vector);

-- What a source said about a publication: stored once and never moved. What is shown is computed from it (publications/summarize.ts).
create table records (
  id bigint generated always as identity primary key,
  -- the publication that this record founded or matched; set once
  publication_id bigint not null references publications on delete cascade,
  -- whose import said it, visible to that user only; null: public
  owner_user_id bigint references users on delete cascade,
  source text collate "C" not null,
  -- the source's key; of an imported item its digest
  key text collate "C" not null,
  -- the source's key for all versions of the publication
  cluster_key text,
  doi text,
  -- what other records can be matched by: 'row:…', 'cluster:…', 'doi:…', 'fp:…'; only added to
  evidence text[] not null,
  title text not null,
  authors text,
  venue text,
  year integer,
  -- null: the source does not say
  citations integer,
  url text,
  -- of an import
  pdf_url text,
  -- when the source last said something new; null: copied from a publication by the migration from 0.1.0, until the source speaks
  said_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 85);
create index records_evidence on records using gin (evidence) with (fastupdate = off);
create unique index records_of_owner on records (owner_user_id, source, key) where owner_user_id is not null;
create index records_of_publication on records (publication_id);
create unique index records_of_source on records (source, key) where owner_user_id is null;

-- "This profile lists this record": authorship, as a source or an import states it.
create table listings (
  record_id bigint not null references records on delete cascade,
  profile_id bigint not null references profiles on delete cascade,
  -- whose import says that this profile lists the record; null: the profile does
  owner_user_id bigint references users on delete cascade,
  -- the canonical publication of the record; derived
  publication_id bigint not null,
  -- taken under the profile's row lock, so numbers become visible in their order; null where an import says it
  number bigint,
  first_listed_at timestamptz not null default now(),
  -- the last full crawl that saw it
  seen_crawl bigint not null default 0,
  -- a full crawl did not see it any more
  removed_at timestamptz,
  primary key (record_id, profile_id),
  check ((number is null) = (owner_user_id is not null))
);
create index listings_in_order on listings (profile_id, number);
create index listings_of_owner on listings (owner_user_id) where owner_user_id is not null;
create index listings_of_publication on listings (publication_id);

create table publication_identifiers (
  publication_id bigint not null references publications on delete cascade,
  kind text not null check (kind in ('doi', 'arxiv', 'pmcid', 'pmid', 'openalex')),
  value text not null,
  confidence double precision not null check (confidence between 0 and 1),
  source text not null,
  evidence_url text,
  created_at timestamptz not null default now(),
  -- A record that the identifier led to tells of another work: it is shown only where there is nothing better, and never believed again.
  is_contradicted boolean not null default false,
  primary key (publication_id, kind, value)
);
create index publication_identifiers_by_value on publication_identifiers (kind, value);

-- What other sources say of a publication beyond its identifiers: for each source its latest record that was accepted as this publication.
-- Sizes are bounded (`sources/record.ts`).
create table publication_metadata (
  publication_id bigint not null references publications on delete cascade,
  source text not null,
  -- the record's own id there: an OpenAlex work, a DOI at Crossref, an arXiv id, `MED/41744547` at Europe PMC
  record_id text,
  -- when the source said so
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

-- == Runs

create table runs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  trigger_type text not null check (trigger_type in ('manual', 'scheduled')),
  status text not null check (status in ('running', 'resolving', 'success', 'partial_failure', 'failed', 'canceled')),
  idempotency_key text,
  start_dt timestamptz not null default now(),
  end_dt timestamptz,
  scholar_count integer not null default 0,
  succeeded_count integer not null default 0,
  failed_count integer not null default 0,
  partial_count integer not null default 0,
  new_publication_count integer not null default 0,
  visited_count integer not null default 0,
  finished_count integer not null default 0,
  last_event_number bigint not null default 0,
  unique (user_id, idempotency_key),
  check ((end_dt is null) = (status in ('running', 'resolving')))
);
create index runs_of_user on runs (user_id, id desc);
create unique index runs_one_active on runs (user_id) where status in ('running', 'resolving');

-- The result of a run for each of its scholars.
create table run_scholars (
  id bigint generated always as identity primary key,
  run_id bigint not null references runs on delete cascade,
  -- null once the scholar is no longer tracked; the result stays
  scholar_id bigint references scholars on delete set null,
  source_id text not null,
  outcome text not null default 'pending' check (outcome in ('success', 'partial', 'failed', 'skipped', 'pending')),
  state text check (state in ('ok', 'no_results', 'blocked_or_captcha', 'layout_changed', 'network_error', 'not_found')),
  state_reason text,
  attempt_count integer not null default 0,
  publication_count integer not null default 0,
  new_publication_count integer not null default 0,
  start_cstart integer not null default 0,
  continuation_cstart integer,
  continuation_enqueued boolean not null default false,
  continuation_cleared boolean not null default false,
  warnings jsonb not null default '[]',
  error text,
  debug jsonb,
  -- its first page was requested, and an answer came
  is_visited boolean not null default false,
  -- what it left undone was given up after the last attempt
  is_exhausted boolean not null default false,
  unique (run_id, scholar_id)
);
create index run_scholars_of_scholar on run_scholars (scholar_id);

-- The live events of a run. Numbers are taken under the run's row lock, so they become visible in order.
create table run_events (
  run_id bigint not null references runs on delete cascade,
  number bigint not null,
  kind text not null,
  data json not null,
  created_at timestamptz not null default now(),
  primary key (run_id, number)
);

-- Failures of a user's own runs. The cooldown itself belongs to the source.
create table user_safety_counters (
  user_id bigint primary key references users on delete cascade,
  consecutive_blocked_runs integer not null default 0,
  consecutive_network_runs integer not null default 0,
  cooldown_entry_count integer not null default 0,
  blocked_start_count integer not null default 0,
  last_blocked_failure_count integer not null default 0,
  last_network_failure_count integer not null default 0,
  last_evaluated_run_id bigint
);

-- == Libraries

-- One row a user: the lock under which the library changes, its sequences and its counts.
create table libraries (
  user_id bigint primary key references users on delete cascade,
  last_link_number bigint not null default 0,
  last_read_number bigint not null default 0,
  link_count integer not null default 0,
  unread_count integer not null default 0,
  favorite_count integer not null default 0
);

-- Library entries: the publications in a user's library. Marks are rows of their own (unread, favorites), since a mark on the entry would rewrite
-- the entry in all its indexes.
create table user_publications (
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  -- taken under the library's row lock: none appears late, so a snapshot is a number
  link_number bigint not null,
  first_seen_at timestamptz not null,
  first_seen_run_id bigint,
  first_scholar_id bigint,
  -- null: the entry is visible; else no tracked scholar accounts for it, and it comes back with this mark
  hidden_as text check (hidden_as in ('read', 'unread')),
  -- the user's scholars who account for a visible entry, as far as the library has looked, in the order of their ids
  scholar_ids bigint[] not null default '{}',
  -- copies of what the publication shows, for the order of lists (view publication_order)
  year integer,
  citations integer not null default 0,
  title_prefix text collate "C" not null default '',
  pdf_rank smallint not null default 0,
  primary key (user_id, publication_id)
) with (fillfactor = 85);
create index user_publications_by_citations on user_publications (user_id, citations desc, first_seen_at desc, link_number)
  include (publication_id) where hidden_as is null;
create index user_publications_by_number on user_publications (user_id, link_number);
create index user_publications_by_pdf on user_publications (user_id, pdf_rank desc, first_seen_at desc, link_number)
  include (publication_id) where hidden_as is null;
create index user_publications_by_scholar on user_publications (user_id, first_scholar_id, first_seen_at desc, link_number)
  include (publication_id) where hidden_as is null;
create index user_publications_by_title on user_publications (user_id, title_prefix) include (publication_id) where hidden_as is null;
create index user_publications_by_year on user_publications (user_id, year desc nulls last, first_seen_at desc, link_number)
  include (publication_id) where hidden_as is null;
create index user_publications_newest on user_publications (user_id, first_seen_at desc, link_number) include (publication_id) where hidden_as is null;
create index user_publications_of_publication on user_publications (publication_id);
create index user_publications_of_run on user_publications (user_id, first_seen_run_id) where first_seen_run_id is not null;

-- An unread publication of a library. A visible entry without such a row is read.
create table unread (
  user_id bigint not null,
  publication_id bigint not null,
  -- of the entry
  first_seen_at timestamptz not null,
  link_number bigint not null,
  scholar_ids bigint[] not null,
  primary key (user_id, publication_id)
);
create index unread_newest on unread (user_id, first_seen_at desc, link_number) include (publication_id);

-- A favorite of a library.
create table favorites (
  user_id bigint not null,
  publication_id bigint not null,
  -- of the entry
  first_seen_at timestamptz not null,
  link_number bigint not null,
  scholar_ids bigint[] not null,
  primary key (user_id, publication_id)
);
create index favorites_newest on favorites (user_id, first_seen_at desc, link_number) include (publication_id);

-- What one statement marked as read: lists that stay open keep it, and mark-all-read is undone by it. Kept for a day.
create table read_batches (
  user_id bigint not null references users on delete cascade,
  -- the library's, one for each batch
  read_number bigint not null,
  publication_ids bigint[] not null,
  at timestamptz not null default now(),
  primary key (user_id, read_number)
);
-- to compress the ids of a large library takes longer than to mark it as read
alter table read_batches alter column publication_ids set storage external;

-- Apart from the scholar's row, since that is locked before the library, and these counts change under the library's lock.
create table scholar_counts (
  scholar_id bigint primary key references scholars on delete cascade,
  publication_count integer not null default 0,
  unread_count integer not null default 0
);

-- Publications whose entries are to get new sort values (publications/jobs/copy-order.ts).
create table order_changes (
  id bigint generated always as identity primary key,
  publication_id bigint not null,
  -- null: not copied yet; else every transaction from this one on began after the copy
  copied_before xid8
);

create table user_settings (
  user_id bigint primary key references users on delete cascade,
  request_delay_seconds double precision not null default 10,
  auto_run_enabled boolean not null default false,
  run_interval_minutes integer not null default 1440,
  nav_visible_pages text[] not null default array['dashboard', 'scholars', 'publications', 'settings', 'runs', 'users'],
  -- AES-256-GCM, see platform/secrets.ts
  openalex_api_key bytea,
  crossref_api_token bytea,
  crossref_api_mailto text,
  unpaywall_email text
);

-- == Crawling

-- One row for each source and credential, for all users, workers and machines.
create table source_states (
  source text not null,
  last_request_at timestamptz,
  last_success_at timestamptz,
  cooldown_until timestamptz,
  cooldown_reason text,
  -- how many cooldowns in a row; the next is twice as long as the one before
  cooldown_step integer not null default 0,
  cooldown_entered_at timestamptz,
  blocked_in_a_row integer not null default 0,
  unreachable_in_a_row integer not null default 0,
  -- when the last cooldown that a block started ends; the next is longer unless that is a day ago
  blocked_until timestamptz,
  -- the earliest time for the next request; what the source's own headers ask for: the distance, and how many at once
  next_request_at timestamptz,
  told_interval_seconds double precision,
  told_concurrency integer,
  -- 'shared' is the row of the source itself, with the operator's budget. The others belong to a user's own key, or to a kind of work that has a
  -- part of the operator's budget.
  credential text not null default 'shared',
  -- requests or credits since the day of the budget began, and what the source said is the whole of it
  spent double precision not null default 0,
  told_limit double precision,
  resets_at timestamptz,
  -- the source refused the credential: it is not used before then
  refused_until timestamptz,
  primary key (source, credential)
);

-- When a source was last requested for a user: the user's delay spaces the user's own requests, and the user served longest ago is next.
create table user_request_slots (
  source text not null,
  user_id bigint not null references users on delete cascade,
  last_request_at timestamptz not null,
  primary key (source, user_id)
);
create index user_request_slots_in_order on user_request_slots (source, last_request_at, user_id);

-- What is to be crawled, and who has claimed it until when (crawling/claim-store.ts).
create table queue_items (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  scholar_id bigint not null references scholars on delete cascade,
  source text not null,
  status text not null default 'queued' check (status in ('queued', 'retrying', 'dropped')),
  reason text not null,
  dropped_reason text,
  attempt_count integer not null default 0,
  -- failures of the network since the last answer, retried within the same attempt
  quick_retry_count integer not null default 0,
  resume_row integer not null default 0,
  -- when the first page of this crawl was asked: what the crawl finds is first seen then
  crawl_started_at timestamptz,
  pages_this_attempt integer not null default 0,
  -- another profile to ask in place of this one, to tell an unknown id from a block
  verify_profile_id bigint references profiles on delete set null,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  run_id bigint references runs on delete set null,
  last_run_id bigint references runs on delete set null,
  -- grows with each claim: who was thought dead and still answers finds another number here, and changes nothing
  claim_number bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the crawl of the profile that this item does; null before its first page
  crawl_number bigint,
  -- listings up to this number are known to this crawl, which stops at a page that has none but these; null: it reads to the end
  known_listing bigint,
  made_by_run_id bigint references runs on delete set null,
  -- the run that took over an open item, and what the item was before: a cancel gives it back so
  adopted_by_run_id bigint references runs on delete set null,
  before_adoption jsonb,
  -- a claim that was not settled by then has expired: another worker takes the item
  claimed_until timestamptz,
  -- claims in a row that expired
  lost_count integer not null default 0,
  check ((status = 'retrying') = (claimed_until is not null))
);
create index queue_items_adopted_by on queue_items (adopted_by_run_id) where adopted_by_run_id is not null;
create index queue_items_claimed on queue_items (source, claimed_until) where status = 'retrying';
create index queue_items_made_by on queue_items (made_by_run_id) where made_by_run_id is not null;
create index queue_items_of_run on queue_items (run_id) where run_id is not null;
create index queue_items_of_turn on queue_items (source, user_id, next_attempt_at, id) where status = 'queued';
create index queue_items_of_user on queue_items (user_id, id);
create unique index queue_items_one_open on queue_items (scholar_id) where status <> 'dropped';

-- == Enrichment and other background work

-- Work that one process at a time does: a job of the schedule, or the enrichment from one source.
create table background_work (
  name text collate "C" primary key,
  -- when it is to be done next; a claim sets it to infinity, so that a time that is set meanwhile is kept
  due_at timestamptz not null,
  -- a claim that was not released by then has expired: another process does the work. Else: when it was released.
  claimed_until timestamptz not null,
  -- the fencing token: the number of the latest claim
  claim_number bigint not null
);

-- Finding out more about a publication: the step that is open, if any, and the search for its PDF as users and operators see it.
create table enrichment (
  publication_id bigint primary key references publications on delete cascade,
  -- the source of the next step, 'web' for links; null: nothing is open
  source text,
  due_at timestamptz not null default now(),
  -- 0: somebody waits for it; 1: one of many
  priority smallint not null default 1,
  -- grows with each step and each opening, so that a late result of an earlier step is rejected
  step_number integer not null default 0,
  -- failures of this step so far
  failure_count integer not null default 0,
  -- what was asked and found so far
  progress jsonb not null default '{}',
  -- whose own keys are used
  user_id bigint references users on delete set null,
  -- cached answers from before this time are not used
  ignores_answers_before timestamptz,
  opened_at timestamptz not null default now(),
  status text not null default 'queued' check (status in ('queued', 'running', 'resolved', 'failed')),
  pdf_url text,
  version text check (version in ('published', 'accepted', 'submitted')),
  license text,
  -- the source that named the link, or that was asked last
  last_source text,
  attempt_count integer not null default 0,
  -- automatic tries since a person last asked
  auto_retry_count integer not null default 0,
  failure_reason text,
  failure_detail text,
  -- the links of the last attempt, and what was wrong with each
  candidates jsonb not null default '[]',
  requested_by_user_id bigint references users on delete set null,
  queued_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- when the next automatic try or link check is due
  next_attempt_at timestamptz,
  resolved_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((status = 'resolved') <= (pdf_url is not null))
);
create index enrichment_failed on enrichment (updated_at desc, publication_id) where status = 'failed';
create index enrichment_in_order on enrichment (source, priority, due_at, publication_id) where source is not null;
create index enrichment_latest on enrichment (updated_at desc, publication_id);
create index enrichment_next on enrichment (next_attempt_at) where status in ('resolved', 'failed');

-- What an active run waits for: the open enrichment of publications that it found.
create table run_enrichment (
  publication_id bigint not null references enrichment on delete cascade,
  run_id bigint not null references runs on delete cascade,
  primary key (publication_id, run_id)
);
create index run_enrichment_of_run on run_enrichment (run_id);

-- Answers of sources, for a time; an empty list: the source knows no such work.
create table source_answers (
  source text not null,
  query text not null,
  records jsonb not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (source, query)
);
create index source_answers_expired on source_answers (expires_at);

-- == Maintenance

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

-- Pairs of publications that a person said are different.
create table dismissed_duplicates (
  low_id bigint not null references publications on delete cascade,
  high_id bigint not null references publications on delete cascade,
  dismissed_by_user_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (low_id, high_id),
  check (low_id < high_id)
);
create index dismissed_duplicates_high on dismissed_duplicates (high_id);

-- A merge of one publication into another. Its undo needs the entries of before (merge_marks).
create table merges (
  id bigint generated always as identity primary key,
  -- null: a private publication that became part of a public one
  job_id bigint references repair_jobs,
  loser_id bigint not null references publications on delete cascade,
  winner_id bigint not null references publications on delete cascade,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index merges_of_job on merges (job_id) where job_id is not null;
create index merges_of_winner on merges (winner_id);
create unique index merges_standing on merges (loser_id) where undone_at is null;

-- The library entries that a merge combined, as they were before it, and the marks that the combined entry got.
create table merge_marks (
  merge_id bigint not null references merges on delete cascade,
  user_id bigint not null references users on delete cascade,
  publication_id bigint not null references publications on delete cascade,
  link_number bigint not null,
  is_read boolean not null,
  is_favorite boolean not null,
  is_hidden boolean not null,
  first_seen_at timestamptz not null,
  first_seen_run_id bigint,
  first_scholar_id bigint,
  combined_is_read boolean not null,
  combined_is_favorite boolean not null,
  scholar_ids bigint[] not null default '{}',
  primary key (merge_id, user_id, publication_id)
);
create index merge_marks_of_publication on merge_marks (publication_id);
create index merge_marks_of_user on merge_marks (user_id);

-- == Views and triggers

-- A library entry with its marks.
create view library_entries as
select u.user_id, u.publication_id, u.link_number,
  case when u.hidden_as is null then not exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id)
    else u.hidden_as = 'read' end as is_read,
  exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id) as is_favorite,
  u.hidden_as is not null as is_hidden, u.first_seen_at, u.first_seen_run_id, u.first_scholar_id, u.scholar_ids
from user_publications u;

-- What lists sort by, of canonical publications. The rank of a PDF is the best of the members' (publications/shown-pdf-store.ts).
create view publication_order as
select p.id as publication_id, p.year, p.citation_count as citations, left(p.title_key, 24) collate "C" as title_prefix,
  coalesce((
    select max(case j.status when 'resolved' then 4 when 'running' then 3 when 'queued' then 2 when 'failed' then 1 else 0 end)
    from (
      select p.id union all
      select m.id from publications m
      where m.canonical_id = p.id and m.canonical_id <> m.id and m.owner_user_id is not distinct from p.owner_user_id
    ) m join enrichment j on j.publication_id = m.id
  ), 0)::smallint as pdf_rank
from publications p;

create view scholar_listings as
  select s.user_id, s.id as scholar_id, l.publication_id, l.number, l.first_listed_at, l.removed_at
  from scholars s join listings l on l.profile_id = s.profile_id and (l.owner_user_id is null or l.owner_user_id = s.user_id);

-- A step that may have become due wakes the loops when its transaction commits, whoever wrote it.
create function announce_background_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('background_work', '');
  return null;
end $$;

-- Whatever may make work due wakes the crawl loops when its transaction commits, whoever wrote it.
create function announce_crawl_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('crawl_work', '');
  return null;
end $$;

-- Marks and counts follow the entries and the marks, whoever writes them. A statement at a time, so that a page of 100 costs one update of each count.
-- An entry that is hidden or deleted loses its marks; one that is shown again gets back the mark that it was hidden as.
-- These functions look each changed row up by an index: a session keeps its first plan, and one that reads whole tables may suit a mark of all
-- publications but not a page.
create function follow_entries() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if tg_op = 'INSERT' then
    update libraries l set link_count = l.link_count + d.n
    from (select user_id, count(*) as n from after_rows where hidden_as is null group by user_id) d where l.user_id = d.user_id;
    update scholar_counts c set publication_count = c.publication_count + d.n
    from (select k.id, count(*) as n from after_rows cross join unnest(scholar_ids) as k (id) where hidden_as is null group by k.id) d
    where c.scholar_id = d.id;
  elsif tg_op = 'DELETE' then
    update libraries l set link_count = l.link_count - d.n
    from (select user_id, count(*) as n from before_rows where hidden_as is null group by user_id) d where l.user_id = d.user_id;
    update scholar_counts c set publication_count = c.publication_count - d.n
    from (select k.id, count(*) as n from before_rows cross join unnest(scholar_ids) as k (id) where hidden_as is null group by k.id) d
    where c.scholar_id = d.id;
    delete from unread r using before_rows b where r.user_id = b.user_id and r.publication_id = b.publication_id;
    delete from favorites f using before_rows b where f.user_id = b.user_id and f.publication_id = b.publication_id;
  elsif exists (select from after_rows) then
    update libraries l set link_count = l.link_count + d.n
    from (
      select user_id, sum(sign) as n from (
        select user_id, 1 as sign from after_rows where hidden_as is null union all select user_id, -1 from before_rows where hidden_as is null
      ) changes group by user_id
    ) d where l.user_id = d.user_id and d.n <> 0;
    update scholar_counts c set publication_count = c.publication_count + d.n
    from (
      select k.id, sum(sign) as n from (
        select scholar_ids, 1 as sign from after_rows where hidden_as is null union all select scholar_ids, -1 from before_rows where hidden_as is null
      ) e cross join unnest(e.scholar_ids) as k (id) group by k.id
    ) d where c.scholar_id = d.id and d.n <> 0;
    delete from unread r using after_rows a where a.hidden_as is not null and r.user_id = a.user_id and r.publication_id = a.publication_id;
    delete from favorites f using after_rows a where a.hidden_as is not null and f.user_id = a.user_id and f.publication_id = a.publication_id;
    update unread r set scholar_ids = a.scholar_ids
    from after_rows a where r.user_id = a.user_id and r.publication_id = a.publication_id and r.scholar_ids <> a.scholar_ids;
    update favorites f set scholar_ids = a.scholar_ids
    from after_rows a where f.user_id = a.user_id and f.publication_id = a.publication_id and f.scholar_ids <> a.scholar_ids;
    insert into unread
    select a.user_id, a.publication_id, a.first_seen_at, a.link_number, a.scholar_ids
    from before_rows b join after_rows a using (user_id, publication_id) where b.hidden_as = 'unread' and a.hidden_as is null;
  end if;
  return null;
end $$;

create function follow_favorites() returns trigger language plpgsql as $$
begin
  update libraries l set favorite_count = l.favorite_count + case tg_op when 'INSERT' then 1 else -1 end * d.n
  from (select user_id, count(*) as n from changed_rows group by user_id) d where l.user_id = d.user_id;
  return null;
end $$;

create function follow_unread() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update libraries l set unread_count = l.unread_count + sign * d.n
  from (select user_id, count(*) as n from changed_rows group by user_id) d where l.user_id = d.user_id;
  update scholar_counts c set unread_count = c.unread_count + sign * d.n
  from (select k.id, count(*) as n from changed_rows cross join unnest(scholar_ids) as k (id) group by k.id) d where c.scholar_id = d.id;
  return null;
end $$;

create function follow_unread_scholars() returns trigger language plpgsql as $$
begin
  update scholar_counts c set unread_count = c.unread_count + d.n
  from (
    select k.id, sum(sign) as n
    from (select scholar_ids, 1 as sign from after_rows union all select scholar_ids, -1 from before_rows) r
    cross join unnest(r.scholar_ids) as k (id) group by k.id
  ) d where c.scholar_id = d.id and d.n <> 0;
  return null;
end $$;

-- Every user has a library and settings from the first moment.
create function make_library() returns trigger language plpgsql as $$
begin
  insert into libraries (user_id) values (new.id);
  insert into user_settings (user_id) values (new.id);
  return null;
end $$;

create function make_scholar_counts() returns trigger language plpgsql as $$
begin
  insert into scholar_counts (scholar_id) values (new.id);
  return null;
end $$;

-- What changes the order of a publication is noted, whoever writes it. New publications have no entries yet.
create function note_order() returns trigger language plpgsql as $$
begin
  insert into order_changes (publication_id) values (new.canonical_id);
  if old.canonical_id <> new.canonical_id then
    insert into order_changes (publication_id) values (old.canonical_id);
  end if;
  return null;
end $$;

create function note_pdf_order() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into order_changes (publication_id)
  select distinct p.canonical_id from changed_rows e join publications p on p.id = e.publication_id
  -- nobody else can have an entry of a publication that this transaction founded
  where p.xmin <> pg_current_xact_id()::xid or exists (select from user_publications u where u.publication_id = p.canonical_id);
  return null;
end $$;

create function note_pdf_status() returns trigger language plpgsql as $$
begin
  insert into order_changes (publication_id) select canonical_id from publications where id = new.publication_id;
  return null;
end $$;

-- Event streams of a session that ended end with it, on every replica.
create function tell_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions_ended', '');
  return null;
end $$;

-- Event streams that a token opened end with it, on every replica, as those of sessions do.
create trigger api_tokens_tell_ended after delete on api_tokens for each statement execute function tell_ended_sessions();
create trigger enrichment_announce after insert or update of source, due_at on enrichment
  for each statement execute function announce_background_work();
create trigger enrichment_note_gone after delete on enrichment referencing old table as changed_rows for each statement execute function note_pdf_order();
create trigger enrichment_note_new after insert on enrichment referencing new table as changed_rows for each statement execute function note_pdf_order();
create trigger enrichment_note_status after update on enrichment for each row when (old.status <> new.status) execute function note_pdf_status();
create trigger favorites_delete after delete on favorites referencing old table as changed_rows for each statement execute function follow_favorites();
create trigger favorites_insert after insert on favorites referencing new table as changed_rows for each statement execute function follow_favorites();
create trigger publications_note_order after update on publications for each row
  when ((old.year, old.citation_count, left(old.title_key, 24), old.canonical_id)
    is distinct from (new.year, new.citation_count, left(new.title_key, 24), new.canonical_id))
  execute function note_order();
create trigger queue_items_announce_work after insert or delete or update of next_attempt_at, dropped_reason on queue_items
  for each statement execute function announce_crawl_work();
create trigger scholars_announce_work after update of is_enabled on scholars for each statement execute function announce_crawl_work();
create trigger scholars_make_counts after insert on scholars for each row execute function make_scholar_counts();
create trigger sessions_tell_ended after delete on sessions for each statement execute function tell_ended_sessions();
create trigger source_states_announce_work after update of cooldown_until on source_states
  for each statement execute function announce_crawl_work();
create trigger unread_delete after delete on unread referencing old table as changed_rows for each statement execute function follow_unread();
create trigger unread_insert after insert on unread referencing new table as changed_rows for each statement execute function follow_unread();
create trigger unread_update after update on unread
  referencing old table as before_rows new table as after_rows for each statement execute function follow_unread_scholars();
create trigger user_publications_delete after delete on user_publications
  referencing old table as before_rows for each statement execute function follow_entries();
create trigger user_publications_insert after insert on user_publications
  referencing new table as after_rows for each statement execute function follow_entries();
create trigger user_publications_update after update on user_publications
  referencing old table as before_rows new table as after_rows for each statement execute function follow_entries();
create trigger user_settings_announce_work after update of request_delay_seconds on user_settings
  for each statement execute function announce_crawl_work();
create trigger users_announce_work after update of is_active on users for each statement execute function announce_crawl_work();
create trigger users_make_library after insert on users for each row execute function make_library();
create trigger users_tell_deactivated after update of is_active on users for each statement execute function tell_ended_sessions();
