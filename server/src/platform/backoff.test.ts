import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffSeconds } from './backoff.ts';

const policy = { continuationBaseDelaySeconds: 120, continuationMaxDelaySeconds: 3600 };
const MIDDLE = 0.5;

describe('the wait before a retry', () => {
  it('doubles from the base delay up to the maximum', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 50, 5000].map((attempt) => backoffSeconds(attempt, policy, MIDDLE));
    expect(waits).toEqual([120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600]);
  });

  it('has a random jitter of up to a quarter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const middle = backoffSeconds(attempt, policy, MIDDLE);
          const wait = backoffSeconds(attempt, policy, random);
          expect(wait).toBeGreaterThanOrEqual(0.75 * middle);
          expect(wait).toBeLessThanOrEqual(1.25 * middle);
        },
      ),
    );
  });

  it('spreads the retries of a thousand items that failed together', () => {
    for (const attempt of [1, 4, 20]) {
      const width = 0.5 * backoffSeconds(attempt, policy, MIDDLE);
      const start = 1.5 * width;
      const slices = new Array<number>(20).fill(0);
      for (let item = 0; item < 1000; item += 1) {
        const slice = Math.floor(((backoffSeconds(attempt, policy, Math.random()) - start) / width) * 20);
        slices[slice] = (slices[slice] ?? 0) + 1;
      }
      // a slice gets 50 of 1,000 on average; 100 are seven standard deviations more
      expect(Math.max(...slices)).toBeLessThan(100);
      expect(Math.min(...slices)).toBeGreaterThan(5);
    }
  });

  it('is zero if the operator sets it to zero', () => {
    expect(backoffSeconds(3, { continuationBaseDelaySeconds: 0, continuationMaxDelaySeconds: 0 }, 0.9)).toBe(0);
  });
});
