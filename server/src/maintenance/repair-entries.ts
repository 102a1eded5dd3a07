import type { RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { lockIdentity } from '../library/canonical-store.ts';
import { lockLibrary, refreshEntries } from '../library/entry-store.ts';
import { deleteEntries, hideMerged, takeOver } from '../library/take-over-store.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { inBatches } from './transactions.ts';
import * as copies from './wrong-copies-store.ts';
import * as store from './wrong-entries-store.ts';

const ACTIONS: Readonly<Record<store.WrongEntry['repair'], string>> = {
  added: 'repair.add-link',
  shown: 'repair.show-link',
  hidden: 'repair.hide-link',
  joined: 'repair.join-links',
  reassigned: 'repair.reassign-link',
  deleted: 'repair.delete-link',
};

/** The entries that a repair examines: all of a user's (null), or only those of these canonical publications. */
export interface EntryScope {
  readonly userId: number;
  readonly publicationIds: readonly number[] | null;
}

/** The summary of a repair of entries. `links_<repair>` counts the entries with this repair. */
export type EntrySummary = Readonly<Record<string, number>>;

/** Counts what a repair of a user's entries would change. */
export async function countEntryRepairs(db: Queries, scope: EntryScope): Promise<EntrySummary> {
  const { userId, publicationIds } = scope;
  const isWrong = await hasWrongCopies(db, userId);
  const entries = await store.countEntries(db, userId, publicationIds);
  return summarize(entries, isWrong, await store.listWrongEntries(db, userId, publicationIds));
}

/**
 * Repairs a user's entries. It finds wrong ones without a lock, and then checks them again in batches under the
 * library's lock. So it does not overwrite what a crawl or the user changed meanwhile.
 */
export async function repairEntries(db: Database, job: RepairJob, scope: EntryScope): Promise<EntrySummary> {
  const { userId, publicationIds } = scope;
  const inScope = await store.countEntries(db, userId, publicationIds);
  // first, because triggers only add differences to the counts, so wrong ones would stay wrong
  const isWrong = await hasWrongCopies(db, userId);
  if (isWrong) await db.transaction().execute((tx) => correctCopies(tx, job, userId));
  const ids = (await store.listWrongEntries(db, userId, publicationIds)).map(({ id }) => id);
  return summarize(inScope, isWrong, await inBatches(db, ids, (tx, batch) => repairBatch(tx, job, userId, batch)));
}

async function repairBatch(
  tx: Tx,
  job: RepairJob,
  userId: number,
  batch: readonly number[],
): Promise<store.WrongEntry[]> {
  await lockIdentity(tx, 'shared');
  await lockLibrary(tx, userId);
  const wrong = await store.recheckEntries(tx, userId, batch);
  const ids = wrong.map(({ id }) => id);
  const concerned = wrong.flatMap(({ id, entryIds }) => [id, ...entryIds]);
  const before = await store.readEntries(tx, userId, concerned);
  const lost = wrong.flatMap(({ repair, entryIds }) => (repair === 'deleted' ? entryIds : []));
  await deleteEntries(tx, lost, [userId]);
  const merged = wrong.flatMap(({ id, repair, entryIds }) =>
    repair === 'joined' ? entryIds.flatMap((fromId) => (fromId === id ? [] : { fromId, toId: id })) : [],
  );
  const mergedIds = merged.map(({ fromId }) => fromId);
  await takeOver(tx, merged, [userId]);
  await hideMerged(tx, mergedIds, [userId]);
  await refreshEntries(tx, [userId], [...ids, ...mergedIds]);
  const after = new Map((await store.readEntries(tx, userId, ids)).map(({ id, entry }) => [id, entry]));
  const changes = wrong.map(({ id, repair, entryIds }) => {
    const links = before.flatMap((one) => (one.id === id || entryIds.includes(one.id) ? one.entry : []));
    return {
      action: ACTIONS[repair],
      userId,
      publicationId: id,
      before: links.length > 0 ? { links } : null,
      after: after.get(id) ?? null,
    };
  });
  await writeAudit(tx, job, changes);
  return wrong;
}

function summarize(inScope: number, isWrong: boolean, wrong: readonly store.WrongEntry[]): EntrySummary {
  const counts = store.ENTRY_REPAIRS.map((repair) => [
    `links_${repair}`,
    wrong.filter((one) => one.repair === repair).length,
  ]);
  return {
    users_examined: 1,
    links_in_scope: inScope,
    counters_corrected: isWrong ? 1 : 0,
    ...Object.fromEntries(counts),
  };
}

async function hasWrongCopies(db: Queries, userId: number): Promise<boolean> {
  return (await copies.listWrongMarks(db, userId)).length > 0 || (await copies.listWrongCounts(db, userId)).length > 0;
}

/**
 * Corrects the marks, tags and words of a library, and then its counts and last numbers, which follow from the marks.
 */
async function correctCopies(tx: Tx, job: RepairJob, userId: number): Promise<void> {
  await lockLibrary(tx, userId);
  const marks = await copies.listWrongMarks(tx, userId);
  const ids = marks.flatMap(({ publicationId }) => publicationId ?? []);
  if (ids.length > 0) await copies.correctMarks(tx, userId, ids);
  const counts = await copies.listWrongCounts(tx, userId);
  await copies.correctCounts(tx, userId);
  await writeAudit(tx, job, [...counts, ...marks]);
}
