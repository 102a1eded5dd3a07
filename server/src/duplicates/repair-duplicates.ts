import type { Change, JobFacts, Operator, RepairJob } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { saveProgress, writeAudit } from '../audit/store.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { mergePublications } from '../publications/merge.ts';
import { CERTAINLY_DIFFERENT, idsOfKey, type SearchTerms } from './clusters.ts';
import type { RepairRequest, RepairResult, ShownCluster } from './contract.ts';
import type { WantedClusters } from './find-clusters.ts';
import { judgeClusters, judgeKeys, showCluster } from './judge-clusters.ts';
import { MATCH_POINT } from './score-pair.ts';
import { searchClusters } from './search-clusters.ts';

const CONFIRMATION = 'MERGE SELECTED DUPLICATES';
const MAX_YEAR_DELTA = 1;
const MAX_CLUSTERS = 200;

type RepairServices = Pick<Services, 'db' | 'databaseUrl' | 'log'>;

/**
 * Finds near duplicates, or looks at the chosen ones again; merges the chosen ones unless this is a dry run.
 * @throws Problem `confirmation_required`; `validation_error` if nothing was chosen; `repair_in_progress`
 */
export async function repairDuplicates(
  services: RepairServices,
  request: RepairRequest,
  operator: Operator,
): Promise<RepairResult> {
  const isDryRun = request.dry_run ?? true;
  const chosen = request.selected_cluster_keys ?? [];
  if (!isDryRun) requireChoice(request.confirmation_text ?? null, chosen);
  const terms: WantedClusters = {
    threshold: Math.max(request.similarity_threshold ?? MATCH_POINT, CERTAINLY_DIFFERENT),
    maxYearDelta: request.max_year_delta ?? MAX_YEAR_DELTA,
    maxClusters: request.max_clusters ?? MAX_CLUSTERS,
  };
  const scope = {
    similarity_threshold: terms.threshold,
    max_year_delta: terms.maxYearDelta,
    max_clusters: terms.maxClusters,
    selected_cluster_keys: chosen,
  };
  const plan = {
    name: 'publication_near_duplicates' as const,
    operator: { ...operator, name: cleanText(request.requested_by) ?? operator.name },
    isDryRun,
    scope,
  };
  const { jobId, summary, found } = await runRepair(services, plan, async (job) => {
    const { summary, found } = await (isDryRun
      ? listDuplicates(services, terms, chosen)
      : mergeClusters(services.db, job, terms, chosen));
    // the names that clients of the original service know
    const known = {
      dry_run: isDryRun,
      candidate_cluster_count: summary.cluster_count ?? chosen.length,
      merged_publications: summary.merged_publication_count,
    };
    return { summary: { ...known, ...summary }, found };
  });
  return { job_id: jobId, status: 'completed', scope, summary, clusters: found };
}

function requireChoice(confirmation: string | null, chosen: readonly string[]): void {
  if (confirmation !== CONFIRMATION) {
    throw new Problem('malformed', 'confirmation_required', `To merge, send "${CONFIRMATION}" as confirmation_text.`, {
      confirmation_text: CONFIRMATION,
    });
  }
  if (chosen.length > 0) return;
  const details = [{ path: 'selected_cluster_keys', message: 'must name the clusters to merge' }];
  throw new Problem('invalid', 'validation_error', 'Choose the clusters to merge.', details);
}

interface Outcome {
  readonly summary: JobFacts;
  readonly found: ShownCluster[];
}

/**
 * The chosen clusters as they are now; without a choice, those that a search finds, the most similar first. Changes
 * nothing.
 */
async function listDuplicates(
  { db, databaseUrl }: RepairServices,
  terms: WantedClusters,
  chosenKeys: readonly string[],
): Promise<Outcome> {
  if (chosenKeys.length > 0) {
    const { clusters, unknownKeys } = await judgeKeys(db, chosenKeys, terms);
    const found = clusters.map(showCluster);
    return { summary: { ...summaryOf(found), unknown_cluster_keys: unknownKeys }, found };
  }
  const begin = performance.now();
  const { clusters, ...counts } = await searchClusters({ databaseUrl, terms });
  const judged = await judgeClusters(db, clusters, terms);
  const found = judged
    // null if it has changed since it was found
    .filter((cluster) => cluster !== null)
    .sort((a, b) => b.similarity - a.similarity || a.winner.id - b.winner.id)
    .map(showCluster);
  const summary = {
    ...summaryOf(found),
    cluster_count: counts.clusterCount,
    duplicate_count: counts.duplicateCount,
    publication_count: counts.publicationCount,
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

/**
 * Merges the chosen clusters, each in a transaction of its own: if the process is killed, whole clusters are merged and
 * the job says how many. Each is judged right before its merge. If a merge before it took one of its publications, its
 * key is listed in `overlapping_cluster_keys`, apart from keys that named no cluster.
 */
async function mergeClusters(
  db: Database,
  job: RepairJob,
  terms: SearchTerms,
  chosenKeys: readonly string[],
): Promise<Outcome> {
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
    found.push(showCluster(cluster));
    const loserIds = cluster.losers.map(({ publication }) => publication.id);
    await db.transaction().execute(async (tx) => {
      await saveProgress(tx, job.id, summary());
      const merged = await mergePublications(tx, job.id, cluster.winner.id, loserIds);
      const changes = merged.map(({ mergedId, canonicalId }) => auditOf('merge.publication', mergedId, canonicalId));
      await writeAudit(tx, job, changes);
    });
    for (const id of loserIds) mergedIds.add(id);
  }
  return { summary: summary(), found };
}

/** What the audit log says of a merge (from itself to the winner) or of its undo. */
export function auditOf(action: 'merge.publication' | 'merge.undo', mergedId: number, targetId: number): Change {
  const [apart, merged] = [{ merged_into: null }, { merged_into: targetId }];
  return action === 'merge.publication'
    ? { action, publicationId: mergedId, before: apart, after: merged }
    : { action, publicationId: mergedId, before: merged, after: apart };
}
