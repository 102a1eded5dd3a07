import type { Tx } from '../platform/database/database.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import type { QueueReason } from './item.ts';
import { adoptItems, insertItems } from './store.ts';
import { wakeSource } from './wake-store.ts';

/** Queues a crawl of each scholar in the caller's transaction; an open item of a scholar stays, and a run takes it over. */
export async function enqueueCrawls(
  tx: Tx,
  crawls: { userId: number; scholarIds: readonly number[]; reason: QueueReason; runId: number | null },
): Promise<void> {
  await insertItems(tx, { ...crawls, source: GOOGLE_SCHOLAR });
  if (crawls.runId !== null) await adoptItems(tx, crawls.runId, crawls.scholarIds);
  await wakeSource(tx, GOOGLE_SCHOLAR);
}
