import type { QueueItem, ScholarResult, SourceResult } from '../../api/shapes.ts';
import { runsTexts as texts } from '../../texts/en/runs.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { describeNext } from './describe-next.ts';

const SERVER_ERROR = /^server_error_(\d+)$/;

/** The result of one scholar in a run, in words. It describes the first source that did not succeed. */
export function describeResult({ outcome, state, state_reason, sources }: ScholarResult): string {
  const shown = sources.find((one) => one.outcome !== 'success') ?? sources[0];
  return describeOutcome({ outcome, state, state_reason, source: shown?.source ?? 'google_scholar' });
}

type Outcome = Pick<SourceResult, 'source' | 'outcome' | 'state' | 'state_reason'>;

/** The result at one source, in words. */
export function describeOutcome({ source, outcome, state, state_reason: reason }: Outcome): string {
  const { results } = texts;
  if (outcome === 'failed' && state === 'blocked_or_captcha')
    return texts.results.waiting(describeFailure(state, reason, source));
  if (outcome === 'failed') return describeFailure(state, reason, source);
  if (outcome === 'skipped') return results.skipped[reason ?? '']?.(nameOf(source)) ?? results.skippedElse;
  if (outcome === 'partial' && state !== 'ok' && state !== null) return describeFailure(state, reason, source);
  if (outcome !== 'success') return results[outcome];
  if (reason === 'fresh') return results.fresh;
  if (reason === 'unchanged') return results.unchanged;
  if (reason === 'merged') return results.merged(nameOf(source));
  return state === 'no_results' ? results.noResults : results.success;
}

/** One line on a source: its name, the result and the counts. */
export function describeSource(result: SourceResult): string {
  const { publication_count: seen, new_publication_count: found } = result;
  const counts = [
    seen > 0 ? texts.one.publications(seen) : null,
    found > 0 ? texts.one.newPublications(found) : null,
  ].filter((one) => one !== null);
  const [name, outcome] = [nameOf(result.source), describeOutcome(result)];
  // most failures name the source already
  return [outcome.includes(name) ? outcome : texts.one.atSource(name, outcome), ...counts].join(' · ');
}

/** A failure and its reason. A reason without a text is shown as it is. */
export function describeFailure(state: string | null, reason: string | null, source: string): string {
  const failure = texts.failures[state ?? '']?.(nameOf(source)) ?? texts.failed;
  // `not_found` repeats the state
  if (reason === null || reason === 'not_found') return failure;
  const refusal = texts.refusals[reason];
  if (refusal !== undefined) return refusal(nameOf(source));
  const [, status] = SERVER_ERROR.exec(reason) ?? [];
  return texts.because(failure, status ? texts.serverError(status) : (texts.reasons[reason] ?? reason));
}

/** A failure as the service stores it, such as `network_error: timeout`, in words. */
export function describeError(error: string, source: string): string {
  const at = error.indexOf(': ');
  return at < 0 ? error : describeFailure(error.slice(0, at), error.slice(at + 2), source);
}

function nameOf(source: string): string {
  return sourceNames[source] ?? source;
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
