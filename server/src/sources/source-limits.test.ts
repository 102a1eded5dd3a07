import { expect, test } from 'vitest';
import { readLimits } from './source-limits.ts';

test.each([
  [{}, null],
  [{ 'x-rate-limit-limit': '3', 'x-rate-limit-interval': '1s' }, 1 / 3],
  [{ 'x-rate-limit-limit': '50', 'x-rate-limit-interval': '2' }, 0.04],
  [{ 'x-rate-limit-limit': '1', 'x-rate-limit-interval': '999999s' }, 3600],
  [{ 'x-rate-limit-limit': '0', 'x-rate-limit-interval': '1s' }, null],
  [{ 'x-rate-limit-limit': '-3', 'x-rate-limit-interval': '1s' }, null],
  [{ 'x-rate-limit-limit': '3' }, null],
  [{ 'x-rate-limit-limit': '3, 3', 'x-rate-limit-interval': '1s' }, null],
  [{ 'x-rate-limit-limit': '1e3', 'x-rate-limit-interval': '1s' }, null],
  [{ 'x-rate-limit-limit': '3', 'x-rate-limit-interval': '1m' }, null],
  [{ 'x-rate-limit-limit': '9'.repeat(400), 'x-rate-limit-interval': '1s' }, null],
])('the interval that %j advertises', (headers, seconds) => {
  expect(readLimits(headers)).toEqual({ intervalSeconds: seconds, concurrency: null, budget: null });
});

const budget = (limit: string, remaining: string, reset: string) =>
  readLimits({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset }).budget;

test('a budget has a limit, a remainder and a reset time', () => {
  expect(budget('1000', '990', '3600')).toEqual({ limit: 1000, remaining: 990, resetsInSeconds: 3600 });
  expect(budget('1000', '0', '0')).toEqual({ limit: 1000, remaining: 0, resetsInSeconds: 0 });
});

test('a budget with impossible values is ignored or corrected', () => {
  expect(budget('1000', '5000', '60')).toMatchObject({ remaining: 1000 });
  expect(budget('1000', '1', '1794000000')).toMatchObject({ resetsInSeconds: 86_400 });
  for (const odd of ['', '-1', 'many', 'NaN', 'Infinity', '0x10', ' ']) {
    expect(budget(odd, '1', '1')).toBeNull();
    expect(budget('1', odd, '1')).toBeNull();
    expect(budget('1', '1', odd)).toBeNull();
  }
  expect(budget('0', '0', '60')).toBeNull();
});

test('the maximum of concurrent requests is read', () => {
  const concurrency = (text: string) => readLimits({ 'x-concurrency-limit': text }).concurrency;
  expect([concurrency('3'), concurrency('1'), concurrency('0')]).toEqual([3, 1, 1]);
  expect([concurrency(''), concurrency('many'), concurrency('-2')]).toEqual([null, null, null]);
});
