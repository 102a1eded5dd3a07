import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { findOpenItem, forgetAdoption, getItem, lockOwnItem, type QueueItemRow, reopenItem } from './operator-store.ts';
import type { QueueStatus } from './queue-item.ts';
import { deleteItem, dropItem as drop } from './queue-store.ts';
import { endStep } from './run-progress.ts';
import { lockActiveRun } from './run-store.ts';

/**
 * Queues a user's dropped item again, with all its attempts before it. A crawl that was half done goes on where it stopped.
 * @throws Problem `queue_item_not_found`, `queue_item_already_queued`, `queue_item_retrying`
 */
export async function retryItem(db: Database, userId: number, itemId: number): Promise<QueueItemRow> {
  return db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, userId, itemId);
    if (item.status === 'queued') throw conflict('queue_item_already_queued', 'This item waits already.', item);
    if (item.status === 'retrying') throw conflict('queue_item_retrying', 'This item is being worked on now.', item);
    const open = await findOpenItem(tx, item.scholarId);
    if (open) {
      throw conflict('queue_item_already_queued', 'Another item of this scholar is in the queue already.', open);
    }
    await reopenItem(tx, item.id);
    return getItem(tx, item.id);
  });
}

/**
 * Drops a user's open item, also one that is being worked on: the response under way changes nothing. A run that waits for it goes on
 * without it.
 * @throws Problem `queue_item_not_found`, `queue_item_already_dropped`
 */
export async function dropItem(db: Database, userId: number, itemId: number): Promise<QueueItemRow> {
  return db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, userId, itemId);
    if (item.status === 'dropped') throw conflict('queue_item_already_dropped', 'This item is dropped already.', item);
    // the run first: changing the item takes a shared lock on it, and two transactions that hold that and both want to change the run would
    // wait for each other
    if (item.runId !== null) await lockActiveRun(tx, item.runId);
    await forgetAdoption(tx, item.id);
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
 * Removes a user's dropped item from the list.
 * @throws Problem `queue_item_not_found`, `queue_item_not_dropped`, `queue_item_retrying`
 */
export async function clearItem(db: Database, userId: number, itemId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, userId, itemId);
    if (item.status === 'queued') {
      throw conflict('queue_item_not_dropped', 'This item waits to be crawled. Drop it first.', item);
    }
    if (item.status === 'retrying') {
      throw conflict('queue_item_retrying', 'This item is being worked on now. Drop it first.', item);
    }
    await deleteItem(tx, item.id);
  });
}

async function lockItem(tx: Tx, userId: number, itemId: number) {
  const item = await lockOwnItem(tx, userId, itemId);
  if (!item) throw new Problem('not_found', 'queue_item_not_found', 'You have no queue item with this id.');
  return item;
}

/** An item's status is in the way; `item` is the one whose status it is. */
function conflict(
  code: 'queue_item_already_queued' | 'queue_item_retrying' | 'queue_item_already_dropped' | 'queue_item_not_dropped',
  message: string,
  item: { readonly id: number; readonly status: QueueStatus },
): Problem {
  return new Problem('conflict', code, message, { queue_item_id: item.id, status: item.status });
}
