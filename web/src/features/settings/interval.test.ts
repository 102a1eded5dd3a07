import { expect, test } from 'vitest';
import { joinInterval, splitInterval } from './interval.ts';

test('an interval is told in the largest unit that gives a whole number, and is the same again', () => {
  const said = {
    15: '15 minutes',
    90: '90 minutes',
    360: '6 hours',
    1440: '1 days',
    2160: '36 hours',
    43200: '30 days',
  };
  for (const [minutes, words] of Object.entries(said)) {
    const { amount, unit } = splitInterval(Number(minutes));
    expect(`${amount} ${unit}`).toBe(words);
    expect(joinInterval({ amount, unit })).toBe(Number(minutes));
  }
});

test('a part of an hour is whole minutes', () => {
  expect(joinInterval({ amount: '1.5', unit: 'hours' })).toBe(90);
  expect(joinInterval({ amount: '0.33', unit: 'hours' })).toBe(20);
});
