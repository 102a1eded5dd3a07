import { sql } from 'kysely';
import type { Outcome, ScholarState } from '../platform/database/column-values.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { ClaimedItem } from './queue-item.ts';

/** Why a run ended without a request for a scholar. `later`: another source was queried, and this one is slow. */
export type SkipReason = 'cooldown' | 'source_disabled' | 'disabled' | 'later';

/**
 * A run waits no longer for a source if another source of the scholar was asked, so that the next run can start on the
 * next day.
 */
const MAX_RUN_HOURS = 12;

/** The run of a queue item began long ago, and another profile of the scholar has a result. */
const isLate = sql`exists (
  select from runs r join run_scholars o on o.run_id = r.id
  where r.id = queue_items.run_id and r.start_dt < now() - make_interval(hours => ${MAX_RUN_HOURS})
    and o.scholar_id = queue_items.scholar_id and o.profile_id <> queue_items.profile_id and o.outcome = 'success')`;

export interface ResultChange {
  readonly outcome: Outcome;
  readonly state: ScholarState | null;
  readonly stateReason: string | null;
  readonly error: string | null;
  /** attempts and publications of this step */
  readonly attempts: number;
  readonly publications: number;
  readonly newPublications: number;
  readonly warnings: readonly string[];
  /** the row at which the crawl continues after the run; null if nothing is left */
  readonly continuationRow: number | null;
  readonly continues: boolean;
  /** the step finished what an earlier run had left */
  readonly cleared?: boolean;
}

/** How many of a run's scholars were requested at least once, how many have all results, and how many there are. */
export interface Progress {
  readonly visited: number;
  readonly finished: number;
  readonly total: number;
}

const progress = sql`visited_count as visited, finished_count as finished, scholar_count as total`;

/**
 * Writes the result of a step for a scholar's profile in an active run, and locks the run's row. A success also deletes
 * the queue item, with or without a run. If the result is no longer pending, it changes nothing and returns undefined.
 */
export async function saveResult(
  tx: Tx,
  { id, runId, scholarId, profileId }: Pick<ClaimedItem, 'id' | 'runId' | 'scholarId' | 'profileId'>,
  change: ResultChange,
): Promise<(Progress & { isNews: boolean }) | undefined> {
  const ended = change.outcome === 'success' ? sql`with ended as (delete from queue_items where id = ${id})` : sql``;
  // a statement of its own, so that the next one sees what others wrote before the lock
  const lock = sql`${ended} select from runs where id = ${runId} and status in ('running', 'resolving') for no key update`;
  if ((await lock.execute(tx)).rows.length === 0) return undefined;
  const { rows } = await sql<Progress & { isNews: boolean }>`
    with before as (
      select r.id, o.is_visited, o.has_pending from run_scholars r cross join lateral (
        select bool_or(is_visited) as is_visited, bool_or(outcome = 'pending' and id <> r.id) as has_pending
        from run_scholars where run_id = r.run_id and scholar_id = r.scholar_id
      ) o where r.run_id = ${runId} and r.scholar_id = ${scholarId} and r.profile_id = ${profileId} and r.outcome = 'pending'
    ), changed as (
      update run_scholars r set outcome = ${change.outcome}, state = ${change.outcome === 'pending' ? null : change.state},
        state_reason = ${change.stateReason}, error = ${change.error}, is_visited = r.is_visited or ${change.outcome !== 'skipped'}, attempt_count = r.attempt_count + ${change.attempts},
        publication_count = r.publication_count + ${change.publications}, new_publication_count = r.new_publication_count + ${change.newPublications},
        warnings = (select coalesce(jsonb_agg(w), '[]') from (select w from jsonb_array_elements(r.warnings || ${JSON.stringify(change.warnings)}::jsonb) w limit 50) kept),
        continuation_cstart = ${change.continuationRow}, continuation_enqueued = ${change.continues}, continuation_cleared = ${change.cleared ?? false}
      from before where r.id = before.id and r.outcome = 'pending' returning r.is_visited and not before.is_visited as is_first_visit, r.outcome <> 'pending' and not before.has_pending as is_last_result
    )
    update runs set visited_count = visited_count + is_first_visit::int, finished_count = finished_count + is_last_result::int
    from changed where runs.id = ${runId}
    returning ${progress}, (is_first_visit or is_last_result) as "isNews"`.execute(tx);
  return rows[0];
}

/** Marks a dropped item as exhausted in the result of the last run that it belonged to. */
export async function saveExhausted(tx: Tx, itemId: number): Promise<void> {
  await sql`
    update run_scholars r set is_exhausted = true from queue_items q
    where q.id = ${itemId} and r.run_id = q.last_run_id and r.scholar_id = q.scholar_id and r.profile_id = q.profile_id`.execute(
    tx,
  );
}

