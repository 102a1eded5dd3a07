import type { Database } from '../platform/database/database.ts';
import { itemConflict, itemNotFound } from '../queue/item-problem.ts';
import { forgetAdoption, getItem, lockOwnItem, type QueueItemRow } from '../queue/operator-store.ts';
import { dropItem as giveUp } from '../queue/store.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { endStep } from './end-step.ts';
import { lockActiveRun } from './store.ts';

/**
 * Drops a user's open item, also one that is being worked on: the answer under way changes nothing. A run that waits for it goes on
 * without it. The source is woken, since others may have waited until nobody reads the profile.
 * @throws Problem `queue_item_not_found`, `queue_item_already_dropped`
 */
export async function dropItem(db: Database, userId: number, itemId: number): Promise<QueueItemRow> {
  return db.transaction().execute(async (tx) => {
    const item = await lockOwnItem(tx, userId, itemId);
    if (!item) throw itemNotFound();
    if (item.status === 'dropped') {
      throw itemConflict('queue_item_already_dropped', 'This item is dropped already.', item);
    }
    // first the run: changing the item shares a lock on it, and two who share it and both want it alone wait for each other
    if (item.runId !== null) await lockActiveRun(tx, item.runId);
    await forgetAdoption(tx, item.id);
    const run = item.runId === null ? {} : { last_run_id: item.runId };
    await giveUp(tx, item.id, 'dropped_by_user', { run_id: null, ...run });
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
    const answer = await getItem(tx, item.id);
    await wakeSource(tx, item.source);
    return answer;
  });
}
