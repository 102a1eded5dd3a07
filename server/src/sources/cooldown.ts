/** Why nobody asks a source at present. */
export type CooldownReason = 'blocked_failure_threshold_exceeded' | 'network_failure_threshold_exceeded';

/** No cooldown is longer, whatever a source asks for. */
export const LONGEST_SECONDS = 48 * 3600;
const FORGIVEN_AFTER_MS = 24 * 3600 * 1000;

export interface CooldownHistory {
  /** when the last one ended */
  readonly blockedUntil: Date | null;
  /** blocked cooldowns in a row */
  readonly cooldownStep: number;
}

/**
 * The cooldown that a block starts: the base, doubled at each repeat up to 48 hours, and the base again after 24 hours without one.
 * A source that names a longer wait itself is believed, up to the same 48 hours.
 */
export function nextBlockedCooldown(
  history: CooldownHistory,
  now: Date,
  { baseSeconds, askedSeconds }: { baseSeconds: number; askedSeconds: number | null },
): { until: Date; step: number } {
  const endedAt = history.blockedUntil?.getTime() ?? Number.NEGATIVE_INFINITY;
  const step = now.getTime() - endedAt > FORGIVEN_AFTER_MS ? 1 : history.cooldownStep + 1;
  const grown = baseSeconds * 2 ** Math.min(step - 1, 30);
  const seconds = Math.min(Math.max(grown, askedSeconds ?? 0), LONGEST_SECONDS);
  return { until: new Date(now.getTime() + seconds * 1000), step };
}
