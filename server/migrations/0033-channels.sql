-- Where a user's news is sent, and when. A channel is claimed by one worker at a time, as queue items are.
create table channels (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('mail', 'webhook', 'slack', 'mattermost', 'discord', 'zulip', 'ntfy')),
  name text not null,
  -- address or URL, and secrets (channels/target.ts); encrypted
  target bytea not null,
  -- what the user sees of it
  shown_target text not null,
  -- what is told (channels/contract.ts): {event_kinds, scholar_ids, view_ids}
  filter jsonb not null,
  -- {frequency, hour, weekdays, time_zone}
  schedule jsonb not null,
  -- the beginning of the links in its messages, such as https://lectern.example
  origin text not null,
  -- null: nothing is sent before the owner of the address agreed
  confirmed_at timestamptz,
  -- the last event that its messages told or left out
  told_number bigint not null,
  -- when the next message is composed; null: nothing to tell
  next_at timestamptz,
  -- the day of the last daily or weekly message, such as 2026-11-25, in the time zone of the schedule then
  last_day text,
  paused_at timestamptz,
  pause_reason text,
  -- consecutive failures; each is followed by a longer wait
  failure_count integer not null default 0,
  retry_at timestamptz not null default '-infinity',
  claimed_until timestamptz not null default '-infinity',
  -- the fencing token
  claim_number bigint not null default 0,
  created_at timestamptz not null default now()
);
create index channels_of_user on channels (user_id, id);
create index channels_next on channels (next_at) where next_at is not null and paused_at is null;

-- Messages of channels: those to send, and the log of those sent.
create table deliveries (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channels on delete cascade,
  -- the same in each attempt, so that the receiver recognizes the message
  message_id uuid not null default gen_random_uuid(),
  -- handed_over: the receiver has all of it, or is about to get the last byte
  status text not null default 'waiting' check (status in ('waiting', 'handed_over', 'delivered', 'unconfirmed', 'failed')),
  is_test boolean not null default false,
  event_ids bigint[] not null,
  -- the publications among them that it tells
  publication_ids bigint[] not null,
  attempt_count integer not null default 0,
  due_at timestamptz not null default now(),
  -- why the last attempt failed, in the words that the user sees
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index deliveries_of_channel on deliveries (channel_id, id);
create index deliveries_open on deliveries (channel_id, due_at) where status in ('waiting', 'handed_over');
create index deliveries_created on deliveries (created_at);

-- What a channel has told, so that it never tells it again: whatever was merged since, or is merged and undone later.
create table told_publications (
  channel_id bigint not null references channels on delete cascade,
  event_kind text not null,
  publication_id bigint not null references publications on delete cascade,
  primary key (channel_id, event_kind, publication_id)
);
create index told_publications_of_publication on told_publications (publication_id);
