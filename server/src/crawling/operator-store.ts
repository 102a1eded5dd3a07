import { sql } from 'kysely';
import { scholarLabel } from '../library/scholar-name-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
import type { QueueItem } from './contract.ts';
import type { QueueStatus } from './queue-item.ts';

export interface LockedItem {
  readonly id: number;
  readonly scholarId: number;
  readonly profileId: number;
  readonly source: string;
  readonly status: QueueStatus;
  readonly runId: number | null;
}

/**
 * Locks the scholar of a user's item, then the item, for the rest of the transaction, so that no run adopts it
 * meanwhile. Returns undefined if the user has no such item.
 */
export async function lockOwnItem(tx: Tx, userId: number, itemId: number): Promise<LockedItem | undefined> {
  await sql`
    select from scholars where id = (select scholar_id from queue_items where id = ${itemId} and user_id = ${userId}) for no key update`.execute(
    tx,
  );
  const { rows } = await sql<LockedItem>`
    select id, scholar_id as "scholarId", profile_id as "profileId", source, status, run_id as "runId"
    from queue_items where id = ${itemId} and user_id = ${userId} for update`.execute(tx);
  return rows[0];
}

/** The open item of a scholar's profile. */
export async function findOpenItem(
  tx: Tx,
  { scholarId, profileId }: Pick<LockedItem, 'scholarId' | 'profileId'>,
): Promise<Pick<LockedItem, 'id' | 'status'> | undefined> {
  return tx
    .selectFrom('queue_items')
    .select(['id', 'status'])
    .where('scholar_id', '=', scholarId)
    .where('profile_id', '=', profileId)
    .where('status', '<>', 'dropped')
    .executeTakeFirst();
}

/**
 * Queues a dropped item again, due now, at its row. From now on it belongs to the user, so canceling a run does not
 * remove it.
 */
export async function reopenItem(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('queue_items')
    .set({
      status: 'queued',
      reason: 'retry',
      dropped_reason: null,
      attempt_count: 0,
      quick_retry_count: 0,
      pages_this_attempt: 0,
      verify_profile_id: null,
      made_by_run_id: null,
      next_attempt_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

const shownItems = sql`
  select q.id, q.scholar_id as scholar_profile_id, ${scholarLabel()} as scholar_label, q.status, q.reason, q.dropped_reason,
    q.attempt_count, q.resume_row as resume_cstart, case when q.status <> 'dropped' then greatest(q.next_attempt_at, o.cooldown_until) end as next_attempt_dt,
    q.updated_at, q.last_error, coalesce(q.run_id, q.last_run_id) as last_run_id, q.source, c.source_id
  from queue_items q join scholars s on s.id = q.scholar_id join profiles p on p.id = s.profile_id join profiles c on c.id = q.profile_id
  left join source_states o on o.source = q.source and o.credential = 'shared' and o.cooldown_until > now()`;

/** A user's queue, in the order in which items are due; dropped items last. */
export async function listItems(
  db: Queries,
  userId: number,
  status: QueueStatus | null,
  window: RowWindow,
): Promise<{ items: QueueItem[]; totalCount: number }> {
  const condition = sql`q.user_id = ${userId} and (${status}::text is null or q.status = ${status})`;
  const { rows: items } = await sql<QueueItem>`
    ${shownItems} where ${condition} order by q.status = 'dropped', q.next_attempt_at, q.id limit ${window.limit} offset ${window.offset}`.execute(
    db,
  );
  const { rows } = await sql<{ n: number }>`select count(*) as n from queue_items q where ${condition}`.execute(db);
  return { items, totalCount: one(rows, 'the count of queue items').n };
}

/** One item, in the shape of the list. */
export async function getItem(tx: Tx, id: number): Promise<QueueItem> {
  const { rows } = await sql<QueueItem>`${shownItems} where q.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`queue item ${id} is gone`);
  return row;
}
