-- Crawling by claims that expire, and one row of rate limit, cooldown and budget for each source and credential.

-- Whoever worked on an item belongs to the version before: every open item can be claimed.
update queue_items set status = 'queued', claimed_by = null where status = 'retrying';
alter table queue_items
  drop constraint queue_items_check,
  drop column claimed_by,
  -- a claim that was not settled by then has expired: another worker takes the item
  add column claimed_until timestamptz,
  -- claims in a row that expired
  add column lost_count integer not null default 0,
  add constraint queue_items_check check ((status = 'retrying') = (claimed_until is not null));
create index queue_items_claimed on queue_items (source, claimed_until) where status = 'retrying';

-- 'shared' is the row of the source itself, with the operator's budget. The others belong to a user's own key, or to a kind of work that has a
-- part of the operator's budget.
alter table source_states
  add column credential text not null default 'shared',
  drop constraint source_states_pkey,
  add constraint source_states_pkey primary key (source, credential),
  -- requests or credits since the day of the budget began, and what the source said is the whole of it
  add column spent double precision not null default 0,
  add column told_limit double precision,
  add column resets_at timestamptz,
  -- the source refused the credential: it is not used before then
  add column refused_until timestamptz;
insert into source_states as s (source, credential, spent, told_limit, resets_at, refused_until, cooldown_until, cooldown_reason, cooldown_entered_at)
select source, credential, case when spent = 'Infinity' then 0 else spent end, told_limit, resets_at, refused_until,
  case when spent = 'Infinity' then resets_at end, case when spent = 'Infinity' then 'blocked_failure_threshold_exceeded' end,
  case when spent = 'Infinity' then now() end
from source_budgets
on conflict (source, credential) do update set spent = excluded.spent, told_limit = excluded.told_limit, resets_at = excluded.resets_at,
  refused_until = excluded.refused_until;
drop table source_budgets;

-- When a user's own work last had a request slot: a user's delay spaces that user's requests, and the user served longest ago comes first.
alter table source_turns rename to user_request_slots;
alter table user_request_slots rename column asked_at to last_request_at;
alter table user_request_slots rename constraint source_turns_pkey to user_request_slots_pkey;
alter table user_request_slots rename constraint source_turns_user_id_fkey to user_request_slots_user_id_fkey;
alter index source_turns_in_order rename to user_request_slots_in_order;

-- Whatever may make work due wakes the crawl loops when its transaction commits, whoever wrote it.
create function announce_crawl_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('crawl_work', '');
  return null;
end $$;
create trigger queue_items_announce_work after insert or delete or update of next_attempt_at, dropped_reason on queue_items
  for each statement execute function announce_crawl_work();
create trigger scholars_announce_work after update of is_enabled on scholars for each statement execute function announce_crawl_work();
create trigger users_announce_work after update of is_active on users for each statement execute function announce_crawl_work();
create trigger user_settings_announce_work after update of request_delay_seconds on user_settings
  for each statement execute function announce_crawl_work();
create trigger source_states_announce_work after update of cooldown_until on source_states
  for each statement execute function announce_crawl_work();
