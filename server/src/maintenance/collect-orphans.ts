import type { RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { lockEnrichmentOf } from '../enrichment/store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { lockIdentity } from '../publications/record-store.ts';
import { reportEnrichment } from '../runs/report-enrichment.ts';
import { forgetCrawls, lockProfiles } from '../scholars/crawl-store.ts';
import * as store from './orphan-store.ts';

const BATCH = 500;

/**
 * Deletes the publications that nobody has or is led to, a few hundred at a time; returns how many. The profiles that list them are crawled to their end the next
 * time, so that a profile that is tracked again brings them back.
 */
export async function deleteOrphans(db: Database, job: RepairJob): Promise<number> {
  const ids = await store.listOrphans(db);
  let deleted = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    deleted += await db.transaction().execute((tx) => deleteBatch(tx, job, batch));
  }
  return deleted;
}

/** Whoever begins to track one of the profiles, or saves a page of it, comes before or after. */
async function deleteBatch(tx: Tx, job: RepairJob, ids: readonly number[]): Promise<number> {
  await lockProfiles(tx, await store.listListingProfiles(tx, ids));
  await lockIdentity(tx);
  const orphanIds = await store.lockOrphans(tx, ids);
  const gone = await store.describeTrees(tx, orphanIds);
  const goneIds = gone.map(({ id }) => id);
  await forgetCrawls(tx, await store.listListingProfiles(tx, orphanIds));
  // a run may wait for a lookup of a scholar who is no longer tracked
  await lockEnrichmentOf(tx, goneIds);
  await reportEnrichment(tx, { identifiers: [], pdfs: [], over: goneIds });
  await store.deletePublications(tx, goneIds);
  const action = 'repair.delete-publication';
  const changes = gone.map(({ id, publication }) => ({ action, publicationId: id, before: publication, after: null }));
  await writeAudit(tx, job, changes);
  return gone.length;
}
