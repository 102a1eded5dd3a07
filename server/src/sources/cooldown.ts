import { recordEvents } from '../events/event-store.ts';
import type { Config, IngestionPolicy } from '../platform/config.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { SHARED } from './slot-store.ts';
import { type CooldownReason, sourceName } from './source.ts';
import { endCooldowns, lockSourceState, type SourceState, saveCooldown, saveUnreachable } from './store.ts';

/** The longest cooldown, even if a source asks for a longer one. */
export const MAX_COOLDOWN_SECONDS = 48 * 3600;
const RESET_AFTER_MS = 24 * 3600 * 1000;

/** Refusals whose word alone would not tell an administrator what to do. */
const RESPONSES: Readonly<Record<string, string>> = {
  challenge: 'challenge: it answered with a page that only a browser or a person can pass, such as a CAPTCHA',
};

export interface CooldownHistory {
  /** when the last cooldown after a block ended */
  readonly blockedUntil: Date | null;
  /** blocked cooldowns in a row */
  readonly cooldownStep: number;
}

/**
 * The cooldown after a block. It doubles at each repeat up to 48 hours, and returns to the base after 24 hours without
 * a block. A longer `Retry-After` of the source is obeyed, also up to 48 hours.
 */
export function nextBlockedCooldown(
  history: CooldownHistory,
  now: Date,
  { baseSeconds, retryAfterSeconds }: { baseSeconds: number; retryAfterSeconds: number | null },
): { until: Date; step: number } {
  const endedAt = history.blockedUntil?.getTime() ?? Number.NEGATIVE_INFINITY;
  const step = now.getTime() - endedAt > RESET_AFTER_MS ? 1 : history.cooldownStep + 1;
  const grown = baseSeconds * 2 ** Math.min(step - 1, 30);
  const seconds = Math.min(Math.max(grown, retryAfterSeconds ?? 0), MAX_COOLDOWN_SECONDS);
  return { until: new Date(now.getTime() + seconds * 1000), step };
}

export interface Cooldown {
  readonly until: Date;
  /** this response started it; false if it had already started */
  readonly isNew: boolean;
}

/** A response that refuses a request, or a request without a response. */
export interface Refusal {
  readonly source: string;
  /** a stable word that operators can search for in the log */
  readonly reason: string;
  /** the wait that the source asks for */
  readonly retryAfterSeconds: number | null;
}

interface Reporter {
  readonly policy: IngestionPolicy;
  readonly log: Logger;
}

/** Starts a cooldown for all users and processes after a blocked response. */
export async function reportBlocked(tx: Tx, refusal: Refusal, { policy, log }: Reporter): Promise<Cooldown> {
  const { source, retryAfterSeconds } = refusal;
  const state = await lockSourceState(tx, source);
  const reason = 'blocked_failure_threshold_exceeded';
  // responses to concurrent requests count as one block, and the longer requested wait counts
  if (isCooling(state) && state.cooldownReason === reason) {
    const requestedEnd = new Date(state.now.getTime() + Math.min(retryAfterSeconds ?? 0, MAX_COOLDOWN_SECONDS) * 1000);
    if (requestedEnd <= state.cooldownUntil) return { until: state.cooldownUntil, isNew: false };
    await start(tx, refusal, { until: requestedEnd, reason, step: state.cooldownStep, before: state }, log);
    return { until: requestedEnd, isNew: false };
  }
  const lengths = { baseSeconds: policy.cooldownBlockedSeconds, retryAfterSeconds: retryAfterSeconds };
  const { until, step } = nextBlockedCooldown(state, state.now, lengths);
  await start(tx, refusal, { until, reason, step, before: state }, log);
  return { until, isNew: true };
}

/**
 * Counts a request without a response. At the threshold, a cooldown of a fixed length starts. If the server names a
 * wait itself, the cooldown starts at once and lasts that long, up to 48 hours. Returns the cooldown, or null.
 */
export async function reportUnreachable(tx: Tx, refusal: Refusal, { policy, log }: Reporter): Promise<Cooldown | null> {
  const { source, retryAfterSeconds } = refusal;
  const state = await lockSourceState(tx, source);
  const unreachableInARow = state.unreachableInARow + 1;
  const isCounted = unreachableInARow >= policy.networkFailureThreshold;
  const requestedSeconds = Math.min(retryAfterSeconds ?? 0, MAX_COOLDOWN_SECONDS);
  if (!isCounted && requestedSeconds === 0) {
    await saveUnreachable(tx, source, unreachableInARow);
    return null;
  }
  // concurrent failures count as one
  if (isCooling(state)) return { until: state.cooldownUntil, isNew: false };
  const seconds = Math.max(isCounted ? policy.cooldownNetworkSeconds : 0, requestedSeconds);
  const until = new Date(state.now.getTime() + seconds * 1000);
  const reason = 'network_failure_threshold_exceeded';
  await start(tx, refusal, { until, reason, step: state.cooldownStep, before: state }, log);
  return { until, isNew: true };
}

/** Counts a refusal in its own transaction. Returns the cooldown, or null. */
export function reportRefusal(
  { db, config, log }: { db: Database; config: Config; log: Logger },
  kind: 'blocked' | 'unreachable',
  refusal: Refusal,
): Promise<Cooldown | null> {
  const reporter = { policy: config.ingestion, log };
  const report = kind === 'blocked' ? reportBlocked : reportUnreachable;
  return db.transaction().execute((tx) => report(tx, refusal, reporter));
}

/** Ends the cooldowns that are over. Only one process logs each end. */
export async function reviewCooldowns({ db, log }: { db: Database; log: Logger }): Promise<void> {
  for (const { source, credential } of await endCooldowns(db)) {
    const whose = credential === SHARED ? '' : " for a user's own key";
    log.info({ source, credential }, `${sourceName(source)} is no longer paused${whose}`);
  }
}

function isCooling(state: SourceState): state is SourceState & { cooldownUntil: Date } {
  return state.cooldownUntil !== null && state.cooldownUntil > state.now;
}

/** Starts a cooldown, or makes one longer. Only the first of them is an event. */
async function start(
  tx: Tx,
  { source, reason: response }: Refusal,
  { before, ...cooldown }: { until: Date; reason: CooldownReason; step: number; before: SourceState },
  log: Logger,
): Promise<void> {
  const { until, reason } = cooldown;
  await saveCooldown(tx, source, { ...cooldown, response, at: before.now });
  if (!isCooling(before)) await recordEvents(tx, [{ kind: 'source.paused', userId: null, data: { source, until } }]);
  const seconds = Math.round((until.getTime() - before.now.getTime()) / 1000);
  const verb = isCooling(before) ? 'stays' : 'is';
  log.info(
    { source, reason, response, until, seconds },
    `${sourceName(source)} ${verb} paused until ${until.toISOString()} (${RESPONSES[response] ?? response})`,
  );
}
