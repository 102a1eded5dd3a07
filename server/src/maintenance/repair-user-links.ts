import type { Change, RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { restartSearches } from '../lookups/open-searches.ts';
import { wakeLookups } from '../lookups/wake-lookups.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { disownImports } from '../publications/disown-imports.ts';
import { restoreMarks } from '../publications/dropped-marks-store.ts';
import { lockFilled } from '../publications/imported-store.ts';
import { lockLibrary } from '../publications/library-store.ts';
import * as store from '../publications/link-repair-store.ts';
import { type LinkFault, type LinkPlan, type Mend, planLink } from './link-fault.ts';
import { addUp, countMends, type LinkSummary, NOTHING_MENDED } from './link-summary.ts';

/** So many changes are made in one transaction: nobody waits long for the library. */
const BATCH = 500;

const ACTIONS: Readonly<Record<Mend, string>> = {
  deleted: 'repair.delete-link',
  joined: 'repair.join-links',
  added: 'repair.add-link',
  shown: 'repair.show-link',
  hidden: 'repair.hide-link',
  reassigned: 'repair.reassign-link',
};

/** What a repair of a user's links would change. */
export async function countUserRepairs(db: Database, scope: store.LinkScope): Promise<LinkSummary> {
  const plans = plansOf(await store.listLinkFaults<LinkFault>(db, scope));
  const wrongCounts = await store.findWrongCounts(db, scope.userId);
  const counted = addUp(NOTHING_MENDED, countMends(plans.map(({ mend }) => mend)));
  return addUp(counted, { users_examined: 1, counters_corrected: wrongCounts ? 1 : 0 });
}

/**
 * Mends a user's links. What is wrong is found without a lock, and looked at again behind the library's lock, some at a time: so nothing that a crawl
 * or the user does meanwhile is lost.
 */
export async function repairUserLinks(db: Database, job: RepairJob, scope: store.LinkScope): Promise<LinkSummary> {
  // first, as a dry run sees it: from then on the counts follow the rows
  const corrected = await correctCounts(db, job, scope.userId);
  let summary = addUp(NOTHING_MENDED, { users_examined: 1, counters_corrected: corrected });
  const ids = (await store.listLinkFaults<LinkFault>(db, scope)).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const mends = await db.transaction().execute((tx) => mendLinks(tx, job, scope, batch));
    summary = addUp(summary, countMends(mends));
  }
  return summary;
}

async function mendLinks(tx: Tx, job: RepairJob, scope: store.LinkScope, ids: readonly number[]): Promise<Mend[]> {
  const { userId } = scope;
  // works come before the library
  await lockFilled(tx, ids);
  await lockLibrary(tx, userId);
  const faults = await store.listLinkFaults<LinkFault>(tx, scope, ids);
  const plans = plansOf(faults);
  const repaired = plans.map(({ becomesRead, ...plan }) => ({ ...plan, becomes_read: becomesRead }));
  await store.saveRepairedLinks(tx, userId, repaired);
  const added = plans.filter(({ mend }) => mend === 'added').map(({ id }) => id);
  await restoreMarks(tx, userId, added);
  const woken = await restartSearches(tx, await disownImports(tx, added));
  const after = await store.listLinksForAudit(
    tx,
    userId,
    plans.map(({ id }) => id),
  );
  const linksOf = new Map(faults.map(({ id, links }) => [id, links]));
  const changes = plans.map(({ id, mend }): Change => {
    const before = (linksOf.get(id) ?? []).map(({ place: _, ...link }) => link);
    const common = { action: ACTIONS[mend], userId, publicationId: id };
    return { ...common, before: before.length > 0 ? { links: before } : null, after: after.get(id) ?? null };
  });
  await writeAudit(tx, job, changes);
  await wakeLookups(tx, woken);
  return plans.map(({ mend }) => mend);
}

function plansOf(faults: readonly LinkFault[]): LinkPlan[] {
  return faults.flatMap((fault) => planLink(fault) ?? []);
}

/** Returns 1 when a library's counts were wrong. */
async function correctCounts(db: Database, job: RepairJob, userId: number): Promise<number> {
  if (!(await store.findWrongCounts(db, userId))) return 0;
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const wrong = await store.findWrongCounts(tx, userId);
    if (!wrong) return 0;
    await store.saveCounts(tx, userId, wrong.counted);
    await writeAudit(tx, job, [{ action: 'repair.correct-counts', userId, before: wrong.kept, after: wrong.counted }]);
    return 1;
  });
}

export const countGoneUsersLinks = store.countStrayLinks;

/** Deletes links of users who are no more; returns how many. */
export async function deleteGoneUsersLinks(db: Database, job: RepairJob): Promise<number> {
  for (let deleted = 0; ; ) {
    const count = await db.transaction().execute(async (tx) => {
      const links = await store.deleteStrayLinks(tx, BATCH);
      const changes = links.map(({ user_id: userId, publication_id: publicationId, link }) => {
        return { action: ACTIONS.deleted, userId, publicationId, before: { links: [link] }, after: null };
      });
      await writeAudit(tx, job, changes);
      return links.length;
    });
    deleted += count;
    if (count < BATCH) return deleted;
  }
}
