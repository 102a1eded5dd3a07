import type { IngestionPolicy } from '../platform/config.ts';
import { BLOCKED_FAILURE_THRESHOLD, RETRY_SCHEDULED_THRESHOLD } from '../platform/constants.ts';
import type { RunResult } from './combine-results.ts';
import type { RunSummary } from './contract.ts';

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
