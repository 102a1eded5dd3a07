-- What a run found out of each of its scholars.
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
  unique (run_id, scholar_id)
);
create index run_scholars_of_scholar on run_scholars (scholar_id);

-- The work that is to be done at a source: the one truth about it. The engine's job only says "look into this table".
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
  -- the engine's job that works on it now
  claimed_by bigint,
  -- grows with each claim: who was thought dead and still answers finds another number here, and changes nothing
  claim_number bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'retrying') = (claimed_by is not null))
);
create unique index queue_items_one_open on queue_items (scholar_id) where status <> 'dropped';
create index queue_items_due on queue_items (source, next_attempt_at) where status = 'queued';
create index queue_items_of_user on queue_items (user_id, id);
create index queue_items_of_run on queue_items (run_id) where run_id is not null;

-- One row a source, for all users, workers and machines.
create table source_states (
  source text primary key,
  last_request_at timestamptz,
  last_success_at timestamptz,
  cooldown_until timestamptz,
  cooldown_reason text,
  -- how many cooldowns in a row; the next is twice as long as the one before
  cooldown_step integer not null default 0,
  cooldown_entered_at timestamptz,
  blocked_in_a_row integer not null default 0,
  unreachable_in_a_row integer not null default 0
);

-- When a user's own work last asked a source: a user's delay spaces that user's requests, and turns go round.
create table source_turns (
  source text not null,
  user_id bigint not null references users on delete cascade,
  asked_at timestamptz not null,
  primary key (source, user_id)
);

-- What a user's own runs met; the cooldown itself belongs to the source.
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
