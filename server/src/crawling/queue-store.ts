import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { ClaimedItem, ItemChange, QueueReason } from './queue-item.ts';

/** A profile of a scholar, to be crawled. */
export interface ScholarProfile {
  readonly scholarId: number;
  readonly profileId: number;
}

/**
 * Queues a crawl of each profile that has no open item. If a run is given, it adopts the items that are open. The
 * commit wakes the crawl loops.
 */
export async function enqueueCrawls(
  tx: Tx,
  crawls: {
    userId: number;
    profiles: readonly ScholarProfile[];
    reason: QueueReason;
    runId: number | null;
  },
): Promise<void> {
  const { userId, profiles, reason, runId } = crawls;
  const wanted = sql`
    from unnest(${profiles.map(({ scholarId }) => scholarId)}::bigint[], ${profiles.map(({ profileId }) => profileId)}::bigint[])
      with ordinality as w (scholar_id, profile_id, at) join profiles p on p.id = w.profile_id`;
  await sql`
    insert into user_request_slots (source, user_id, last_request_at)
    select distinct p.source, ${userId}::bigint, '-infinity'::timestamptz ${wanted} on conflict do nothing`.execute(tx);
  await sql`
    insert into queue_items (user_id, scholar_id, profile_id, source, reason, run_id, last_run_id, made_by_run_id)
    select ${userId}, w.scholar_id, w.profile_id, p.source, ${reason}, ${runId}::bigint, ${runId}::bigint, ${runId}::bigint ${wanted} order by w.at
    on conflict (scholar_id, profile_id) where status <> 'dropped' do nothing`.execute(tx);
  if (runId !== null)
    await adoptItems(
      tx,
      runId,
      profiles.map(({ scholarId }) => scholarId),
    );
}

/** A run adopts the open items of its scholars and makes the waiting ones due now. */
async function adoptItems(tx: Tx, runId: number, scholarIds: readonly number[]): Promise<void> {
  await sql`
    with open as materialized (
      select id from queue_items where status <> 'dropped' and run_id is null and scholar_id = any(${scholarIds}) order by id for update
    )
    update queue_items q set run_id = ${runId}, last_run_id = ${runId}, updated_at = now(),
      next_attempt_at = least(q.next_attempt_at, now())
    from open where q.id = open.id`.execute(tx);
}

/**
 * Checks the fencing token. Locks the scholar of a claimed item, then the item, for the rest of the transaction, and
 * reads what may have changed since the claim. Returns undefined if the claim is lost.
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

/**
 * Puts a claimed item back into the queue. It is due after `seconds` by the database's clock, but not before `until`.
 * If it need not wait, it keeps its place before the user's later items, so that a crawl that has begun ends soon and
 * serves everybody.
 */
export async function requeueItem(
  tx: Tx,
  id: number,
  wait: { readonly seconds: number; readonly until?: Date | null },
  change: ItemChange,
): Promise<void> {
  const ready =
    wait.seconds > 0 ? sql`clock_timestamp() + make_interval(secs => ${wait.seconds}::float8)` : sql`next_attempt_at`;
  await tx
    .updateTable('queue_items')
    .set({
      ...change,
      status: 'queued',
      claimed_until: null,
      lost_count: 0,
      next_attempt_at: sql<Date>`greatest(${ready}, ${wait.until ?? null}::timestamptz)`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Returns a claimed item to the queue unchanged, due after so many seconds. Does nothing if the claim is lost. */
export async function giveBackClaim(
  db: Queries,
  { id, claimNumber }: Pick<ClaimedItem, 'id' | 'claimNumber'>,
  afterSeconds = 0,
): Promise<void> {
  await sql`
    update queue_items set status = 'queued', claimed_until = null, updated_at = now(),
      next_attempt_at = greatest(next_attempt_at, clock_timestamp() + make_interval(secs => ${afterSeconds}::float8))
    where id = ${id} and claim_number = ${claimNumber} and status = 'retrying'`.execute(db);
}

/** Drops an item, and its claim with it. Only the newest dropped item of a scholar's profile is kept. */
export async function dropItem(tx: Tx, id: number, droppedReason: string, change: ItemChange): Promise<void> {
  const { scholar_id, profile_id } = await tx
    .updateTable('queue_items')
    .set({
      ...change,
      status: 'dropped',
      dropped_reason: droppedReason,
      claimed_until: null,
      lost_count: 0,
      claim_number: sql<number>`claim_number + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(['scholar_id', 'profile_id'])
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('queue_items')
    .where('scholar_id', '=', scholar_id)
    .where('profile_id', '=', profile_id)
    .where('status', '=', 'dropped')
    .where('id', '<>', id)
    .execute();
}

export async function deleteItem(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('queue_items').where('id', '=', id).execute();
}

/** Locks a scholar's items for the rest of the transaction, after any worker that is saving a page of one. */
export async function lockItemsOf(tx: Tx, scholarId: number): Promise<void> {
  await sql`select from queue_items where scholar_id = ${scholarId} order by id for update`.execute(tx);
}

/**
 * Locks the items that a run created or adopted for the rest of the transaction, after any worker that is saving a page
 * of one.
 */
export async function lockItemsOfRun(tx: Tx, runId: number): Promise<void> {
  await sql`
    select from queue_items where run_id = ${runId} or made_by_run_id = ${runId} order by id for update`.execute(tx);
}

/** Locks all items for the rest of the transaction, after any worker that is saving a page. */
export async function lockAllItems(tx: Tx): Promise<void> {
  await sql`select from queue_items order by id for update`.execute(tx);
}

/**
 * Removes the items that a run created, so that workers lose their claims on them, and releases those that it adopted:
 * they go on without the run, and a page of one that is being requested is saved.
 */
export async function releaseItems(tx: Tx, runId: number): Promise<void> {
  await sql`delete from queue_items where made_by_run_id = ${runId}`.execute(tx);
  await sql`update queue_items set run_id = null, updated_at = now() where run_id = ${runId}`.execute(tx);
}

/**
 * Replaces the queue by a first crawl of each scholar that is enabled or has an open item. Workers lose their claims.
 * The dropped items of other scholars stay. Returns how many scholars are queued.
 */
export async function requeueAllScholars(tx: Tx): Promise<number> {
  await sql`
    insert into user_request_slots (source, user_id, last_request_at)
    select distinct p.source, s.user_id, '-infinity'::timestamptz from scholar_profiles s join profiles p on p.id = s.profile_id on conflict do nothing`.execute(
    tx,
  );
  const { rows: wanted } = await sql<{ id: number }>`
    select id from scholars s
    where is_enabled or exists (select from queue_items q where q.scholar_id = s.id and q.status <> 'dropped')`.execute(
    tx,
  );
  const ids = wanted.map(({ id }) => id);
  await sql`delete from queue_items where scholar_id = any(${ids})`.execute(tx);
  await sql`
    insert into queue_items (user_id, scholar_id, profile_id, source, reason)
    select s.user_id, s.scholar_id, s.profile_id, p.source, 'first_crawl' from scholar_profiles s join profiles p on p.id = s.profile_id
    where s.scholar_id = any(${ids}) order by s.scholar_id, s.profile_id`.execute(tx);
  return ids.length;
}
