import type { QueueItem } from '../../api/shapes.ts';
import { runsTexts } from '../../texts/en/runs.ts';
import { describeNext } from './describe-next.ts';
import { describeFailure } from './describe-result.ts';

const texts = runsTexts.queue;

/** Why the item is in the queue, or why it was dropped. */
export function describeReason({ status, reason, dropped_reason: dropped, attempt_count: n }: QueueItem): string {
  if (status !== 'dropped') return texts.reasons[reason] ?? reason;
  if (dropped === 'attempts_exhausted') return texts.dropReasons.attempts_exhausted(texts.attempts(n));
  return dropped === 'dropped_by_user' || dropped === 'not_found' ? texts.dropReasons[dropped] : texts.dropReasonElse;
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

/** The last error in words; the service reports it as `network_error: timeout`. */
export function describeLastError({ last_error: error, dropped_reason: dropped }: QueueItem): string | null {
  if (error === null || dropped === 'not_found') return null;
  const at = error.indexOf(': ');
  return at < 0 ? error : describeFailure(error.slice(0, at), error.slice(at + 2));
}