/** Recounts a run's progress after a bulk change of its results. */
export async function recountProgress(tx: Tx, runId: number): Promise<Progress> {
  const { rows } = await sql<Progress>`
    update runs set visited_count = n.visited, finished_count = n.finished
    from (select count(*) filter (where is_visited) as visited, count(*) filter (where outcome <> 'pending') as finished
          from run_results where run_id = ${runId}) n
    where id = ${runId} returning ${progress}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`run ${runId} is gone`);
  return row;
}

/** The scholar of a queue item or its user is disabled. */
const isDisabled = sql`not exists (
  select from scholars c join users m on m.id = c.user_id where c.id = queue_items.scholar_id and c.is_enabled and m.is_active)`;

/**
 * Skips every pending result whose item waits in the queue, because the source sends nothing for a while, (`disabled`)
 * the scholar is disabled, or (`later`) the run has waited long enough. The item continues after the run. Items locked
 * by another transaction are left to the next poll, so nothing waits here. Returns the affected runs of all users.
 */
export async function skipWaitingScholars(tx: Tx, source: string, reason: SkipReason): Promise<number[]> {
  const { rows } = await sql<{ run_id: number }>`
    with waiting as materialized (
      select id, scholar_id, profile_id, run_id, resume_row from queue_items
      where ${waitsFor(source, reason)}
      order by id for update skip locked
    ), skipped as (
      update run_scholars r set outcome = case when w.resume_row > r.start_cstart then 'partial' else 'skipped' end,
        state = case when w.resume_row > r.start_cstart then 'ok' end, state_reason = ${reason},
        attempt_count = r.attempt_count + (w.resume_row > r.start_cstart)::int, continuation_enqueued = true, continuation_cstart = w.resume_row
      from waiting w where r.run_id = w.run_id and r.scholar_id = w.scholar_id and r.profile_id = w.profile_id and r.outcome = 'pending'
    ), released as (
      update queue_items q set run_id = null, last_run_id = w.run_id, reason = 'continuation', updated_at = now() from waiting w where q.id = w.id
    )
    select distinct run_id from waiting order by run_id`.execute(tx);
  return rows.map(({ run_id }) => run_id);
}

/** Whether {@link skipWaitingScholars} would find an item. It locks nothing. */
export async function hasScholarsToSkip(db: Queries, source: string, reason: SkipReason): Promise<boolean> {
  const { rows } = await sql`select from queue_items where ${waitsFor(source, reason)} limit 1`.execute(db);
  return rows.length > 0;
}

/** The waiting items of runs that a reason concerns. */
function waitsFor(source: string, reason: SkipReason) {
  const conditions = { disabled: isDisabled, later: isLate, cooldown: sql`true`, source_disabled: sql`true` };
  return sql`source = ${source} and status = 'queued' and run_id is not null and ${conditions[reason]}`;
}

/**
 * Ends pending results without an open item, which should not exist. Returns their runs, and active runs that have
 * nothing left to wait for.
 */
export async function skipLostScholars(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with lost as (
      update run_scholars r set outcome = 'skipped', state = null, state_reason = 'lost'
      where r.outcome = 'pending' and r.run_id in (select id from runs where status in ('running', 'resolving'))
        and not exists (select from queue_items q where q.run_id = r.run_id and q.scholar_id = r.scholar_id and q.profile_id = r.profile_id and q.status <> 'dropped')
      returning run_id
    )
    select distinct run_id as id from lost
    union select id from runs where status in ('running', 'resolving')
      and not exists (select from run_scholars r where r.run_id = runs.id and r.outcome = 'pending')
      and not exists (select from run_enrichment l where l.run_id = runs.id)
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Ends the pending results of a canceled run. Its failed crawls do not continue, unless they were in the queue before
 * the run.
 */
export async function cancelResults(tx: Tx, runId: number): Promise<void> {
  await sql`
    update run_scholars r set
      outcome = case when r.outcome = 'pending' then 'skipped' else r.outcome end,
      state_reason = case when r.outcome = 'pending' then 'canceled' else r.state_reason end,
      continuation_enqueued = q.id is not null, continuation_cstart = q.resume_row
    from run_scholars a left join queue_items q on q.scholar_id = a.scholar_id and q.profile_id = a.profile_id and q.status <> 'dropped'
    where a.id = r.id and r.run_id = ${runId} and (r.outcome = 'pending' or r.continuation_enqueued)`.execute(tx);
}

/** Ends the pending results of a scholar, or of one of its profiles, that is no longer tracked. Returns the runs. */
export async function skipUntracked(tx: Tx, scholarId: number, profileId: number | null = null): Promise<number[]> {
  const rows = await tx
    .updateTable('run_scholars')
    .set({ outcome: 'skipped', state_reason: 'no_longer_tracked' })
    .where('scholar_id', '=', scholarId)
    .$if(profileId !== null, (query) => query.where('profile_id', '=', profileId))
    .where('outcome', '=', 'pending')
    .returning('run_id')
    .execute();
  return [...new Set(rows.map(({ run_id }) => run_id))];
}
