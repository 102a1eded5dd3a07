import { expect, test } from 'vitest';
import { joinInterval, splitInterval } from './interval.ts';

test('an interval uses the largest unit with a whole number, and converts back', () => {
  const expected = {
    15: '15 minutes',
    90: '90 minutes',
    360: '6 hours',
    1440: '1 days',
    2160: '36 hours',
    43200: '30 days',
  };
  for (const [minutes, words] of Object.entries(expected)) {
    const { amount, unit } = splitInterval(Number(minutes));
    expect(`${amount} ${unit}`).toBe(words);
    expect(joinInterval({ amount, unit })).toBe(Number(minutes));
  }
});

test('fractions of an hour are rounded to minutes', () => {
  expect(joinInterval({ amount: '1.5', unit: 'hours' })).toBe(90);
  expect(joinInterval({ amount: '0.33', unit: 'hours' })).toBe(20);
});
