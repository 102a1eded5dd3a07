import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RequestQuota } from './request-quota.ts';

test('a key has its quota in the window that its first request opens, and all of it anew afterwards', () => {
  let now = 5000;
  const quota = new RequestQuota(3, 60, () => now);
  expect(quota.take('a')).toEqual({ isRefused: false, remaining: 2, seconds: 60 });
  now += 30_000;
  expect(quota.take('a')).toEqual({ isRefused: false, remaining: 1, seconds: 30 });
  expect(quota.take('b')).toEqual({ isRefused: false, remaining: 2, seconds: 60 });
  expect(quota.take('a')).toEqual({ isRefused: false, remaining: 0, seconds: 30 });
  now += 29_500;
  expect(quota.take('a'), 'a wait in whole seconds is long enough').toEqual({
    isRefused: true,
    remaining: 0,
    seconds: 1,
  });
  now += 500;
  expect(quota.take('a')).toEqual({ isRefused: false, remaining: 2, seconds: 60 });
  expect(quota.take('b')).toMatchObject({ isRefused: false, remaining: 1 });
});

test('whatever the order of requests, no window lets through more than its quota, and waiting as told is enough', () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), later: fc.integer({ min: 0, max: 20_000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let now = 0;
      const quota = new RequestQuota(2, 60, () => now);
      const passed = new Map<string, number[]>();
      for (const { key, later } of steps) {
        now += later;
        const { isRefused, seconds } = quota.take(key);
        const times = passed.get(key) ?? [];
        if (isRefused) {
          expect(times.length).toBeGreaterThanOrEqual(2);
          expect(now + seconds * 1000 - (times.at(-2) ?? 0)).toBeGreaterThanOrEqual(60_000);
        } else passed.set(key, [...times, now]);
      }
      // two windows that follow each other are the most that any minute can see
      for (const times of passed.values()) {
        for (const from of times) {
          expect(times.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(4);
        }
      }
    }),
  );
});

test('what is over is forgotten, and however many come, only so many are kept', () => {
  let now = 0;
  const quota = new RequestQuota(1, 60, () => now);
  for (let n = 0; n < 1000; n += 1) quota.take(`early ${n}`);
  now = 60_000;
  quota.take('late');
  expect(quota.size).toBe(1);
  for (let n = 0; n < 60_000; n += 1) quota.take(`flood ${n}`);
  expect(quota.size).toBeLessThanOrEqual(50_001);
});
