import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { tally } from './integrity-tally-store.ts';

const isActive = sql`r.status in ('running', 'resolving')`;

/** Runs whose state contradicts what they wait for, and those whose counts contradict their results. */
export function findWrongRuns(tx: Tx) {
  return tally(
    tx,
    ['runs_without_work', 'ended_runs_with_work', 'run_counts'],
    sql`
      with results as (
        select run_id, count(*) as total, count(*) filter (where outcome = 'pending') as pending, count(*) filter (where is_visited) as visited,
          count(*) filter (where outcome <> 'pending') as finished, count(*) filter (where outcome = 'success') as succeeded,
          sum(new_publication_count) as found,
          count(*) filter (where outcome = 'failed') as failed, count(*) filter (where outcome = 'partial') as partial
        from run_scholars group by run_id
      ), waiting as (
        select distinct run_id from run_lookups
      )
      select r.id,
        r.status = 'running' and coalesce(n.pending, 0) = 0 or r.status = 'resolving' and w.run_id is null as runs_without_work,
        r.status <> 'running' and coalesce(n.pending, 0) > 0 or not ${isActive} and w.run_id is not null as ended_runs_with_work,
        (r.scholar_count, r.visited_count, r.finished_count)
            is distinct from (coalesce(n.total, 0)::int, coalesce(n.visited, 0)::int, coalesce(n.finished, 0)::int)
          or not ${isActive} and (r.succeeded_count, r.failed_count, r.partial_count)
            is distinct from (coalesce(n.succeeded, 0)::int, coalesce(n.failed, 0)::int, coalesce(n.partial, 0)::int)
          or r.new_publication_count < coalesce(n.found, 0) or coalesce(e.last > r.last_event_number, false)
          or ${isActive} and r.new_publication_count > greatest(coalesce(n.found, 0), coalesce(d.told, 0)) as run_counts
      from runs r left join results n on n.run_id = r.id left join waiting w on w.run_id = r.id
      left join lateral (select number as last from run_events where run_id = r.id order by number desc limit 1) e on true
      left join lateral (
        select (data ->> 'new_publication_count')::int as told from run_events
        where run_id = r.id and kind = 'publication_discovered' order by number desc limit 1
      ) d on ${isActive}`,
  );
}

/** Pending results that no open queue item works for. */
export function findLostResults(tx: Tx) {
  return tally(
    tx,
    ['results_without_work'],
    sql`
      select r.id, true as results_without_work from runs r join run_scholars p on p.run_id = r.id and p.outcome = 'pending'
      where ${isActive}
        and not exists (select from queue_items q where q.run_id = r.id and q.scholar_id = p.scholar_id and q.status <> 'dropped')`,
  );
}
