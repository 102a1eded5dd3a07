import type { Database } from '../platform/database/database.ts';
import { listOrderChanges, refreshCopies, reopenCandidates, settleOrderChanges } from './order-store.ts';

const MAX_CHANGES = 500;
/** Limits one statement, because a popular publication may be in a thousand libraries. */
const MAX_ENTRIES = 1_000;

/**
 * Copies changed sort values and words of publications to their library entries, and lets rules look at new entries
 * again. A crawl does not do this itself, because a popular publication has too many entries for the transaction of one
 * page.
 */
export async function copyOrder(db: Database, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const { ids, publicationIds } = await listOrderChanges(db, MAX_CHANGES);
    if (ids.length === 0) return;
    while (!stopping?.aborted && (await refreshCopies(db, publicationIds, MAX_ENTRIES)) === MAX_ENTRIES);
    await reopenCandidates(db, publicationIds);
    // another transaction is changing the remaining entries, so the next run of the job copies them
    if ((await settleOrderChanges(db, ids)) < ids.length) return;
  }
}
