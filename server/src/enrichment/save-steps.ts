import { backoffSeconds } from '../platform/backoff.ts';
import { isTransient } from '../platform/database/database-errors.ts';
import type { Services } from '../platform/services.ts';
import type { StepResult } from './enrichment.ts';
import { type ReportResults, settleSteps } from './settle-steps.ts';

/** After this many failures of a step, enrichment continues without it. */
export const MAX_FAILURES = 3;

/**
 * Saves the results of a batch in one transaction. If a result cannot be saved, its step is retried later and finally
 * skipped, so that one row never blocks the others. If that cannot be saved either, the error is added to `failures`.
 * @throws a database error that will pass
 */
export async function saveSteps(
  services: Services,
  results: readonly StepResult[],
  report: ReportResults,
  failures: unknown[],
): Promise<void> {
  const { db, config, log } = services;
  const [only, ...others] = results;
  if (!only) return;
  const save = (some: readonly StepResult[]) => db.transaction().execute((tx) => settleSteps(tx, config, some, report));
  try {
    await save(results);
  } catch (error) {
    if (isTransient(error)) throw error;
    if (others.length > 0) {
      for (const result of results) await saveSteps(services, [result], report, failures);
      return;
    }
    const { publicationId, failureCount } = only.enrichment;
    log.error({ err: error, publication_id: publicationId }, 'a response of a source could not be saved');
    const later = retryOrSkip(only, backoffSeconds(failureCount + 1, config.ingestion, Math.random()));
    await save([later]).catch((failure) => {
      if (isTransient(failure)) throw failure;
      failures.push(failure);
    });
  }
}

/** Defers a failed step, or skips it after too many failures. */
export function retryOrSkip(result: StepResult, afterSeconds: number): StepResult {
  const isLast = result.enrichment.failureCount + 1 >= MAX_FAILURES;
  return { ...result, outcome: isLast ? { kind: 'skipped' } : { kind: 'deferred', afterSeconds, hasFailed: true } };
}
