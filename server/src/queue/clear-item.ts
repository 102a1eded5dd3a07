import type { Database } from '../platform/database/database.ts';
import { itemConflict, itemNotFound } from './item-problem.ts';
import { lockOwnItem } from './operator-store.ts';
import { deleteItem } from './store.ts';

/**
 * Removes a user's dropped item from the list.
 * @throws Problem `queue_item_not_found`, `queue_item_not_dropped`, `queue_item_retrying`
 */
export async function clearItem(db: Database, userId: number, itemId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const item = await lockOwnItem(tx, userId, itemId);
    if (!item) throw itemNotFound();
    if (item.status === 'queued') {
      throw itemConflict('queue_item_not_dropped', 'This item waits for its turn. Drop it first.', item);
    }
    if (item.status === 'retrying') {
      throw itemConflict('queue_item_retrying', 'This item is being worked on now. Drop it first.', item);
    }
    await deleteItem(tx, item.id);
  });
}
