import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDue, jitterMs } from './due.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const FLOOR_MINUTES = 15;
const startedAt = new Date('2026-03-29T00:30:00Z');

/** Whether user 7, whose interval is a day, is due so many milliseconds after run 42 started. */
function isDueAfter(milliseconds: number): boolean {
  const now = new Date(startedAt.getTime() + milliseconds);
  return isDue({ userId: 7, intervalMinutes: 1440, lastRun: { id: 42, startedAt }, now }, FLOOR_MINUTES);
}

it('is due to the millisecond who waited the interval and the jitter', () => {
  const waitMs = DAY_MS + jitterMs(7, 42, DAY_MS);
  const times = [0, DAY_MS - 1, waitMs - 1, waitMs, 10 * DAY_MS];
  expect(times.map((ms) => isDueAfter(Math.ceil(ms)))).toEqual([false, false, false, true, true]);
});

describe('the jitter', () => {
  const anyId = fc.integer({ min: 1, max: 2 ** 40 });
  const anyIntervalMs = fc.integer({ min: 15, max: 43_200 }).map((minutes) => minutes * MINUTE_MS);

  it('is never negative, at most a tenth of the interval and half an hour, and the same whoever asks', () => {
    fc.assert(
      fc.property(anyId, anyId, anyIntervalMs, (userId, runId, intervalMs) => {
        const jitter = jitterMs(userId, runId, intervalMs);
        expect(jitter).toBeGreaterThanOrEqual(0);
        expect(jitter).toBeLessThan(Math.min(intervalMs / 10, 30 * MINUTE_MS));
        expect(jitterMs(userId, runId, intervalMs)).toBe(jitter);
      }),
    );
  });

  it('spreads a thousand users who started together evenly over its half hour', () => {
    const minutes = new Array<number>(30).fill(0);
    for (let user = 1; user <= 1000; user += 1) {
      const minute = Math.floor(jitterMs(user, 5000 + user, DAY_MS) / MINUTE_MS);
      minutes[minute] = (minutes[minute] ?? 0) + 1;
    }
    // 33 of 1,000 fall into a minute on average
    expect(Math.max(...minutes)).toBeLessThan(60);
    expect(Math.min(...minutes)).toBeGreaterThan(10);
  });

  it('moves a user about from run to run, so that nobody is always late', () => {
    const jitters = Array.from({ length: 100 }, (_, run) => jitterMs(7, run, DAY_MS));
    const average = jitters.reduce((sum, jitter) => sum + jitter, 0) / jitters.length;
    expect(average / MINUTE_MS).toBeGreaterThan(10);
    expect(average / MINUTE_MS).toBeLessThan(20);
  });
});
