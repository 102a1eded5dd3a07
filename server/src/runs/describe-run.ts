import type { IngestionPolicy } from '../platform/config.ts';
import { BLOCKED_FAILURE_THRESHOLD, RETRY_SCHEDULED_THRESHOLD } from '../platform/constants.ts';
import type { Services } from '../platform/services.ts';
import { readSafetyState } from '../sources/describe-sources.ts';
import { runNotFound } from './cancel-runs.ts';
import type { RunDetail, RunSummary, ScholarResult } from './contract.ts';
import { findRun, listResults, type ProfileResult } from './store.ts';

/**
 * A run with the result of each scholar.
 * @throws Problem `run_not_found`
 */
export async function describeRun(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
  runId: number,
): Promise<RunDetail> {
  const run = await findRun(db, userId, runId);
  if (!run) throw runNotFound();
  const results = combineResults(await listResults(db, run.id));
  const summary = summarizeRun(results, config.ingestion);
  return { run, summary, scholar_results: results, safety_state: await readSafetyState(db, userId) };
}

/** Counts a run's results and compares them with the thresholds. */
export function summarizeRun(
  results: readonly RunResult[],
  { networkFailureThreshold }: Pick<IngestionPolicy, 'networkFailureThreshold'>,
): RunSummary {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const states = countBy(failed, ({ state }) => state);
  const blocked = states.blocked_or_captcha ?? 0;
  const network = states.network_error ?? 0;
  const layout = states.layout_changed ?? 0;
  const retries = results.filter((result) => result.continuation_enqueued).length;
  return {
    succeeded_count: results.filter(({ outcome }) => outcome === 'success').length,
    failed_count: failed.length,
    partial_count: results.filter(({ outcome }) => outcome === 'partial').length,
    failed_state_counts: states,
    failed_reason_counts: countBy(failed, (result) => result.state_reason),
    scrape_failure_counts: { blocked_or_captcha: blocked, network_error: network, layout_changed: layout },
    retry_counts: {
      retries_scheduled_count: retries,
      scholars_with_retries_count: results.filter((result) => result.attempt_count > 1 || result.continuation_enqueued)
        .length,
      retry_exhausted_count: results.filter(({ exhausted }) => exhausted).length,
    },
    alert_thresholds: {
      blocked_failure_threshold: BLOCKED_FAILURE_THRESHOLD,
      network_failure_threshold: networkFailureThreshold,
      retry_scheduled_threshold: RETRY_SCHEDULED_THRESHOLD,
    },
    alert_flags: {
      blocked_failure_threshold_exceeded: blocked >= BLOCKED_FAILURE_THRESHOLD,
      network_failure_threshold_exceeded: network >= networkFailureThreshold,
      retry_scheduled_threshold_exceeded: retries >= RETRY_SCHEDULED_THRESHOLD,
    },
  };
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string | null): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const key = keyOf(item) ?? 'unknown';
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** A scholar's result. `exhausted`: an item was dropped after the last attempt. */
export type RunResult = ScholarResult & { readonly exhausted: boolean };

/** Combines the results of profiles to one result for each scholar, in the order in which the scholars were added. */
export function combineResults(results: readonly ProfileResult[]): RunResult[] {
  const ofScholars = new Map<number, ProfileResult[]>();
  for (const one of results) {
    const others = ofScholars.get(one.scholar_number);
    if (others) others.push(one);
    else ofScholars.set(one.scholar_number, [one]);
  }
  return [...ofScholars.values()].flatMap(combineOfScholar);
}

/**
 * Combines the results of a scholar's profiles, the main one first. The fields describe the first profile that did not
 * succeed, because that is what the user has to know; `sources` has them all.
 */
function combineOfScholar(results: readonly ProfileResult[]): RunResult[] {
  const [main] = results;
  if (!main) return [];
  const { scholar_profile_id, scholar_outcome: outcome } = main;
  const shown = results.find((one) => one.outcome !== 'success') ?? main;
  const states = [shown, ...results].flatMap(({ state }) => state ?? []);
  const isSingle = results.length === 1;
  return [
    {
      scholar_profile_id,
      scholar_id: main.source_id,
      state: outcome === 'pending' || outcome === 'skipped' ? null : (states[0] ?? null),
      state_reason: shown.state_reason,
      outcome,
      attempt_count: Math.max(...results.map((one) => one.attempt_count)),
      publication_count: Math.max(...results.map((one) => one.publication_count)),
      new_publication_count: results.reduce((sum, one) => sum + one.new_publication_count, 0),
      start_cstart: shown.start_cstart,
      continuation_cstart: shown.continuation_cstart,
      continuation_enqueued: results.some((one) => one.continuation_enqueued),
      continuation_cleared: results.some((one) => one.continuation_cleared),
      warnings: results.flatMap(({ source, warnings }) =>
        isSingle ? warnings : warnings.map((warning) => `${source}: ${warning}`),
      ),
      error: shown.error,
      debug: shown.debug,
      sources: results.map((one) => ({
        source: one.source,
        id: one.source_id,
        outcome: one.outcome,
        state: one.state,
        state_reason: one.state_reason,
        publication_count: one.publication_count,
        new_publication_count: one.new_publication_count,
        error: one.error,
      })),
      exhausted: results.some((one) => one.exhausted),
    },
  ];
}
