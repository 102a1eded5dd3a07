import type { RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { lockEnrichmentOf } from '../enrichment/store.ts';
import { lockIdentity } from '../library/canonical-store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { reportEnrichment } from '../runs/report-enrichment.ts';
import { lockProfiles, resetCrawls } from '../scholars/crawl-store.ts';
import * as store from './orphan-store.ts';
import { inBatches } from './transactions.ts';

/**
 * Deletes the publications that no user has or can reach, and returns their number. The next crawl of the profiles that
 * list them is full, so that they come back if such a profile is tracked again.
 */
export async function deleteOrphans(db: Database, job: RepairJob): Promise<number> {
  const deleted = await inBatches(db, await store.listOrphans(db), (tx, batch) => deleteBatch(tx, job, batch));
  return deleted.length;
}

/**
 * Deletes a batch. Its locks make other processes wait that start to track one of the profiles, or save a page of it.
 */
async function deleteBatch(tx: Tx, job: RepairJob, ids: readonly number[]): Promise<number[]> {
  await lockProfiles(tx, await store.listListingProfiles(tx, ids));
  await lockIdentity(tx);
  const orphanIds = await store.lockOrphans(tx, ids);
  const changes = await store.describeDeletions(tx, orphanIds);
  const deletedIds = changes.map(({ publicationId }) => publicationId);
  await resetCrawls(tx, await store.listListingProfiles(tx, orphanIds));
  // a run may still wait for the enrichment of such a publication, if its scholar was deleted during the run
  await lockEnrichmentOf(tx, deletedIds);
  await reportEnrichment(tx, { identifiers: [], pdfs: [], over: deletedIds });
  await store.deletePublications(tx, deletedIds);
  await writeAudit(tx, job, changes);
  return deletedIds;
}
