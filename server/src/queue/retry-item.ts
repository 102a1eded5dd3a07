import type { Database } from '../platform/database/database.ts';
import { itemConflict, itemNotFound } from './item-problem.ts';
import { findOpenItem, getItem, lockOwnItem, type QueueItemRow, reopenItem } from './operator-store.ts';
import { wakeSource } from './wake-store.ts';

/**
 * Queues a user's dropped item anew, with all its attempts before it. A crawl that was half done goes on where it stands.
 * @throws Problem `queue_item_not_found`, `queue_item_already_queued`, `queue_item_retrying`
 */
export async function retryItem(db: Database, userId: number, itemId: number): Promise<QueueItemRow> {
  return db.transaction().execute(async (tx) => {
    const item = await lockOwnItem(tx, userId, itemId);
    if (!item) throw itemNotFound();
    if (item.status === 'queued') throw itemConflict('queue_item_already_queued', 'This item waits already.', item);
    if (item.status === 'retrying')
      throw itemConflict('queue_item_retrying', 'This item is being worked on now.', item);
    const open = await findOpenItem(tx, item.scholarId);
    if (open) {
      throw itemConflict('queue_item_already_queued', 'Another item of this scholar is in the queue already.', open);
    }
    await reopenItem(tx, item.id);
    const answer = await getItem(tx, item.id);
    await wakeSource(tx, item.source);
    return answer;
  });
}
