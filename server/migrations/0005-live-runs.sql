-- Crawls that stop at what is known, runs that can be canceled and followed, settings, the clock.

alter table profiles
  -- grows with each crawl that begins
  add column crawl_number bigint not null default 0,
  -- the newest listing when the last crawl came to its stop or to the end; null while one is under way or has broken off: the next is full
  add column settled_listing bigint,
  -- when the last crawl that came to its stop or to the end began, and the last full one
  add column looked_at timestamptz,
  add column fully_looked_at timestamptz,
  -- SHA-256 of the rows of the first page when it was last saved, and the highest number among their listings; whoever removes listings clears it
  add column top_digest bytea,
  add column top_listing bigint;

alter table queue_items
  -- the crawl of the profile that this item does; null before its first page
  add column crawl_number bigint,
  -- listings up to this number are known to this crawl, which stops at a page that has none but these; null: it reads to the end
  add column known_listing bigint,
  add column made_by_run_id bigint references runs on delete set null,
  -- the run that took over an open item, and what the item was before: a cancel gives it back so
  add column adopted_by_run_id bigint references runs on delete set null,
  add column before_adoption jsonb;
-- whose turn it is: of the users served longest ago, the first with work that is due
insert into source_turns (source, user_id, asked_at)
select distinct source, user_id, '-infinity'::timestamptz from queue_items on conflict do nothing;
create index source_turns_in_order on source_turns (source, asked_at, user_id);
drop index queue_items_due;
create index queue_items_of_turn on queue_items (source, user_id, next_attempt_at, id) where status = 'queued';
create index queue_items_made_by on queue_items (made_by_run_id) where made_by_run_id is not null;
create index queue_items_adopted_by on queue_items (adopted_by_run_id) where adopted_by_run_id is not null;

alter table run_scholars
  -- its first page was asked for and an answer came
  add column is_visited boolean not null default false,
  -- the work that it left was given up after its last attempt
  add column is_exhausted boolean not null default false;

alter table runs
  add column visited_count integer not null default 0,
  add column finished_count integer not null default 0,
  add column last_event_number bigint not null default 0;
update run_scholars r set is_visited = outcome not in ('pending', 'skipped'), is_exhausted = exists (
  select from queue_items q where q.scholar_id = r.scholar_id and q.dropped_reason = 'attempts_exhausted' and q.last_run_id = r.run_id);
update runs set visited_count = n.visited, finished_count = n.finished
from (select run_id, count(*) filter (where is_visited) as visited, count(*) filter (where outcome <> 'pending') as finished
      from run_scholars group by run_id) n
where n.run_id = runs.id;

-- What happened in a run, in order: numbers are taken under the run's row lock.
create table run_events (
  run_id bigint not null references runs on delete cascade,
  number bigint not null,
  kind text not null,
  data json not null,
  created_at timestamptz not null default now(),
  primary key (run_id, number)
);

alter table source_states
  -- when the last cooldown that a block started ends; the next is longer unless that is a day ago
  add column blocked_until timestamptz;
update source_states set blocked_until = cooldown_until where cooldown_step > 0;

alter table user_settings
  add column auto_run_enabled boolean not null default false,
  add column run_interval_minutes integer not null default 1440,
  add column nav_visible_pages text[] not null default array['dashboard', 'scholars', 'publications', 'settings', 'runs', 'users'],
  -- AES-256-GCM, see platform/secrets.ts
  add column openalex_api_key bytea,
  add column crossref_api_token bytea,
  add column crossref_api_mailto text,
  add column unpaywall_email text;

-- Event streams of a session that ended end with it, on every replica.
create function tell_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions_ended', '');
  return null;
end $$;
create trigger sessions_tell_ended after delete on sessions for each statement execute function tell_ended_sessions();
create trigger users_tell_deactivated after update of is_active on users for each statement execute function tell_ended_sessions();
