import type { Tx } from '../platform/database/database.ts';
import { GOOGLE_SCHOLAR, type QueueReason } from './item.ts';
import { insertItems, wakeSource } from './store.ts';

/** Queues a crawl of each scholar in the caller's transaction; an open item of a scholar stays as it is. */
export async function enqueueCrawls(
  tx: Tx,
  crawls: { userId: number; scholarIds: readonly number[]; reason: QueueReason; runId: number | null },
): Promise<void> {
  await insertItems(tx, { ...crawls, source: GOOGLE_SCHOLAR });
  await wakeSource(tx, GOOGLE_SCHOLAR);
}
