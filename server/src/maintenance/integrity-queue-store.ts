import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { tally } from './integrity-tally-store.ts';

/** Queue items that contradict their run, their scholar or themselves. */
export function findWrongItems(tx: Tx) {
  return tally(
    tx,
    ['queue_items_of_ended_runs', 'queue_items_of_other_users', 'queue_items_without_turn', 'queue_item_numbers'],
    sql`
      select q.id,
        q.status <> 'dropped' and q.run_id is not null and (r.id is null or r.end_dt is not null) as queue_items_of_ended_runs,
        s.user_id is distinct from q.user_id or r.user_id <> q.user_id as queue_items_of_other_users,
        q.status <> 'dropped' and t.user_id is null as queue_items_without_turn,
        least(q.attempt_count, q.quick_retry_count, q.resume_row, q.pages_this_attempt, q.claim_number) < 0 as queue_item_numbers
      from queue_items q left join scholars s on s.id = q.scholar_id left join runs r on r.id = q.run_id
      left join source_turns t on t.source = q.source and t.user_id = q.user_id`,
  );
}

/** A worker of any process looks after what was left within a minute: whether one did of late. */
const isLookedAfter = sql`exists (
  select from graphile_worker._private_known_crontabs k where k.identifier = 'revive-queue' and k.last_execution > now() - interval '3 minutes')`;

const jobsOf = (task: string) => sql`
  select j.payload ->> 'source' as source from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = ${sql.lit(task)} and (j.locked_at is not null or j.attempts < j.max_attempts)`;

/** Claims of jobs that nobody works on, for longer than it takes to notice. */
export function findLeftClaims(tx: Tx) {
  return tally(
    tx,
    ['claims_without_worker'],
    sql`
      select q.id, true as claims_without_worker from queue_items q
      where q.status = 'retrying' and q.updated_at < now() - interval '3 minutes'
        and not exists (select from graphile_worker.jobs j where j.id = q.claimed_by and j.locked_at is not null)`,
  );
}

/** Work that is due, that the engine has no job for, and that no worker finds by itself. */
export async function findSleepingWork(tx: Tx) {
  const items = await tally(
    tx,
    ['due_items_without_job'],
    sql`
      select q.id, true as due_items_without_job
      from queue_items q join scholars s on s.id = q.scholar_id and s.is_enabled join users m on m.id = q.user_id and m.is_active
      left join source_states o on o.source = q.source
      where q.status = 'queued' and greatest(q.next_attempt_at, o.cooldown_until) < now() - interval '1 minute'
        and q.source not in (${jobsOf('work-on-source')}) and not ${isLookedAfter}`,
  );
  const lookups = await tally(
    tx,
    ['due_lookups_without_job'],
    sql`
      select l.publication_id as id, true as due_lookups_without_job from lookups l left join source_states o on o.source = l.source
      where greatest(l.due_at, o.cooldown_until) < now() - interval '1 minute'
        and l.source not in (${jobsOf('look-up')}) and not ${isLookedAfter}`,
  );
  return { ...items, ...lookups };
}

/** PDFs that are said to be searched for, and searches that nobody is told of. */
export function findUnpairedSearches(tx: Tx) {
  return tally(
    tx,
    ['pdf_jobs_without_lookup', 'lookups_without_pdf_job'],
    sql`
      select publication_id as id, true as pdf_jobs_without_lookup, false as lookups_without_pdf_job from pdf_jobs j
      where status in ('queued', 'running') and not exists (select from lookups l where l.publication_id = j.publication_id)
      union all
      select publication_id, false, true from lookups l
      where not exists (select from pdf_jobs j where j.publication_id = l.publication_id)
        and not exists (select from publications p where p.id = l.publication_id and p.merged_into is not null)`,
  );
}
