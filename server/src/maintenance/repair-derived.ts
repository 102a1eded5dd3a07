import type { Change, RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { lockIdentity } from '../library/canonical-store.ts';
import { refreshCopies } from '../library/order-store.ts';
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
export async function correctIds(tx: Tx): Promise<CorrectedIds> {
  await lockIdentity(tx);
  const canonical = await store.correctCanonicalIds(tx);
  const listings = await store.correctListings(tx);
  return {
    summary: { canonical_ids_corrected: canonical.length, listings_moved: listings.length },
    changes: [
      ...canonical.map((one) => ({ action: 'repair.correct-canonical', ...one })),
      ...listings.map((one) => ({ action: 'repair.move-listing', ...one })),
    ],
  };
}

/** Lists the publications of a scope whose display is stale, or whose sort values in libraries are. */
export async function listStale(
  db: Queries,
  scope: { userId: number | null; publicationIds: readonly number[] | null },
): Promise<number[]> {
  const stale: number[] = [];
  for (let after = 0, isMore = true; isMore; ) {
    const ids = await store.listCanonical(db, scope, after, PAGE_SIZE);
    const displays = await store.findStaleDisplays(db, ids);
    const sortValues = await store.findStaleSortValues(db, ids);
    stale.push(...new Set([...displays.map(({ before }) => before.id), ...sortValues.map(({ id }) => id)]));
    after = ids.at(-1) ?? after;
    isMore = ids.length === PAGE_SIZE;
  }
  return stale;
}

/** Refreshes the displays and sort values that are still stale, and returns the number of their publications. */
export async function refreshStale(db: Database, job: RepairJob, ids: readonly number[]): Promise<number> {
  const refreshed = await inBatches(db, ids, async (tx, batch) => {
    await lockIdentity(tx, 'shared');
    const displays = await store.findStaleDisplays(tx, batch);
    const staleIds = displays.map(({ before }) => before.id);
    await refreshDisplays(tx, staleIds);
    // without those that the new displays change, because the job copy-order copies these
    const sortValues = await store.findStaleSortValues(tx, batch);
    const memberIds = sortValues.flatMap((one) => one.memberIds);
    const entries = sortValues.reduce((sum, one) => sum + one.entries, 0);
    await refreshCopies(tx, memberIds, entries);
    await writeAudit(tx, job, [...displays.map(describeDisplay), ...sortValues.map(describeSortValues)]);
    return [...new Set([...staleIds, ...sortValues.map(({ id }) => id)])];
  });
  return refreshed.length;
}

function describeDisplay({ before, after }: store.StaleDisplay): Change {
  const { records: _, identifiers: __, ...shown } = before;
  const { words: ___, ...display } = after;
  return { action: 'repair.refresh-display', publicationId: before.id, before: shown, after: display };
}

function describeSortValues({ id, entries }: store.StaleSortValues): Change {
  const [before, after] = [{ stale_entries: entries }, { stale_entries: 0 }];
  return { action: 'repair.refresh-sort-values', publicationId: id, before, after };
}
