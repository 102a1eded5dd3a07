import type { Config, IngestionPolicy } from '../platform/config.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { CooldownReason } from './source.ts';
import { endCooldowns, lockSourceState, type SourceState, saveCooldown, saveFailures } from './store.ts';

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

export interface Cooldown {
  readonly until: Date;
  /** it starts with this answer; else it was there already */
  readonly isNew: boolean;
}

/** An answer that is none. */
export interface Refusal {
  readonly source: string;
  /** what the source answered, in a word that an operator can search for */
  readonly reason: string;
  /** how long the source itself wants to be left alone */
  readonly retryAfterSeconds: number | null;
}

interface Reporter {
  readonly policy: IngestionPolicy;
  readonly log: Logger;
}

/** Counts a blocked answer. At the threshold a cooldown starts, for all users and replicas. Returns the cooldown, or null. */
export async function reportBlocked(tx: Tx, refusal: Refusal, { policy, log }: Reporter): Promise<Cooldown | null> {
  const { source, retryAfterSeconds } = refusal;
  const state = await lockSourceState(tx, source);
  const blockedInARow = state.blockedInARow + 1;
  if (blockedInARow < policy.blockedFailureThreshold) {
    await saveFailures(tx, source, { blockedInARow, unreachableInARow: 0 });
    return null;
  }
  const reason = 'blocked_failure_threshold_exceeded';
  // two answers that were under way at once are one block, not a repeat; the longer wait asked for counts
  if (isCooling(state) && state.cooldownReason === reason) {
    const asked = new Date(state.now.getTime() + Math.min(retryAfterSeconds ?? 0, LONGEST_SECONDS) * 1000);
    if (asked <= state.cooldownUntil) return { until: state.cooldownUntil, isNew: false };
    await start(tx, refusal, { until: asked, reason, step: state.cooldownStep, at: state.now }, log);
    return { until: asked, isNew: false };
  }
  const lengths = { baseSeconds: policy.cooldownBlockedSeconds, askedSeconds: retryAfterSeconds };
  const { until, step } = nextBlockedCooldown(state, state.now, lengths);
  await start(tx, refusal, { until, reason, step, at: state.now }, log);
  return { until, isNew: true };
}

/**
 * Counts an answer that did not come. At the threshold a cooldown of a fixed length starts. A server that names a time before which it wants
 * to be left alone has it at once, up to 48 hours. Returns the cooldown, or null.
 */
export async function reportUnreachable(tx: Tx, refusal: Refusal, { policy, log }: Reporter): Promise<Cooldown | null> {
  const { source, retryAfterSeconds } = refusal;
  const state = await lockSourceState(tx, source);
  const unreachableInARow = state.unreachableInARow + 1;
  const isCounted = unreachableInARow >= policy.networkFailureThreshold;
  const wantedSeconds = Math.min(retryAfterSeconds ?? 0, LONGEST_SECONDS);
  if (!isCounted && wantedSeconds === 0) {
    await saveFailures(tx, source, { blockedInARow: state.blockedInARow, unreachableInARow });
    return null;
  }
  // failures that were under way at once are one
  if (isCooling(state)) return { until: state.cooldownUntil, isNew: false };
  const seconds = Math.max(isCounted ? policy.cooldownNetworkSeconds : 0, wantedSeconds);
  const until = new Date(state.now.getTime() + seconds * 1000);
  const reason = 'network_failure_threshold_exceeded';
  await start(tx, refusal, { until, reason, step: state.cooldownStep, at: state.now }, log);
  return { until, isNew: true };
}

/** Counts, in a transaction of its own, an answer of a source that is no answer. Returns the cooldown, or null. */
export function reportRefusal(
  { db, config, log }: { db: Database; config: Config; log: Logger },
  kind: 'blocked' | 'unreachable',
  refusal: Refusal,
  change: Partial<IngestionPolicy> = {},
): Promise<Cooldown | null> {
  const reporter = { policy: { ...config.ingestion, ...change }, log };
  const report = kind === 'blocked' ? reportBlocked : reportUnreachable;
  return db.transaction().execute((tx) => report(tx, refusal, reporter));
}

/**
 * Ends the cooldowns whose time has come and says so once, whichever process sees it first. A cooldown that started in the future was noted
 * before the clock was set back: it starts now.
 */
export async function reviewCooldowns({ db, log }: { db: Database; log: Logger }): Promise<void> {
  for (const { source, credential } of await endCooldowns(db)) log.info({ source, credential }, 'cooldown ended');
}

function isCooling(state: SourceState): state is SourceState & { cooldownUntil: Date } {
  return state.cooldownUntil !== null && state.cooldownUntil > state.now;
}

async function start(
  tx: Tx,
  { source, reason: answer }: Refusal,
  cooldown: { until: Date; reason: CooldownReason; step: number; at: Date },
  log: Logger,
): Promise<void> {
  await saveCooldown(tx, source, cooldown);
  const seconds = Math.round((cooldown.until.getTime() - cooldown.at.getTime()) / 1000);
  log.info({ source, reason: cooldown.reason, answer, until: cooldown.until, seconds }, 'cooldown started');
}
