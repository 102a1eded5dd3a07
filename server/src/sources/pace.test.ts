import { describe, expect, it } from 'vitest';
import { planSlots } from './pace.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const calm = { now: NOW, cooldownUntil: null, nextRequestAt: null, toldIntervalSeconds: null, toldConcurrency: null };

describe('planSlots', () => {
  it('grants what begins within two seconds', () => {
    expect(planSlots(calm, 10, 0.5)).toMatchObject({ count: 5, startsAt: NOW, startsInMs: 0, intervalMs: 500 });
    expect(planSlots(calm, 2, 0.5)).toMatchObject({ count: 2 });
    expect(planSlots({ ...calm, nextRequestAt: after(1600) }, 10, 0.5)).toMatchObject({ count: 1, startsInMs: 1600 });
  });

  it('leaves to others what is not in its part of the two seconds, and however it fills its part they have theirs', () => {
    expect(planSlots(calm, 10, 0.5, 0.5)).toMatchObject({ count: 3 });
    const filled = { ...calm, nextRequestAt: after(1500) };
    expect(planSlots(filled, 1, 0.5, 0.5)).toMatchObject({ kind: 'wait', reason: 'pace' });
    expect(planSlots(filled, 10, 0.5)).toMatchObject({ count: 2, startsInMs: 1500 });
  });

  it('grants one to who asks once in three seconds, and then none', () => {
    expect(planSlots(calm, 10, 3)).toMatchObject({ kind: 'granted', count: 1 });
    const next = { ...calm, nextRequestAt: after(3000) };
    expect(planSlots(next, 10, 3)).toEqual({ kind: 'wait', milliseconds: 3000, reason: 'pace' });
  });

  it('grants all at once without a distance, whatever the headers of a stand-in say', () => {
    expect(planSlots({ ...calm, toldIntervalSeconds: 1 }, 200, 0)).toMatchObject({ count: 200, intervalMs: 0 });
  });

  it('keeps the longer of our distance and the one the source asks for', () => {
    expect(planSlots({ ...calm, toldIntervalSeconds: 1 }, 10, 0.1)).toMatchObject({ intervalMs: 1000, count: 3 });
    expect(planSlots({ ...calm, toldIntervalSeconds: 0.02 }, 10, 1)).toMatchObject({ intervalMs: 1000 });
  });

  it('grants none in a cooldown', () => {
    const pace = planSlots({ ...calm, cooldownUntil: after(60_000) }, 1, 0);
    expect(pace).toEqual({ kind: 'wait', milliseconds: 60_000, reason: 'cooldown' });
    expect(planSlots({ ...calm, cooldownUntil: NOW }, 1, 0)).toMatchObject({ kind: 'granted' });
  });

  it('does not wait for a time that was noted before the clock was set back', () => {
    const pace = planSlots({ ...calm, nextRequestAt: after(3_600_000) }, 1, 1);
    expect(pace).toEqual({ kind: 'wait', milliseconds: 3000, reason: 'pace' });
  });
});
