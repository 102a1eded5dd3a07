-- Claims that expire, and one row with rate limit, cooldown and budget for each source and credential.

-- Columns get the project's terms: a profile is crawled, a library has entries, and a source advertises its limits.
alter table profiles rename column looked_at to crawled_at;
alter table profiles rename column fully_looked_at to fully_crawled_at;
alter table profiles rename column last_answered_at to last_response_at;
alter table profiles rename column signin_answers to signin_responses;
alter table scholars rename column looked_at_listing to processed_listing;
alter table user_publications rename column link_number to entry_number;
alter table libraries rename column last_link_number to last_entry_number;
alter table source_states rename column told_interval_seconds to advertised_interval_seconds;
alter table source_states rename column told_concurrency to advertised_concurrency;

-- Every open item becomes available, because the workers that held claims ran the previous version.
update queue_items set status = 'queued', claimed_by = null where status = 'retrying';
alter table queue_items
  drop constraint queue_items_check,
  drop column claimed_by,
  -- when the claim expires and another worker may take the item
  add column claimed_until timestamptz,
  -- consecutive expired claims
  add column lost_count integer not null default 0,
  add constraint queue_items_check check ((status = 'retrying') = (claimed_until is not null));
create index queue_items_claimed on queue_items (source, claimed_until) where status = 'retrying';

-- 'shared' is the row of the source itself, with the operator's budget. Other rows belong to a user's own key, or to a kind of work that has a
-- share of the operator's budget.
alter table source_states
  add column credential text not null default 'shared',
  drop constraint source_states_pkey,
  add constraint source_states_pkey primary key (source, credential),
  -- requests or credits spent on this day of the budget, and the total budget that the source advertised
  add column spent double precision not null default 0,
  add column advertised_limit double precision,
  add column resets_at timestamptz,
  -- the source rejected the credential, which is not used before this time
  add column refused_until timestamptz;
insert into source_states as s (source, credential, spent, advertised_limit, resets_at, refused_until, cooldown_until, cooldown_reason, cooldown_entered_at)
select source, credential, case when spent = 'Infinity' then 0 else spent end, told_limit, resets_at, refused_until,
  case when spent = 'Infinity' then resets_at end, case when spent = 'Infinity' then 'blocked_failure_threshold_exceeded' end,
  case when spent = 'Infinity' then now() end
from source_budgets
on conflict (source, credential) do update set spent = excluded.spent, advertised_limit = excluded.advertised_limit, resets_at = excluded.resets_at,
  refused_until = excluded.refused_until;
drop table source_budgets;

-- When a user last had a request slot of a source. The user's delay spaces the user's own requests, and the user served longest ago is next.
alter table source_turns rename to user_request_slots;
alter table user_request_slots rename column asked_at to last_request_at;
alter table user_request_slots rename constraint source_turns_pkey to user_request_slots_pkey;
alter table user_request_slots rename constraint source_turns_user_id_fkey to user_request_slots_user_id_fkey;
alter index source_turns_in_order rename to user_request_slots_in_order;

-- A change that may make work due wakes the crawl loops when its transaction commits. Triggers cover all writers.
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
