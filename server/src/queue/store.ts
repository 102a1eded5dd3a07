import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { removeSpentJobs } from '../platform/database/wake-job.ts';
import type { ClaimedItem, ItemChange, QueueReason } from './item.ts';
import { wakeSource } from './wake-store.ts';

/** Whether another open item wants the profile that an item has just read. */
export async function isAwaited(tx: Tx, profileId: number): Promise<boolean> {
  const { rows } = await sql`
    select from scholars c join queue_items q on q.scholar_id = c.id
    where c.profile_id = ${profileId} and q.status = 'queued' limit 1`.execute(tx);
  return rows.length > 0;
}

/** Adds an item for each scholar that has no open one, and gives the user a place among those who take turns. */
export async function insertItems(
  tx: Tx,
  items: { userId: number; scholarIds: readonly number[]; source: string; reason: QueueReason; runId: number | null },
): Promise<void> {
  await sql`
    insert into source_turns (source, user_id, asked_at) values (${items.source}, ${items.userId}, '-infinity') on conflict do nothing`.execute(
    tx,
  );
  await sql`
    insert into queue_items (user_id, scholar_id, source, reason, run_id, last_run_id, made_by_run_id)
    select ${items.userId}, scholar_id, ${items.source}, ${items.reason}, ${items.runId}::bigint, ${items.runId}::bigint, ${items.runId}::bigint
    from unnest(${items.scholarIds}::bigint[]) scholar_id
    on conflict (scholar_id) where status <> 'dropped' do nothing`.execute(tx);
}

/** A run takes over the open items of its scholars: what waits, waits no longer. What an item was before is kept for a cancel. */
export async function adoptItems(tx: Tx, runId: number, scholarIds: readonly number[]): Promise<void> {
  await sql`
    with open as materialized (
      select id from queue_items where status <> 'dropped' and run_id is null and scholar_id = any(${scholarIds}) order by id for update
    )
    update queue_items q set run_id = ${runId}, last_run_id = ${runId}, updated_at = now(), adopted_by_run_id = ${runId},
      before_adoption = to_jsonb(q),
      next_attempt_at = case when q.status = 'queued' then now() else q.next_attempt_at end
    from open where q.id = open.id`.execute(tx);
}

/**
 * Locks the scholar of a claimed item, then the item, for the rest of the transaction, and reads what may have changed meanwhile;
 * undefined when the claim is lost.
 */
export async function lockClaim(
  tx: Tx,
  { id, claimNumber, scholarId }: Pick<ClaimedItem, 'id' | 'claimNumber' | 'scholarId'>,
): Promise<{ runId: number | null; runStartedAt: Date | null } | undefined> {
  const { rows } = await sql<{ runId: number | null; runStartedAt: Date | null }>`
    with scholar as materialized (select id from scholars where id = ${scholarId} for no key update)
    select q.run_id as "runId", (select start_dt from runs where runs.id = q.run_id) as "runStartedAt"
    from queue_items q where (select id from scholar) = q.scholar_id and q.id = ${id} and q.claim_number = ${claimNumber} and q.status = 'retrying'
    for update of q`.execute(tx);
  return rows[0];
}

/** Puts a claimed item back into the queue, to be asked for after so many seconds by the database's clock, and not before `until`. */
export async function requeueItem(
  tx: Tx,
  id: number,
  wait: { readonly seconds: number; readonly until?: Date | null },
  change: ItemChange,
): Promise<void> {
  const next = sql<Date>`greatest(clock_timestamp() + make_interval(secs => ${wait.seconds}::float8), ${wait.until ?? null}::timestamptz)`;
  await tx
    .updateTable('queue_items')
    .set({ ...change, status: 'queued', claimed_by: null, next_attempt_at: next, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Gives an item up; whoever works on it has lost it. Of a scholar's dropped items the newest stays: it says it all. */
export async function dropItem(tx: Tx, id: number, droppedReason: string, change: ItemChange): Promise<void> {
  const { scholar_id } = await tx
    .updateTable('queue_items')
    .set({
      ...change,
      status: 'dropped',
      dropped_reason: droppedReason,
      claimed_by: null,
      claim_number: sql<number>`claim_number + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning('scholar_id')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('queue_items')
    .where('scholar_id', '=', scholar_id)
    .where('status', '=', 'dropped')
    .where('id', '<>', id)
    .execute();
}

export async function deleteItem(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('queue_items').where('id', '=', id).execute();
}

/** Takes back what a job claimed and could not finish, to be claimed again after so many seconds. */
export async function releaseClaimsOf(db: Queries, jobId: number, afterSeconds = 0): Promise<void> {
  await sql`
    update queue_items set status = 'queued', claimed_by = null, updated_at = now(),
      next_attempt_at = greatest(next_attempt_at, clock_timestamp() + make_interval(secs => ${afterSeconds}::float8))
    where status = 'retrying' and claimed_by = ${jobId}`.execute(db);
}

/**
 * Takes back what is claimed by jobs that nobody works on any more, removes those jobs, and wakes every source that has work.
 * Returns the number of items that were taken back.
 */
export async function reviveQueue(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update queue_items q set status = 'queued', claimed_by = null, updated_at = now()
    where q.status = 'retrying'
      and not exists (select from graphile_worker.jobs j where j.id = q.claimed_by and j.locked_at is not null)`.execute(
    tx,
  );
  await removeSpentJobs(tx, 'work-on-source');
  const { rows } = await sql<{
    source: string;
  }>`select distinct source from queue_items where status = 'queued'`.execute(tx);
  for (const { source } of rows) await wakeSource(tx, source);
  return Number(numAffectedRows ?? 0);
}

/** Locks a scholar's items for the rest of the transaction: whoever works on one finishes first. */
export async function lockItemsOf(tx: Tx, scholarId: number): Promise<void> {
  await tx
    .selectFrom('queue_items')
    .select('id')
    .where('scholar_id', '=', scholarId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks the items that a run made or took over, for the rest of the transaction: whoever saves an answer for one finishes first. */
export async function lockItemsOfRun(tx: Tx, runId: number): Promise<void> {
  await sql`
    select from queue_items where run_id = ${runId} or made_by_run_id = ${runId} or adopted_by_run_id = ${runId} order by id for update`.execute(
    tx,
  );
}

/**
 * Undoes what a run did to the queue: removes the items that it made, and makes those that it took over what they were before. Who works on
 * one of them has lost the claim.
 */
export async function giveBackItems(tx: Tx, runId: number): Promise<void> {
  await sql`
    delete from queue_items where made_by_run_id = ${runId} and adopted_by_run_id is distinct from ${runId}`.execute(
    tx,
  );
  await sql`
    update queue_items q set status = 'queued', claimed_by = null, claim_number = q.claim_number + 1, updated_at = now(), run_id = null,
      adopted_by_run_id = null, before_adoption = null, dropped_reason = null,
      reason = b.reason, attempt_count = b.attempt_count, quick_retry_count = b.quick_retry_count, resume_row = b.resume_row,
      crawl_started_at = b.crawl_started_at, crawl_number = b.crawl_number, known_listing = b.known_listing,
      pages_this_attempt = b.pages_this_attempt, verify_profile_id = b.verify_profile_id, next_attempt_at = b.next_attempt_at,
      last_error = b.last_error, last_run_id = b.last_run_id
    from queue_items a, jsonb_populate_record(null::queue_items, a.before_adoption) b
    where a.id = q.id and q.adopted_by_run_id = ${runId} and a.before_adoption is not null
      and not exists (select from queue_items o where o.scholar_id = q.scholar_id and o.id <> q.id and o.status <> 'dropped')`.execute(
    tx,
  );
}
