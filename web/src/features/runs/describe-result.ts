import type { QueueItem, ScholarResult } from '../../api/shapes.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import { describeNext } from './describe-next.ts';

const SERVER_ERROR = /^server_error_(\d+)$/;

/** The result of one scholar in a run, in words. */
export function describeResult({ outcome, state, state_reason: reason }: ScholarResult): string {
  const { results } = texts;
  if (outcome === 'failed') return describeFailure(state, reason);
  if (outcome === 'skipped') return results.skipped[reason ?? ''] ?? results.skippedElse;
  if (outcome === 'partial' && state !== 'ok' && state !== null) return describeFailure(state, reason);
  if (outcome !== 'success') return results[outcome];
  if (reason === 'fresh') return results.fresh;
  return state === 'no_results' ? results.noResults : results.success;
}

/** A failure and its reason. A reason without a text is shown as it is. */
export function describeFailure(state: string | null, reason: string | null): string {
  const failure = texts.failures[state ?? ''] ?? texts.failed;
  // `not_found` repeats the state
  if (reason === null || reason === 'not_found') return failure;
  const refusal = texts.refusals[reason];
  if (refusal !== undefined) return refusal;
  const [, status] = SERVER_ERROR.exec(reason) ?? [];
  return texts.because(failure, status ? texts.serverError(status) : (texts.reasons[reason] ?? reason));
}

/** When a scholar's unfinished work continues, or null if there is none. `item` is the scholar's current queue item. */
export function describeContinuation(result: ScholarResult, item: QueueItem | undefined, now: number): string | null {
  if (!result.continuation_enqueued) return null;
  if (item === undefined) return texts.one.finishedLater;
  if (item.status === 'dropped') return null;
  if (item.status === 'retrying') return texts.one.now;
  const when = describeNext(item.next_attempt_dt, now);
  return result.outcome === 'failed' ? texts.one.retry(when) : texts.one.continues(when);
}

const ORDER = ['failed', 'partial', 'pending', 'skipped', 'success'] as const;

/** Failures first, then unfinished work. Checked scholars with the most new publications come first. */
export function sortResults(results: readonly ScholarResult[]): ScholarResult[] {
  return [...results].sort(
    (one, other) =>
      ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome) ||
      other.new_publication_count - one.new_publication_count,
  );
}
