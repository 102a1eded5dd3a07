import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { QueueItem } from './contract.ts';
import { findOpenItem, getItem, lockOwnItem, reopenItem } from './operator-store.ts';
import type { QueueStatus } from './queue-item.ts';
import { deleteItem, dropItem as drop } from './queue-store.ts';
import { endStep } from './run-progress.ts';
import { lockActiveRun } from './run-store.ts';

/**
 * Queues a user's dropped item again, with all attempts. An unfinished crawl continues where it stopped.
 * @throws Problem `queue_item_not_found`, `queue_item_already_queued`, `queue_item_retrying`
 */
export async function retryItem(db: Database, userId: number, itemId: number): Promise<QueueItem> {
  return db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, userId, itemId);
    if (item.status === 'queued') throw conflict('queue_item_already_queued', 'This item is already queued.', item);
    if (item.status === 'retrying')
      throw conflict('queue_item_retrying', 'This item is being crawled now. Wait for the result.', item);
    const open = await findOpenItem(tx, item);
    if (open) {
      throw conflict('queue_item_already_queued', 'Another item of this profile is already queued.', open);
    }
    await reopenItem(tx, item.id);
    return getItem(tx, item.id);
  });
}

/**
 * Drops a user's open item, even if it is being crawled: its response then changes nothing. A run that waits for the
 * item continues without it.
 * @throws Problem `queue_item_not_found`, `queue_item_already_dropped`
 */
export async function dropItem(db: Database, userId: number, itemId: number): Promise<QueueItem> {
  return db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, userId, itemId);
    if (item.status === 'dropped') throw conflict('queue_item_already_dropped', 'This item is already dropped.', item);
    // The run is locked first: changing the item takes a shared lock on the run, and two transactions that hold one and
    // then update the run would deadlock.
    if (item.runId !== null) await lockActiveRun(tx, item.runId);
    const run = item.runId === null ? {} : { last_run_id: item.runId };
    await drop(tx, item.id, 'dropped_by_user', { run_id: null, ...run });
    await endStep(tx, item, {
      outcome: 'skipped',
      state: null,
      stateReason: 'dropped',
      error: null,
      attempts: 0,
      publications: 0,
      newPublications: 0,
      warnings: [],
      continuationRow: null,
      continues: false,
    });
    return getItem(tx, item.id);
  });
}

/**
 * Removes a user's dropped item.
 * @throws Problem `queue_item_not_found`, `queue_item_not_dropped`, `queue_item_retrying`
 */
export async function clearItem(db: Database, userId: number, itemId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, userId, itemId);
    if (item.status === 'queued') {
      throw conflict('queue_item_not_dropped', 'This item is still queued. Drop it first.', item);
    }
    if (item.status === 'retrying') {
      throw conflict('queue_item_retrying', 'This item is being crawled now. Drop it first.', item);
    }
    await deleteItem(tx, item.id);
  });
}

async function lockItem(tx: Tx, userId: number, itemId: number) {
  const item = await lockOwnItem(tx, userId, itemId);
  if (!item) throw new Problem('not_found', 'queue_item_not_found', 'You have no queue item with this id.');
  return item;
}

/** The status of `item` does not allow the operation. */
function conflict(
  code: 'queue_item_already_queued' | 'queue_item_retrying' | 'queue_item_already_dropped' | 'queue_item_not_dropped',
  message: string,
  item: { readonly id: number; readonly status: QueueStatus },
): Problem {
  return new Problem('conflict', code, message, { queue_item_id: item.id, status: item.status });
}
