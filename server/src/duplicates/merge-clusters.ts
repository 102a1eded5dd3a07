import type { Change, JobFacts, RepairJob } from '../audit/repair-job.ts';
import { saveProgress, writeAudit } from '../audit/store.ts';
import type { Database } from '../platform/database/database.ts';
import { mergePublications } from '../publications/merge.ts';
import { idsOfKey } from './cluster-key.ts';
import type { ShownCluster } from './contract.ts';
import { judgeKeys } from './judge-keys.ts';
import type { SearchTerms } from './near-duplicate.ts';
import { showCluster } from './show-cluster.ts';

/**
 * Merges the clusters that were chosen, each in a transaction of its own: killed in the middle, whole clusters are merged and the job tells which
 * number. Each is looked at right before, so that of two that share a work the second is passed over when it is none any more: such keys are told by
 * themselves (`overlapping_cluster_keys`), apart from those that named no cluster to begin with.
 */
export async function mergeClusters(
  db: Database,
  job: RepairJob,
  terms: SearchTerms,
  chosenKeys: readonly string[],
): Promise<{ summary: JobFacts; found: ShownCluster[] }> {
  const found: ShownCluster[] = [];
  const unknownKeys: string[] = [];
  const overlappingKeys: string[] = [];
  const mergedIds = new Set<number>();
  const summary = () => ({
    selected_cluster_count: new Set(chosenKeys).size,
    merged_cluster_count: found.length,
    merged_publication_count: found.reduce((sum, { member_count }) => sum + member_count - 1, 0),
    unknown_cluster_keys: unknownKeys,
    overlapping_cluster_keys: overlappingKeys,
  });
  for (const key of new Set(chosenKeys)) {
    const [cluster] = (await judgeKeys(db, [key], terms)).clusters;
    if (!cluster) {
      const isOverlapping = (idsOfKey(key) ?? []).some((id) => mergedIds.has(id));
      (isOverlapping ? overlappingKeys : unknownKeys).push(key);
      continue;
    }
    const { winner, losers } = cluster;
    found.push(showCluster(cluster, cluster));
    const loserIds = losers.map(({ work }) => work.id);
    await db.transaction().execute(async (tx) => {
      await saveProgress(tx, job.id, summary());
      const merged = await mergePublications(tx, job.id, winner.id, loserIds);
      await writeAudit(
        tx,
        job,
        merged.map(({ loserId, canonicalId }) => auditOf('merge.publication', loserId, canonicalId)),
      );
    });
    for (const id of loserIds) mergedIds.add(id);
  }
  return { summary: summary(), found };
}

/** What the audit log says of a merge (from itself to the winner) or of its undo. */
export function auditOf(action: 'merge.publication' | 'merge.undo', loserId: number, winnerId: number): Change {
  const [apart, merged] = [{ merged_into: null }, { merged_into: winnerId }];
  return action === 'merge.publication'
    ? { action, publicationId: loserId, before: apart, after: merged }
    : { action, publicationId: loserId, before: merged, after: apart };
}
