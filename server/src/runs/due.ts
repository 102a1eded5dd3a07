import { createHash } from 'node:crypto';

/** A user whose runs start by the clock, and what decides when the next one does. */
export interface AutomaticUser {
  readonly userId: number;
  readonly intervalMinutes: number;
  /** the newest run, however it was started and ended */
  readonly lastRun: { readonly id: number; readonly startedAt: Date } | null;
  /** by the database's clock */
  readonly now: Date;
}

const MINUTE_MS = 60_000;
const LONGEST_JITTER_MS = 30 * MINUTE_MS;

/**
 * Whether a user's next run is to start now: there was none yet, or the interval and a jitter have passed since the last one's start,
 * however often. A start in the future was noted before the clock was set back: nobody waits until that time comes again.
 */
export function isDue({ userId, intervalMinutes, lastRun, now }: AutomaticUser, minIntervalMinutes: number): boolean {
  if (lastRun === null || lastRun.startedAt > now) return true;
  const intervalMs = Math.max(intervalMinutes, minIntervalMinutes) * MINUTE_MS;
  const dueAt = lastRun.startedAt.getTime() + intervalMs + jitterMs(userId, lastRun.id, intervalMs);
  return dueAt <= now.getTime();
}

/**
 * How much later than the interval says a run starts, so that users who once started together do not stay together: at most a tenth of the
 * interval and half an hour, always the same after one run of one user, whichever replica asks.
 */
export function jitterMs(userId: number, lastRunId: number, intervalMs: number): number {
  const digest = createHash('sha256').update(`${userId}/${lastRunId}`).digest();
  return Math.min(intervalMs / 10, LONGEST_JITTER_MS) * (digest.readUInt32BE() / 2 ** 32);
}
