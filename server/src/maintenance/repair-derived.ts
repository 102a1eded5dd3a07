import type { Change, RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { lockIdentity } from '../library/canonical-store.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { refreshDisplays } from '../publications/display.ts';
import * as store from './derived-store.ts';
import { inBatches } from './transactions.ts';

const PAGE_SIZE = 500;

/** The corrections of ids that derive from merges: their numbers, and the changes for the audit log. */
export interface CorrectedIds {
  readonly summary: Readonly<Record<'canonical_ids_corrected' | 'listings_moved', number>>;
  readonly changes: readonly Change[];
}

/** Corrects canonical ids, and then the publications of listings, which derive from them. */
export async function correctIds(tx: Tx, scope: store.IdScope): Promise<CorrectedIds> {
  await lockIdentity(tx);
  const canonical = await store.correctCanonicalIds(tx);
  const listings = await store.correctListings(tx, scope);
  return {
    summary: { canonical_ids_corrected: canonical.length, listings_moved: listings.length },
    changes: [
      ...canonical.map((one) => ({ action: 'repair.correct-canonical', ...one })),
      ...listings.map((one) => ({ action: 'repair.move-listing', ...one })),
    ],
  };
}

/** Lists the publications of a scope whose display is stale. */
export async function listStaleDisplays(
  db: Queries,
  scope: { userId: number | null; publicationIds: readonly number[] | null },
): Promise<number[]> {
  const stale: number[] = [];
  for (let after = 0, isMore = true; isMore; ) {
    const ids = await store.listCanonical(db, scope, after, PAGE_SIZE);
    stale.push(...(await store.findStaleDisplays(db, ids)).map(({ before }) => before.id));
    after = ids.at(-1) ?? after;
    isMore = ids.length === PAGE_SIZE;
  }
  return stale;
}

/** Refreshes the displays that are still stale, and returns their number. */
export async function refreshStaleDisplays(db: Database, job: RepairJob, ids: readonly number[]): Promise<number> {
  const refreshed = await inBatches(db, ids, async (tx, batch) => {
    await lockIdentity(tx, 'shared');
    const stale = await store.findStaleDisplays(tx, batch);
    const staleIds = stale.map(({ before: { id } }) => id);
    await refreshDisplays(tx, staleIds);
    await writeAudit(tx, job, stale.map(describeRefresh));
    return staleIds;
  });
  return refreshed.length;
}

function describeRefresh({ before, after }: store.StaleDisplay): Change {
  const { records: _, identifiers: __, ...shown } = before;
  const { words: ___, ...display } = after;
  return { action: 'repair.refresh-display', publicationId: before.id, before: shown, after: display };
}
