-- A canceled run leaves the queue items that it adopted in the queue, so their earlier state is not needed.
alter table queue_items drop column adopted_by_run_id, drop column before_adoption;

-- The job that moves times back after the clock was set back compares the clock with its time at the last execution.
alter table background_work add column clock_at timestamptz;
