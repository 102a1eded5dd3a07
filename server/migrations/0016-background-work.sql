-- Background work is claimed in tables of our own (decision 17). The job engine of before is gone, and with it what it held: the tables of the product
-- say what is to be done.
drop schema if exists graphile_worker cascade;

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

-- A step that may have become due wakes the loops when its transaction commits, whoever wrote it.
create function announce_background_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('background_work', '');
  return null;
end $$;
create trigger enrichment_announce after insert or update of source, due_at on enrichment
  for each statement execute function announce_background_work();
