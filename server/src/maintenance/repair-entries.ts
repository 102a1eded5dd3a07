import type { RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { lockIdentity } from '../library/canonical-store.ts';
import { lockLibrary, refreshEntries } from '../library/entry-store.ts';
import { hideMerged, takeOver } from '../library/take-over-store.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import * as store from './entry-repair-store.ts';
import { inBatches } from './transactions.ts';

const ACTIONS: Readonly<Record<store.EntryFault['repair'], string>> = {
  added: 'repair.add-link',
  shown: 'repair.show-link',
  hidden: 'repair.hide-link',
  joined: 'repair.join-links',
  reassigned: 'repair.reassign-link',
  deleted: 'repair.delete-link',
};

/** The summary of a repair of entries. `links_<repair>` counts the entries with this repair. */
export type EntrySummary = Readonly<Record<string, number>>;

/** Counts what a repair of a user's entries would change. */
export async function countEntryRepairs(db: Queries, scope: store.EntryScope): Promise<EntrySummary> {
  const isWrong = await hasWrongNumbers(db, scope.userId);
  return summarize(await store.countEntries(db, scope), isWrong, await store.listEntryFaults(db, scope));
}

/**
 * Repairs a user's entries. It finds faults without a lock, and then checks them again in batches under the library's lock. So it does not overwrite what
 * a crawl or the user changed meanwhile.
 */
export async function repairEntries(db: Database, job: RepairJob, scope: store.EntryScope): Promise<EntrySummary> {
  const { userId } = scope;
  const inScope = await store.countEntries(db, scope);
  // first, because the triggers that maintain the numbers only add to them
  const isWrong = await hasWrongNumbers(db, userId);
  if (isWrong) await db.transaction().execute((tx) => correctNumbers(tx, job, userId));
  const ids = (await store.listEntryFaults(db, scope)).map(({ id }) => id);
  const repaired = await inBatches(db, ids, (tx, batch) => repairBatch(tx, job, { userId, publicationIds: batch }));
  return summarize(inScope, isWrong, repaired);
}

async function repairBatch(tx: Tx, job: RepairJob, scope: store.EntryScope): Promise<store.EntryFault[]> {
  const { userId } = scope;
  await lockIdentity(tx, 'shared');
  await lockLibrary(tx, userId);
  const faults = await store.listEntryFaults(tx, scope);
  const idsOf = (repair: store.EntryFault['repair']) => faults.filter((one) => one.repair === repair);
  const concerned = faults.flatMap(({ id, entryIds }) => [id, ...entryIds]);
  const before = await store.readEntries(tx, userId, concerned);
  await store.deleteEntries(
    tx,
    userId,
    idsOf('deleted').flatMap(({ entryIds }) => entryIds),
  );
  const merged = idsOf('joined').flatMap(({ id, entryIds }) =>
    entryIds.filter((one) => one !== id).map((fromId) => ({ fromId, toId: id })),
  );
  await takeOver(tx, merged, [userId]);
  await hideMerged(
    tx,
    merged.map(({ fromId }) => fromId),
    [userId],
  );
  await refreshEntries(
    tx,
    [userId],
    faults.map(({ id }) => id),
  );
  const after = new Map((await store.readEntries(tx, userId, concerned)).map(({ id, entry }) => [id, entry]));
  await writeAudit(
    tx,
    job,
    faults.map(({ id, repair, entryIds }) => {
      const links = before.flatMap((one) => (one.id === id || entryIds.includes(one.id) ? one.entry : []));
      return {
        action: ACTIONS[repair],
        userId,
        publicationId: id,
        before: links.length > 0 ? { links } : null,
        after: after.get(id) ?? null,
      };
    }),
  );
  return faults;
}

function summarize(inScope: number, isWrong: boolean, faults: readonly store.EntryFault[]): EntrySummary {
  const counts = store.ENTRY_REPAIRS.map((one) => [
    `links_${one}`,
    faults.filter(({ repair }) => repair === one).length,
  ]);
  return {
    users_examined: 1,
    links_in_scope: inScope,
    counters_corrected: isWrong ? 1 : 0,
    ...Object.fromEntries(counts),
  };
}

async function hasWrongNumbers(db: Queries, userId: number): Promise<boolean> {
  return (await store.hasWrongCopies(db, userId)) || (await store.findWrongNumbers(db, userId)) !== null;
}

/** Corrects the counts and last numbers of a library, and the copies of sort values and marks. */
async function correctNumbers(tx: Tx, job: RepairJob, userId: number): Promise<void> {
  await lockLibrary(tx, userId);
  const wrong = await store.findWrongNumbers(tx, userId);
  await store.correctCopies(tx, userId);
  // correcting the copies changed the counts by trigger
  const now = await store.findWrongNumbers(tx, userId);
  if (now) await store.saveNumbers(tx, userId, now.after);
  if (wrong) await writeAudit(tx, job, [{ action: 'repair.correct-counts', userId, ...wrong }]);
}
