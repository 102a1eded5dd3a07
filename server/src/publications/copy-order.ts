import type { Database } from '../platform/database/database.ts';
import { copySortValues, listOrderChanges, settleOrderChanges } from './order-store.ts';

const CHANGES = 500;
/** Entries of one statement: a popular publication is in a thousand libraries. */
const ENTRIES = 1_000;

/**
 * Copies what changed of publications to the entries that lists sort by it. What a crawl changes of a popular publication would be too much for the transaction of
 * its page.
 */
export async function copyOrder(db: Database, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const { ids, publicationIds } = await listOrderChanges(db, CHANGES);
    if (ids.length === 0) return;
    while (!stopping?.aborted && (await copySortValues(db, publicationIds, ENTRIES)) > 0);
    // what is left belongs to entries that somebody else is changing: next time
    if ((await settleOrderChanges(db, ids)) < ids.length) return;
  }
}
