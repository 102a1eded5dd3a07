import type { RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { differs, displayOf, refreshDisplays } from '../publications/display.ts';
import { readShown } from '../publications/display-store.ts';
import { lockIdentity } from '../publications/record-store.ts';
import { undone } from './check-store.ts';
import * as store from './derived-store.ts';

const BATCH = 500;

/** How many derived values were wrong. They belong to no user, so each has one right value whoever asks. */
export type DerivedSummary = Readonly<
  Record<'canonical_ids_corrected' | 'listings_moved' | 'displays_refreshed', number>
>;

/**
 * Counts what a repair would change. Entries follow canonical ids. So where these are wrong, `countEntries` counts in a transaction in which they are right,
 * and which is rolled back.
 */
export async function countRepairs<T>(
  db: Database,
  userId: number | null,
  countEntries: (db: Queries) => Promise<T>,
): Promise<{ derived: DerivedSummary; entries: T }> {
  const count = async (queries: Queries, corrected = NONE) => {
    let displays_refreshed = 0;
    for await (const ids of eachCanonical(queries, userId))
      displays_refreshed += (await listStale(queries, ids)).length;
    return { derived: { ...corrected, displays_refreshed }, entries: await countEntries(queries) };
  };
  if (!(await store.hasWrongDerived(db))) return count(db);
  return undone(db, async (tx) => count(tx, await correctIds(tx, null)));
}

/** Corrects canonical ids, then what listings derive from them, then displays: all of them, or those in a user's library. */
export async function repairDerived(db: Database, job: RepairJob, userId: number | null): Promise<DerivedSummary> {
  const isWrong = await store.hasWrongDerived(db);
  const corrected = isWrong ? await db.transaction().execute((tx) => correctIds(tx, job)) : NONE;
  return { ...corrected, displays_refreshed: await refresh(db, job, userId) };
}

const NONE = { canonical_ids_corrected: 0, listings_moved: 0 };

async function correctIds(tx: Tx, job: RepairJob | null): Promise<typeof NONE> {
  await lockIdentity(tx);
  const canonical = await store.correctCanonicalIds(tx);
  const listings = await store.correctListings(tx);
  const changes = [
    ...canonical.map((one) => ({ action: 'repair.correct-canonical', ...one })),
    ...listings.map((one) => ({ action: 'repair.move-listing', ...one })),
  ];
  if (job) await writeAudit(tx, job, changes);
  return { canonical_ids_corrected: canonical.length, listings_moved: listings.length };
}

async function refresh(db: Database, job: RepairJob, userId: number | null): Promise<number> {
  let total = 0;
  for await (const ids of eachCanonical(db, userId)) {
    if ((await listStale(db, ids)).length === 0) continue;
    total += await db.transaction().execute(async (tx) => {
      await lockIdentity(tx, 'shared');
      const stale = await listStale(tx, ids);
      await refreshDisplays(
        tx,
        stale.map(({ before: { id } }) => id),
      );
      const action = 'repair.refresh-display';
      await writeAudit(
        tx,
        job,
        stale.map(({ before: { records: _, identifiers: __, ...before }, after: { words: ___, ...after } }) => ({
          action,
          publicationId: before.id,
          before,
          after,
        })),
      );
      return stale.length;
    });
  }
  return total;
}

async function* eachCanonical(db: Queries, userId: number | null): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const ids = await store.listCanonical(db, userId, after, BATCH);
    if (ids.length > 0) yield ids;
    if (ids.length < BATCH) return;
    after = ids.at(-1) ?? after;
  }
}

/** The publications that show something else than their records and identifiers say. */
async function listStale(db: Queries, ids: readonly number[]) {
  const shown = await readShown(db, ids);
  return shown
    .map((before) => ({ before, after: displayOf(before) }))
    .filter(({ before, after }) => differs(before, after));
}
