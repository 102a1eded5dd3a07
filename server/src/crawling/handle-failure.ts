import { backoffSeconds } from '../platform/backoff.ts';
import type { IngestionPolicy } from '../platform/config.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { ScholarState } from '../platform/database/tables.ts';
import type { Logger } from '../platform/logger.ts';
import { countSafetyEvent } from '../safety/store.ts';
import { type Cooldown, LONGEST_SECONDS, reportBlocked, reportUnreachable } from '../sources/cooldown.ts';
import type { SourceAnswer } from '../sources/source.ts';
import type { LostItem } from './claim-store.ts';
import type { ClaimedItem, ItemChange } from './queue-item.ts';
import { dropItem, lockClaim, requeueItem } from './queue-store.ts';
import { endStep, skipWaitingRuns } from './run-progress.ts';
import { saveExhausted } from './run-result-store.ts';

export type Failure = Exclude<SourceAnswer<never>, { kind: 'found' }>;

/** What a failure is judged by, and where a cooldown that it starts is logged. */
export interface Reporter {
  readonly policy: IngestionPolicy;
  readonly log: Logger;
}

const STATES: Readonly<Record<Failure['kind'], ScholarState>> = {
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
export async function handleFailure(tx: Tx, item: ClaimedItem, failure: Failure, reporter: Reporter): Promise<void> {
  const { policy } = reporter;
  if (item.quickRetryCount < quickRetriesOf(failure, policy) && waitAsked(failure) <= QUICK_SECONDS) {
    return retrySoon(tx, item, failure, policy);
  }
  const cooldown = await reportAtSource(tx, item.source, failure, reporter);
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
  if (cooldown) await skipWaitingRuns(tx, 'cooldown');
  if (cooldown?.isNew) await countSafetyEvent(tx, item.userId, 'cooldown_entry_count');
}

/** A response to work that was taken away meanwhile still says something about the source: a block is a block for all. */
export async function reportStrayFailure(tx: Tx, source: string, failure: Failure, reporter: Reporter): Promise<void> {
  if (await reportAtSource(tx, source, failure, reporter)) await skipWaitingRuns(tx, 'cooldown');
}

async function reportAtSource(tx: Tx, source: string, failure: Failure, reporter: Reporter): Promise<Cooldown | null> {
  if (failure.kind === 'blocked') return reportBlocked(tx, { ...failure, source }, reporter);
  if (failure.kind === 'unreachable') return reportUnreachable(tx, { ...failure, source }, reporter);
  return null;
}

/**
 * Drops an item whose claims expired again and again: what its page does to workers it would do to the next. False if its worker settled it after all.
 */
export async function dropLost(db: Database, item: LostItem): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockClaim(tx, item))) return false;
    const run = item.runId === null ? {} : { last_run_id: item.runId };
    const error = `${STATES.changed}: worker_lost`;
    await dropItem(tx, item.id, 'worker_lost', { last_error: error, run_id: null, ...run });
    await endStep(tx, item, {
      outcome: 'failed',
      state: STATES.changed,
      stateReason: 'worker_lost',
      error,
      attempts: item.lostCount,
      publications: 0,
      newPublications: 0,
      warnings: [],
      continuationRow: null,
      continues: false,
    });
    return true;
  });
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
}

function waitAsked(failure: Failure): number {
  return 'retryAfterSeconds' in failure ? Math.min(failure.retryAfterSeconds ?? 0, LONGEST_SECONDS) : 0;
}
