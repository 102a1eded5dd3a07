import { sql } from 'kysely';
import { isRepairLockHeld } from '../audit/store.ts';
import { type Check, failure, RESTORE, warning } from './check.ts';

const isActive = sql`r.status in ('running', 'resolving')`;
const hasPending = sql`exists (select from run_scholars p where p.run_id = r.id and p.outcome = 'pending')`;
const hasLookups = sql`exists (select from run_enrichment w where w.run_id = r.id)`;

/** Checks of runs, the queue and what works in the background. */
export const RUN_CHECKS: readonly Check[] = [
  warning(
    'runs_without_work',
    sql`
      select id from runs r where r.status = 'running' and not ${hasPending} or r.status = 'resolving' and not ${hasLookups}`,
    'Active runs that wait for nothing. A worker ends them within a minute. Check that one is running.',
  ),
  failure(
    'ended_runs_with_work',
    sql`select id from runs r where r.status <> 'running' and ${hasPending} or not ${isActive} and ${hasLookups}`,
    `Runs that ended, but still wait for scholars or lookups. ${RESTORE}`,
  ),
  failure(
    'results_without_work',
    sql`
      select r.id from runs r join run_scholars p on p.run_id = r.id and p.outcome = 'pending'
      where ${isActive}
        and not exists (select from queue_items q where q.run_id = r.id and q.scholar_id = p.scholar_id and q.status <> 'dropped')`,
    'Active runs that wait for a scholar that has no queue item. A worker ends that within a minute. Check that one is running.',
  ),
  failure(
    'run_counts',
    sql`
      with results as (
        select run_id, count(*) as total, count(*) filter (where is_visited) as visited, count(*) filter (where outcome <> 'pending') as finished,
          count(*) filter (where outcome = 'success') as succeeded, count(*) filter (where outcome = 'failed') as failed,
          count(*) filter (where outcome = 'partial') as partial, sum(new_publication_count) as found
        from run_scholars group by run_id
      )
      select r.id from runs r left join results n on n.run_id = r.id
      left join lateral (
        select (data ->> 'new_publication_count')::int as told from run_events
        where run_id = r.id and kind = 'publication_discovered' order by number desc limit 1
      ) d on ${isActive}
      where (r.scholar_count, r.visited_count, r.finished_count)
          is distinct from (coalesce(n.total, 0), coalesce(n.visited, 0), coalesce(n.finished, 0))
        or not ${isActive} and (r.succeeded_count, r.failed_count, r.partial_count)
          is distinct from (coalesce(n.succeeded, 0), coalesce(n.failed, 0), coalesce(n.partial, 0))
        or r.new_publication_count < coalesce(n.found, 0)
        or ${isActive} and r.new_publication_count > greatest(coalesce(n.found, 0), coalesce(d.told, 0))
        or (select max(number) from run_events where run_id = r.id) > r.last_event_number`,
    `Runs whose counts disagree with their results, or are negative. ${RESTORE}`,
  ),
  failure(
    'queue_items_of_ended_runs',
    sql`
      select q.id from queue_items q left join runs r on r.id = q.run_id
      where q.status <> 'dropped' and q.run_id is not null and (r.id is null or r.end_dt is not null)`,
    'Open queue items of a run that ended. Drop them. A new run queues its scholars again.',
  ),
  failure(
    'queue_items_of_other_users',
    sql`
      select q.id from queue_items q left join scholars s on s.id = q.scholar_id left join runs r on r.id = q.run_id
      where s.user_id is distinct from q.user_id or r.user_id <> q.user_id`,
    `Queue items whose scholar or run is not their user's. ${RESTORE}`,
  ),
  failure(
    'queue_items_never_served',
    sql`
      select id from queue_items q
      where status <> 'dropped' and not exists (select from user_request_slots t where t.source = q.source and t.user_id = q.user_id)`,
    `Open queue items of users who never get a request slot. ${RESTORE}`,
  ),
  failure(
    'queue_item_numbers',
    sql`
      select id from queue_items where least(attempt_count, quick_retry_count, resume_row, pages_this_attempt, claim_number) < 0`,
    'Queue items with negative numbers. Drop them. A new run queues their scholars again.',
  ),
  failure(
    'open_pdf_searches_without_step',
    sql`select publication_id as id from enrichment where status in ('queued', 'running') and source is null`,
    'Open searches for PDFs without a next step (ids of the publications). Requeue them in the PDF queue.',
  ),
  warning(
    'repair_jobs_left_running',
    // a job that ends at this moment was changed within a minute
    sql`
      select id from repair_jobs
      where status = 'running' and (dry_run and created_at < now() - interval '6 hours' or not dry_run and updated_at < now() - interval '1 minute' and not ${isRepairLockHeld})`,
    'Repairs whose process ended before they did. The next repair marks them as failed. Run them again.',
  ),
];
