import type { IngestionPolicy } from '../platform/config.ts';
import type { Tx } from '../platform/database/database.ts';
import { backoffSeconds, type ClaimedItem, type ItemChange } from '../queue/item.ts';
import { dropItem, requeueItem } from '../queue/store.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { countSafetyEvent } from '../safety/store.ts';
import { LONGEST_SECONDS } from '../sources/cooldown.ts';
import { type Cooldown, noteBlocked, noteUnreachable } from '../sources/politeness.ts';
import type { SourceAnswer } from '../sources/source.ts';
import type { ScholarResult } from './contract.ts';
import { endStep } from './end-step.ts';
import { saveExhausted } from './result-store.ts';
import { skipWaitingRuns } from './skip-waiting-runs.ts';

export type Failure = Exclude<SourceAnswer<never>, { kind: 'found' }>;

const STATES: Readonly<Record<Failure['kind'], NonNullable<ScholarResult['state']>>> = {
  blocked: 'blocked_or_captcha',
  changed: 'layout_changed',
  unreachable: 'network_error',
  absent: 'not_found',
};
/** Who asks us to wait longer is not asked again within the same attempt, so that no run waits for it. */
const QUICK_SECONDS = 60;

/**
 * Puts failed work where it belongs: the result says what happened, the item is tried again later or given up, and a block starts the
 * source's cooldown, in which all other waiting work goes on after its run.
 */
export async function noteFailure(tx: Tx, item: ClaimedItem, failure: Failure, policy: IngestionPolicy): Promise<void> {
  if (item.quickRetryCount < quickRetriesOf(failure, policy) && waitAsked(failure) <= QUICK_SECONDS) {
    return retrySoon(tx, item, failure, policy);
  }
  const cooldown = await noteAtSource(tx, item.source, failure, policy);
  const attempt = item.attemptCount + 1;
  const change = {
    attempt_count: attempt,
    quick_retry_count: 0,
    pages_this_attempt: 0,
    verify_profile_id: null,
    last_error: `${STATES[failure.kind]}: ${failure.reason}`,
    run_id: null,
  } satisfies ItemChange;
  const final = failure.kind === 'absent' && failure.reason !== 'signin_unverified';
  const gaveUp = final ? 'not_found' : attempt >= policy.continuationMaxAttempts ? 'attempts_exhausted' : null;
  if (gaveUp) await dropItem(tx, item.id, gaveUp, change);
  else {
    const seconds = Math.max(backoffSeconds(attempt, policy, Math.random()), waitAsked(failure));
    await requeueItem(tx, item.id, { seconds, until: cooldown?.until ?? null }, { ...change, reason: 'retry' });
  }
  await endStep(tx, item, {
    outcome: 'failed',
    state: STATES[failure.kind],
    stateReason: failure.reason,
    error: change.last_error,
    attempts: 1,
    publications: 0,
    newPublications: 0,
    warnings: [],
    continuationRow: gaveUp ? null : item.resumeRow,
    continues: gaveUp === null,
  });
  if (gaveUp === 'attempts_exhausted') await saveExhausted(tx, item.id);
  if (cooldown) await skipWaitingRuns(tx, item.source, 'cooldown');
  if (cooldown?.isNew) await countSafetyEvent(tx, item.userId, 'cooldown_entry_count');
  await wakeSource(tx, item.source);
}

async function noteAtSource(
  tx: Tx,
  source: string,
  failure: Failure,
  policy: IngestionPolicy,
): Promise<Cooldown | null> {
  if (failure.kind === 'blocked') return noteBlocked(tx, source, policy, failure.retryAfterSeconds);
  if (failure.kind === 'unreachable') return noteUnreachable(tx, source, policy, waitAsked(failure));
  return null;
}

/** An answer to work that was taken away meanwhile still says something of the source: a block is a block for all. */
export async function noteStrayFailure(
  tx: Tx,
  source: string,
  failure: Failure,
  policy: IngestionPolicy,
): Promise<void> {
  if (await noteAtSource(tx, source, failure, policy)) await skipWaitingRuns(tx, source, 'cooldown');
}

/** How often this failure is tried again within the same attempt, before it counts as one. */
function quickRetriesOf(failure: Failure, policy: IngestionPolicy): number {
  if (failure.kind === 'unreachable') return policy.networkErrorRetries;
  return failure.kind === 'blocked' && failure.reason === 'too_many_requests' ? policy.rateLimitRetries : 0;
}

/** A connection that failed once, or an answer that says we ask too much, is tried again within the same attempt. */
async function retrySoon(tx: Tx, item: ClaimedItem, failure: Failure, policy: IngestionPolicy): Promise<void> {
  const seconds = Math.max(policy.retryBackoffSeconds * 2 ** item.quickRetryCount, waitAsked(failure));
  await requeueItem(
    tx,
    item.id,
    { seconds },
    { quick_retry_count: item.quickRetryCount + 1, last_error: `${STATES[failure.kind]}: ${failure.reason}` },
  );
  await wakeSource(tx, item.source);
}

function waitAsked(failure: Failure): number {
  return 'retryAfterSeconds' in failure ? Math.min(failure.retryAfterSeconds ?? 0, LONGEST_SECONDS) : 0;
}
