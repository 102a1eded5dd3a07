import { createHash } from 'node:crypto';

/** A user with scheduled runs, and what decides when the next one starts. */
export interface AutomaticUser {
  readonly userId: number;
  readonly intervalMinutes: number;
  /** the newest run, whatever its trigger and status */
  readonly lastRun: { readonly id: number; readonly startedAt: Date } | null;
  /** by the database's clock */
  readonly now: Date;
}

const MINUTE_MS = 60_000;
const MAX_JITTER_MS = 30 * MINUTE_MS;

/**
 * Whether a user's next run is due: the user has no run yet, or the interval and a jitter have passed since the last
 * run started.
 */
export function isDue({ userId, intervalMinutes, lastRun, now }: AutomaticUser, minIntervalMinutes: number): boolean {
  if (lastRun === null) return true;
  const intervalMs = Math.max(intervalMinutes, minIntervalMinutes) * MINUTE_MS;
  const dueAt = lastRun.startedAt.getTime() + intervalMs + jitterMs(userId, lastRun.id, intervalMs);
  return dueAt <= now.getTime();
}

/**
 * The jitter after the interval, which separates users who once started together: at most a tenth of the interval and
 * half an hour. It is the same in all replicas, because it depends only on the user and the last run.
 */
export function jitterMs(userId: number, lastRunId: number, intervalMs: number): number {
  const digest = createHash('sha256').update(`${userId}/${lastRunId}`).digest();
  return Math.min(intervalMs / 10, MAX_JITTER_MS) * (digest.readUInt32BE() / 2 ** 32);
}
