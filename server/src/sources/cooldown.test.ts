import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CooldownHistory, MAX_COOLDOWN_SECONDS, nextBlockedCooldown } from './cooldown.ts';

const NOW = new Date('2026-01-10T12:00:00Z');
const HOUR = 3600;
const fresh: CooldownHistory = { blockedUntil: null, cooldownStep: 0 };
const secondsOf = (until: Date, now: Date) => (until.getTime() - now.getTime()) / 1000;
const after = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000);

describe('a cooldown after a block', () => {
  it('starts at 30 minutes, doubles at each repeat, and never exceeds 48 hours', () => {
    let history = fresh;
    let now = NOW;
    const hours: number[] = [];
    for (let block = 1; block <= 40; block += 1) {
      const { until, step } = nextBlockedCooldown(history, now, { baseSeconds: HOUR / 2, retryAfterSeconds: null });
      expect(step).toBe(block);
      hours.push(secondsOf(until, now) / HOUR);
      history = { blockedUntil: until, cooldownStep: step };
      // a new block within the minute
      now = after(until, 60);
    }
    expect(hours.slice(0, 9)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 48, 48]);
    expect(new Set(hours.slice(7))).toEqual(new Set([48]));
  });

  it('starts again at 30 minutes after 24 hours without a block', () => {
    const requested = { baseSeconds: HOUR / 2, retryAfterSeconds: null };
    const history = { blockedUntil: NOW, cooldownStep: 5 };
    expect(nextBlockedCooldown(history, after(NOW, 24 * HOUR), requested).step).toBe(6);
    const later = after(NOW, 24 * HOUR + 1);
    const { until, step } = nextBlockedCooldown(history, later, requested);
    expect([step, secondsOf(until, later)]).toEqual([1, HOUR / 2]);
  });

  it('has a valid length whatever the clock, the requested wait and the history', () => {
    const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const history = fc.record({
      blockedUntil: fc.option(time),
      cooldownStep: fc.integer({ min: 0, max: 100_000 }),
    });
    const requested = fc.record({
      baseSeconds: fc.integer({ min: 1, max: 604_800 }),
      retryAfterSeconds: fc.option(fc.double({ min: 0, noNaN: true })),
    });
    fc.assert(
      fc.property(history, time, requested, (before, now, wanted) => {
        const { until, step } = nextBlockedCooldown(before, now, wanted);
        const seconds = secondsOf(until, now);
        expect(seconds).toBeGreaterThanOrEqual(Math.min(wanted.baseSeconds, MAX_COOLDOWN_SECONDS));
        expect(seconds).toBeLessThanOrEqual(MAX_COOLDOWN_SECONDS);
        expect([1, before.cooldownStep + 1]).toContain(step);
      }),
    );
  });
});
