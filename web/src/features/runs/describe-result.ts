import type { QueueItem, ScholarResult } from '../../api/shapes.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import { describeNext } from './describe-next.ts';

const SERVER_ERROR = /^server_error_(\d+)$/;

/** What became of a scholar in a run, in words. */
export function describeResult({ outcome, state, state_reason: reason }: ScholarResult): string {
  const { results } = texts;
  if (outcome === 'failed') return describeFailure(state, reason);
  if (outcome === 'skipped') return results.skipped[reason ?? ''] ?? results.skippedElse;
  if (outcome === 'partial' && state !== 'ok' && state !== null) return describeFailure(state, reason);
  if (outcome !== 'success') return results[outcome];
  if (reason === 'fresh') return results.fresh;
  return state === 'no_results' ? results.noResults : results.success;
}

/** What went wrong and why; a reason that has no words here is left as it is. */
export function describeFailure(state: string | null, reason: string | null): string {
  const what = texts.failures[state ?? ''] ?? texts.failed;
  // the state says it already
  if (reason === null || reason === 'not_found') return what;
  const [, status] = SERVER_ERROR.exec(reason) ?? [];
  return texts.because(what, status ? texts.serverError(status) : (texts.reasons[reason] ?? reason));
}

/** When what a run left of a scholar goes on; nothing where it left nothing. `item`: what is in the queue for the scholar now. */
export function describeRest(result: ScholarResult, item: QueueItem | undefined, now: number): string | null {
  if (!result.continuation_enqueued) return null;
  if (item === undefined) return texts.one.doneLater;
  if (item.status === 'dropped') return null;
  if (item.status === 'retrying') return texts.one.now;
  const when = describeNext(item.next_attempt_dt, now);
  return result.outcome === 'failed' ? texts.one.again(when) : texts.one.goesOn(when);
}

const ORDER = ['failed', 'partial', 'pending', 'skipped', 'success'] as const;

/** What went wrong first, then what is not done; of those that were read, the ones with most that is new. */
export function inOrder(results: readonly ScholarResult[]): ScholarResult[] {
  return [...results].sort(
    (one, other) =>
      ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome) ||
      other.new_publication_count - one.new_publication_count,
  );
}
