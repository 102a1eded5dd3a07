import type { RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { lockLibrary } from '../publications/library-store.ts';
import { lockIdentity } from '../publications/record-store.ts';
import * as store from './entry-repair-store.ts';

/** So many entries are corrected in one transaction, so that nobody waits long for the library. */
const BATCH = 500;

const ACTIONS: Readonly<Record<store.EntryFault['repair'], string>> = {
  added: 'repair.add-link',
  shown: 'repair.show-link',
  hidden: 'repair.hide-link',
  joined: 'repair.join-links',
  reassigned: 'repair.reassign-link',
  deleted: 'repair.delete-link',
};

/** How many entries were corrected, by `links_<how>`, and what else a repair of a user's entries says. */
export type EntrySummary = Readonly<Record<string, number>>;

/** What a repair of a user's entries would change. */
export async function countEntryRepairs(db: Queries, scope: store.EntryScope): Promise<EntrySummary> {
  const faults = await store.listEntryFaults(db, scope);
  const isWrong = await hasWrongNumbers(db, scope.userId);
  return { ...(await countScope(db, scope)), counters_corrected: isWrong ? 1 : 0, ...countRepairs(faults) };
}

/**
 * Repairs a user's entries. Faults are found without a lock, and again under the library's lock, some at a time: so nothing is lost of what a crawl or
 * the user does meanwhile.
 */
export async function repairEntries(db: Database, job: RepairJob, scope: store.EntryScope): Promise<EntrySummary> {
  const inScope = await countScope(db, scope);
  // first, since from then on the numbers follow the entries
  const corrected = await correctNumbers(db, job, scope.userId);
  const ids = (await store.listEntryFaults(db, scope)).map(({ id }) => id);
  const repaired: store.EntryFault[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    repaired.push(...(await db.transaction().execute((tx) => repairBatch(tx, job, scope, batch))));
  }
  return { ...inScope, counters_corrected: corrected, ...countRepairs(repaired) };
}

async function repairBatch(tx: Tx, job: RepairJob, scope: store.EntryScope, ids: readonly number[]) {
  const { userId } = scope;
  await lockIdentity(tx, 'shared');
  await lockLibrary(tx, userId);
  const faults = await store.listEntryFaults(tx, scope, ids);
  const saved = await store.saveEntries(tx, userId, faults);
  await writeAudit(
    tx,
    job,
    faults.map(({ id, repair, before }) => ({
      action: ACTIONS[repair],
      userId,
      publicationId: id,
      before: before.length > 0 ? { links: before } : null,
      after: saved.get(id) ?? null,
    })),
  );
  return faults;
}

async function countScope(db: Queries, scope: store.EntryScope): Promise<EntrySummary> {
  return { users_examined: 1, links_in_scope: await store.countEntries(db, scope) };
}

function countRepairs(faults: readonly store.EntryFault[]): EntrySummary {
  return Object.fromEntries(
    store.ENTRY_REPAIRS.map((one) => [`links_${one}`, faults.filter(({ repair }) => repair === one).length]),
  );
}

async function hasWrongNumbers(db: Queries, userId: number): Promise<boolean> {
  return (await store.hasWrongCopies(db, userId)) || (await store.findWrongNumbers(db, userId)) !== null;
}

/** Corrects the counts and last numbers of a library, and the copies that it keeps. Returns 1 if any was wrong. */
async function correctNumbers(db: Database, job: RepairJob, userId: number): Promise<number> {
  if (!(await hasWrongNumbers(db, userId))) return 0;
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const wrong = await store.findWrongNumbers(tx, userId);
    await store.correctCopies(tx, userId);
    // the copies changed the counts by what they were wrong
    const now = await store.findWrongNumbers(tx, userId);
    if (now) await store.saveNumbers(tx, userId, now.after);
    if (wrong) await writeAudit(tx, job, [{ action: 'repair.correct-counts', userId, ...wrong }]);
    return 1;
  });
}
