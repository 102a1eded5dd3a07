import type { RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { lockLookupsOf } from '../lookups/store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { lockIdentity } from '../publications/discovery-store.ts';
import * as store from '../publications/orphan-store.ts';
import { tellLookups } from '../runs/tell-lookups.ts';
import { forgetCrawls, lockProfiles } from '../scholars/crawl-store.ts';

const BATCH = 500;

export const countOrphans = store.countOrphanWorks;

/**
 * Deletes the works that nobody has, wants or is led to, some at a time; returns how many. The crawls of the profiles that list them are forgotten:
 * the next one reads such a profile to its end, and finds them anew.
 */
export async function deleteOrphans(db: Database, job: RepairJob): Promise<number> {
  const ids = await store.listOrphanWorks(db);
  let deleted = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    deleted += await db.transaction().execute((tx) => deleteBatch(tx, job, batch));
  }
  return deleted;
}

/** Whoever begins to track one of the profiles, or finds one of the works at this moment, is first, or comes when they are gone. */
async function deleteBatch(tx: Tx, job: RepairJob, ids: readonly number[]): Promise<number> {
  const profileIds = await store.listListingProfiles(tx, ids);
  await lockProfiles(tx, profileIds);
  await lockIdentity(tx);
  await store.lockWorks(tx, ids);
  const orphans = await store.describeOrphans(tx, ids);
  const goneIds = orphans.map(({ id }) => id);
  await forgetCrawls(tx, await store.listListingProfiles(tx, goneIds));
  // a run may wait for one of a scholar who is no longer tracked
  await lockLookupsOf(tx, goneIds);
  await tellLookups(tx, { identifiers: [], pdfs: [], over: goneIds });
  await store.deleteWorks(tx, goneIds);
  const action = 'repair.delete-publication';
  const changes = orphans.map(({ id, work }) => ({ action, publicationId: id, before: work, after: null }));
  await writeAudit(tx, job, changes);
  return orphans.length;
}
