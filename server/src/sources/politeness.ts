import type { IngestionPolicy } from '../platform/config.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CooldownReason, LONGEST_SECONDS, nextBlockedCooldown } from './cooldown.ts';
import { lockSourceState, saveCooldown, saveFailures } from './store.ts';

export interface Cooldown {
  readonly until: Date;
  /** it began with this answer; else it was there already */
  readonly isNew: boolean;
}

const BLOCKED: CooldownReason = 'blocked_failure_threshold_exceeded';

/** Counts a blocked answer; at the threshold a cooldown begins, for all users and replicas. Returns the cooldown, or null. */
export async function noteBlocked(
  tx: Tx,
  source: string,
  policy: IngestionPolicy,
  askedSeconds: number | null,
): Promise<Cooldown | null> {
  const state = await lockSourceState(tx, source);
  const blockedInARow = state.blockedInARow + 1;
  if (blockedInARow < policy.blockedFailureThreshold) {
    await saveFailures(tx, source, { blockedInARow, unreachableInARow: 0 });
    return null;
  }
  // two answers that were under way at once are one block, not a repeat; the longer wait asked for counts
  if (state.cooldownUntil && state.cooldownUntil > state.now && state.cooldownReason === BLOCKED) {
    const asked = new Date(state.now.getTime() + Math.min(askedSeconds ?? 0, LONGEST_SECONDS) * 1000);
    const until = asked > state.cooldownUntil ? asked : state.cooldownUntil;
    if (asked > state.cooldownUntil)
      await saveCooldown(tx, source, { until, reason: BLOCKED, step: state.cooldownStep, at: state.now });
    return { until, isNew: false };
  }
  const { until, step } = nextBlockedCooldown(state, state.now, {
    baseSeconds: policy.cooldownBlockedSeconds,
    askedSeconds,
  });
  await saveCooldown(tx, source, { until, reason: BLOCKED, step, at: state.now });
  return { until, isNew: true };
}

/**
 * Counts an answer that did not come; at the threshold a cooldown of a fixed length begins. A server that names a time before which it wants
 * to be left alone has it at once, up to 48 hours. Returns the cooldown, or null.
 */
export async function noteUnreachable(
  tx: Tx,
  source: string,
  policy: IngestionPolicy,
  askedSeconds: number,
): Promise<Cooldown | null> {
  const state = await lockSourceState(tx, source);
  const unreachableInARow = state.unreachableInARow + 1;
  const isCounted = unreachableInARow >= policy.networkFailureThreshold;
  const wantedSeconds = Math.min(askedSeconds, LONGEST_SECONDS);
  if (!isCounted && wantedSeconds === 0) {
    await saveFailures(tx, source, { blockedInARow: state.blockedInARow, unreachableInARow });
    return null;
  }
  // failures that were under way at once are one
  if (state.cooldownUntil && state.cooldownUntil > state.now) return { until: state.cooldownUntil, isNew: false };
  const seconds = Math.max(isCounted ? policy.cooldownNetworkSeconds : 0, wantedSeconds);
  const until = new Date(state.now.getTime() + seconds * 1000);
  const reason = 'network_failure_threshold_exceeded';
  await saveCooldown(tx, source, { until, reason, step: state.cooldownStep, at: state.now });
  return { until, isNew: true };
}
