import type { QueueItem } from '../../api/shapes.ts';
import { runsTexts } from '../../texts/en/runs.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { describeNext } from './describe-next.ts';
import { describeError } from './describe-result.ts';

const texts = runsTexts.queue;

/** The scholar and the source. Most items are at Google Scholar, so it is not named. */
export function labelOfItem({ scholar_label: label, source }: QueueItem): string {
  return source === 'google_scholar' ? label : texts.at(label, sourceNames[source] ?? source);
}

/** Why the item is in the queue, or why it was dropped. */
export function describeReason({
  source,
  status,
  reason,
  dropped_reason: dropped,
  attempt_count: n,
}: QueueItem): string {
  if (status !== 'dropped') return texts.reasons[reason] ?? reason;
  if (dropped === 'attempts_exhausted') return texts.dropReasons.attempts_exhausted(texts.attempts(n));
  if (dropped === 'not_found') return texts.dropReasons.not_found(sourceNames[source] ?? source);
  return dropped === 'dropped_by_user' ? texts.dropReasons.dropped_by_user : texts.dropReasonElse;
}

/** Progress, failed attempts and next try. */
export function describeProgress(item: QueueItem, now: number): string | null {
  const facts = [
    item.resume_cstart > 0 ? texts.fromRow(item.resume_cstart) : null,
    item.status !== 'dropped' && item.attempt_count > 0 ? texts.attempts(item.attempt_count) : null,
    item.status === 'queued' ? texts.next(describeNext(item.next_attempt_dt, now)) : null,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? null : facts.join(' · ');
}

/** The last error in words. */
export function describeLastError({ source, last_error: error, dropped_reason: dropped }: QueueItem): string | null {
  return error === null || dropped === 'not_found' ? null : describeError(error, source);
}
