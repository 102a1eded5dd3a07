-- The event log: what happened that users may want to hear of. Rows are written in the transaction that makes the news, and never changed, except that
-- each gets its number once (events/number-events.ts).
create table events (
  id bigint generated always as identity primary key,
  -- names the event outside of this database, also after a backup was restored
  uid uuid not null default gen_random_uuid(),
  -- the order in which readers see events. It is given after the commit, because ids become visible in another order. null: not given yet
  number bigint unique,
  kind text not null,
  -- null: for all users
  user_id bigint references users on delete cascade,
  -- the publications for which it was written; readers see the canonical ones
  publication_ids bigint[] not null default '{}',
  scholar_id bigint,
  data jsonb not null default '{}',
  occurred_at timestamptz not null default clock_timestamp()
);
create index events_unnumbered on events (id) where number is null;
create index events_of_user on events (user_id, number);
create index events_occurred on events (occurred_at);

-- One row: the last number that an event got.
create table event_numbers (
  is_only boolean primary key default true check (is_only),
  last_number bigint not null default 0
);
insert into event_numbers default values;

-- false after a backup was restored, until the next complete crawl: what it finds may have been told before the restore
alter table scholar_profiles add column tells_news boolean not null default true;
