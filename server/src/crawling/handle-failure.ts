import { recordEvents } from '../events/event-store.ts';
import { backoffSeconds } from '../platform/backoff.ts';
import type { IngestionPolicy } from '../platform/config.ts';
import type { ScholarState } from '../platform/database/column-values.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { saveGone, saveLinks } from '../scholars/store.ts';
import { type Cooldown, MAX_COOLDOWN_SECONDS, reportBlocked, reportUnreachable } from '../sources/cooldown.ts';
import { GOOGLE_SCHOLAR, type SourceResponse } from '../sources/source.ts';
import { countSafetyEvent } from '../sources/store.ts';
import type { LostItem } from './claim-store.ts';
import type { ClaimedItem, ItemChange } from './queue-item.ts';
import { dropItem, lockClaim, requeueItem } from './queue-store.ts';
import { endStep, skipWaitingRuns } from './run-progress.ts';
import { saveExhausted } from './run-result-store.ts';

export type Failure = Exclude<SourceResponse<never>, { kind: 'found' }>;

/** When failures are retried, and the log for cooldowns. */
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
/** A longer Retry-After ends the attempt, so that no run waits for it. */
const QUICK_SECONDS = 60;
/** A name may belong to hundreds of people. */
const MAX_CANDIDATES = 50;

/**
 * Handles a failed request: writes the result, requeues or drops the item, and starts the source's cooldown after a
 * block. During a cooldown all waiting items leave their runs and continue later.
 */
export async function handleFailure(tx: Tx, item: ClaimedItem, failure: Failure, reporter: Reporter): Promise<void> {
  const { policy } = reporter;
  const mayRetry = failure.kind === 'unreachable' && item.quickRetryCount < policy.networkErrorRetries;
  if (mayRetry && retryAfterOf(failure) <= QUICK_SECONDS) {
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
  const dropReason = final ? 'not_found' : attempt >= policy.continuationMaxAttempts ? 'attempts_exhausted' : null;
  const { source } = item;
  const candidates = (failure.kind === 'absent' && failure.candidates) || [];
  // a name of several people is no profile; they are suggested instead
  const links = candidates.map(({ id }) => ({ source, id }));
  if (links.length > 0) await saveLinks(tx, item.profileId, links);
  if (final) await saveGone(tx, item.profileId);
  if (dropReason) {
    await dropItem(tx, item.id, dropReason, change);
    await recordAttention(tx, item, dropReason);
  } else {
    const seconds = Math.max(backoffSeconds(attempt, policy, Math.random()), retryAfterOf(failure));
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
    warnings: candidates.slice(0, MAX_CANDIDATES).map(({ id, name }) => `may be meant instead: ${name} (${id})`),
    continuationRow: dropReason ? null : item.resumeRow,
    continues: dropReason === null,
  });
  if (dropReason === 'attempts_exhausted') await saveExhausted(tx, item.id);
  if (cooldown) await skipWaitingRuns(tx, item.source, 'cooldown');
  if (cooldown?.isNew && item.source === GOOGLE_SCHOLAR)
    await countSafetyEvent(tx, item.userId, 'cooldown_entry_count');
}

/** Lets an item wait until the daily budget of its source resets. Its run ends without it. */
export async function awaitBudget(tx: Tx, item: ClaimedItem, until: Date): Promise<void> {
  const run = item.runId === null ? {} : { last_run_id: item.runId };
  await requeueItem(tx, item.id, { seconds: 0, until }, { reason: 'continuation', run_id: null, ...run });
  const hasBegun = item.resumeRow > 0;
  await endStep(tx, item, {
    outcome: hasBegun ? 'partial' : 'skipped',
    state: hasBegun ? 'ok' : null,
    stateReason: 'budget_spent',
    error: null,
    attempts: 0,
    publications: 0,
    newPublications: 0,
    warnings: [],
    continuationRow: item.resumeRow,
    continues: true,
  });
}

/** Reports a failure of an item whose claim was lost: a block concerns everybody. */
export async function reportStrayFailure(tx: Tx, source: string, failure: Failure, reporter: Reporter): Promise<void> {
  if (await reportAtSource(tx, source, failure, reporter)) await skipWaitingRuns(tx, source, 'cooldown');
}

async function reportAtSource(tx: Tx, source: string, failure: Failure, reporter: Reporter): Promise<Cooldown | null> {
  if (failure.kind === 'blocked') return reportBlocked(tx, { ...failure, source }, reporter);
  if (failure.kind === 'unreachable') return reportUnreachable(tx, { ...failure, source }, reporter);
  return null;
}

/**
 * Drops an item whose claims keep expiring, because its page may crash every worker. Returns false if a worker settled
 * it meanwhile.
 */
export async function dropLost(db: Database, item: LostItem): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockClaim(tx, item))) return false;
    const run = item.runId === null ? {} : { last_run_id: item.runId };
    const error = `${STATES.changed}: worker_lost`;
    await dropItem(tx, item.id, 'worker_lost', { last_error: error, run_id: null, ...run });
    await recordAttention(tx, item, 'worker_lost');
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

/** Records that a scholar is not crawled any more before the user does something. */
async function recordAttention(
  tx: Tx,
  { userId, scholarId, source }: Pick<ClaimedItem, 'userId' | 'scholarId' | 'source'>,
  reason: string,
): Promise<void> {
  await recordEvents(tx, [{ kind: 'scholar.needs_attention', userId, scholarId, data: { source, reason } }]);
}

/** Retries a network error within the same attempt. */
async function retrySoon(tx: Tx, item: ClaimedItem, failure: Failure, policy: IngestionPolicy): Promise<void> {
  const seconds = Math.max(policy.retryBackoffSeconds * 2 ** item.quickRetryCount, retryAfterOf(failure));
  await requeueItem(
    tx,
    item.id,
    { seconds },
    { quick_retry_count: item.quickRetryCount + 1, last_error: `${STATES[failure.kind]}: ${failure.reason}` },
  );
}

function retryAfterOf(failure: Failure): number {
  return 'retryAfterSeconds' in failure ? Math.min(failure.retryAfterSeconds ?? 0, MAX_COOLDOWN_SECONDS) : 0;
}
