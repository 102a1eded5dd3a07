import type { JobFacts } from '../audit/repair-job.ts';
import type { Database } from '../platform/database/database.ts';
import type { ShownCluster } from './contract.ts';
import type { WantedClusters } from './find-clusters.ts';
import { judgeClusters } from './judge-clusters.ts';
import { judgeKeys } from './judge-keys.ts';
import { searchClusters } from './search-clusters.ts';
import { showCluster } from './show-cluster.ts';

export interface ListedDuplicates {
  readonly summary: JobFacts;
  readonly found: ShownCluster[];
}

/** The clusters chosen as they are now; without a choice those that a search finds, the surest first. Changes nothing. */
export async function listDuplicates(
  { db, databaseUrl }: { readonly db: Database; readonly databaseUrl: string },
  terms: WantedClusters,
  chosenKeys: readonly string[],
): Promise<ListedDuplicates> {
  if (chosenKeys.length > 0) {
    const { clusters, unknownKeys } = await judgeKeys(db, chosenKeys, terms);
    const found = clusters.map((cluster) => showCluster(cluster, cluster));
    return { summary: { ...summaryOf(found), unknown_cluster_keys: unknownKeys }, found };
  }
  const begin = performance.now();
  const { clusters, ...counts } = await searchClusters({ databaseUrl, terms });
  const judged = await judgeClusters(db, clusters, terms);
  const found = judged
    // what changed since it was found is left out
    .filter((cluster) => cluster !== null)
    .sort((a, b) => b.similarity - a.similarity || a.winner.id - b.winner.id)
    .map((cluster) => showCluster(cluster, cluster));
  const summary = {
    ...summaryOf(found),
    cluster_count: counts.clusterCount,
    duplicate_count: counts.duplicateCount,
    publication_count: counts.workCount,
    compared_pair_count: counts.candidateCount,
    matching_pair_count: counts.matchCount,
    seconds: Math.round(performance.now() - begin) / 1000,
    unknown_cluster_keys: [],
  };
  return { summary, found };
}

function summaryOf(clusters: readonly ShownCluster[]): JobFacts {
  return {
    cluster_count: clusters.length,
    duplicate_count: clusters.reduce((sum, { member_count }) => sum + member_count - 1, 0),
    shown_cluster_count: clusters.length,
    merged_cluster_count: 0,
    merged_publication_count: 0,
  };
}
