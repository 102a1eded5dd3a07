import { expect, test } from 'vitest';
import { duration } from './duration.ts';

test('shows the two largest adjacent units', () => {
  const texts = [0, 1, 59, 60, 90, 3600, 5400, 3601, 86_400, 90_000, 2_592_000].map(duration);
  expect(texts).toEqual([
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '1 minute 30 seconds',
    '1 hour',
    '1 hour 30 minutes',
    '1 hour',
    '1 day',
    '1 day 1 hour',
    '30 days',
  ]);
});
