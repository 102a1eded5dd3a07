import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CooldownHistory, LONGEST_SECONDS, nextBlockedCooldown } from './cooldown.ts';

const NOW = new Date('2026-01-10T12:00:00Z');
const HOUR = 3600;
const fresh: CooldownHistory = { blockedUntil: null, cooldownStep: 0 };
const secondsOf = (until: Date, now: Date) => (until.getTime() - now.getTime()) / 1000;
const after = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000);

describe('a cooldown after a block', () => {
  it('is 30 minutes at first, doubles at each repeat, and never exceeds 48 hours', () => {
    let history = fresh;
    let now = NOW;
    const hours: number[] = [];
    for (let block = 1; block <= 40; block += 1) {
      const { until, step } = nextBlockedCooldown(history, now, { baseSeconds: HOUR / 2, askedSeconds: null });
      expect(step).toBe(block);
      hours.push(secondsOf(until, now) / HOUR);
      history = { blockedUntil: until, cooldownStep: step };
      // blocked again within the minute
      now = after(until, 60);
    }
    expect(hours.slice(0, 9)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 48, 48]);
    expect(new Set(hours.slice(7))).toEqual(new Set([48]));
  });

  it('is the first again when 24 hours passed without one', () => {
    const asked = { baseSeconds: HOUR / 2, askedSeconds: null };
    const history = { blockedUntil: NOW, cooldownStep: 5 };
    expect(nextBlockedCooldown(history, after(NOW, 24 * HOUR), asked).step).toBe(6);
    const later = after(NOW, 24 * HOUR + 1);
    const { until, step } = nextBlockedCooldown(history, later, asked);
    expect([step, secondsOf(until, later)]).toEqual([1, HOUR / 2]);
  });

  it('is as long as the source asks for, if that is longer, up to 48 hours', () => {
    const lengthOf = (askedSeconds: number) => {
      const { until } = nextBlockedCooldown(fresh, NOW, { baseSeconds: HOUR / 2, askedSeconds });
      return secondsOf(until, NOW);
    };
    expect(lengthOf(0)).toBe(HOUR / 2);
    expect(lengthOf(60)).toBe(HOUR / 2);
    expect(lengthOf(2 * HOUR)).toBe(2 * HOUR);
    expect(lengthOf(1e12)).toBe(LONGEST_SECONDS);
  });

  it('has a sound length whatever the clock does, the wait asked for, and the history', () => {
    const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const history = fc.record({
      blockedUntil: fc.option(time),
      cooldownStep: fc.integer({ min: 0, max: 100_000 }),
    });
    const asked = fc.record({
      baseSeconds: fc.integer({ min: 1, max: 604_800 }),
      askedSeconds: fc.option(fc.double({ min: 0, noNaN: true })),
    });
    fc.assert(
      fc.property(history, time, asked, (before, now, wanted) => {
        const { until, step } = nextBlockedCooldown(before, now, wanted);
        const seconds = secondsOf(until, now);
        expect(seconds).toBeGreaterThanOrEqual(Math.min(wanted.baseSeconds, LONGEST_SECONDS));
        expect(seconds).toBeLessThanOrEqual(LONGEST_SECONDS);
        expect([1, before.cooldownStep + 1]).toContain(step);
      }),
    );
  });

  it('counts as a repeat when the clock was set back', () => {
    const history = { blockedUntil: after(NOW, 300 * 24 * HOUR), cooldownStep: 2 };
    expect(nextBlockedCooldown(history, NOW, { baseSeconds: 60, askedSeconds: null }).step).toBe(3);
  });
});
