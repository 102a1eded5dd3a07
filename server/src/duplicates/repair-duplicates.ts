import type { Operator } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RepairRequest, RepairResult } from './contract.ts';
import type { WantedClusters } from './find-clusters.ts';
import { listDuplicates } from './list-duplicates.ts';
import { mergeClusters } from './merge-clusters.ts';
import { CERTAINLY_TWO } from './near-duplicate.ts';
import { MATCH_POINT } from './score-pair.ts';

const CONFIRMATION = 'MERGE SELECTED DUPLICATES';
const MAX_YEAR_DELTA = 1;
const MAX_CLUSTERS = 200;

type RepairServices = Pick<Services, 'db' | 'databaseUrl' | 'log'>;

/**
 * Finds near duplicates, or looks at those chosen again; merges the chosen ones when it is no dry run.
 * @throws Problem `confirmation_required`; `validation_error` when nothing was chosen; `repair_in_progress`
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
    threshold: Math.max(request.similarity_threshold ?? MATCH_POINT, CERTAINLY_TWO),
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
    operator: { ...operator, name: request.requested_by?.trim() || operator.name },
    isDryRun,
    scope,
  };
  const { jobId, summary, found } = await runRepair(services, plan, async (job) => {
    const { summary, found } = await (isDryRun
      ? listDuplicates(services, terms, chosen)
      : mergeClusters(services.db, job, terms, chosen));
    // the names that clients of such a service know
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
