-- The latest successful and the latest failed scheduled backup, which the administrators' page and the metrics show.
create table backup_results (
  outcome text primary key check (outcome in ('success', 'failure')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  file text,
  bytes bigint,
  -- why it failed, for the operator
  reason text,
  check (case outcome when 'success' then file is not null and bytes is not null and reason is null else file is null and bytes is null and reason is not null end)
);
