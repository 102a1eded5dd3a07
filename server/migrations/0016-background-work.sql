-- Our own tables replace the job engine (decision 17). Its queued jobs are dropped, because Lectern's tables say what is due.
drop schema if exists graphile_worker cascade;

-- Work that only one process does at a time: a scheduled job, or the enrichment from one source.
create table background_work (
  name text collate "C" primary key,
  -- when it is due next; a claim sets it to infinity, so that a time that is set during the work is kept
  due_at timestamptz not null,
  -- when the claim expires and another process may do the work, or when it was released
  claimed_until timestamptz not null,
  -- the fencing token: the number of the latest claim
  claim_number bigint not null
);

-- A change that may make a step due wakes the background loops when its transaction commits. Triggers cover all writers.
create function announce_background_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('background_work', '');
  return null;
end $$;
create trigger enrichment_announce after insert or update of source, due_at on enrichment
  for each statement execute function announce_background_work();
