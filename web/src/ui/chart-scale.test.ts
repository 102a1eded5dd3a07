import { expect, test } from 'vitest';
import { barsBetweenLabels, ticksUpTo } from './chart-scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 5, 10]],
  [45, [0, 20, 40, 60]],
  [300, [0, 100, 200, 300]],
  [1204, [0, 500, 1000, 1500]],
])('an axis up to %d', (max, ticks) => expect(ticksUpTo(max)).toEqual(ticks));

test('labels as many bars as there is room for', () => {
  expect(barsBetweenLabels(50, 40)).toBe(1);
  expect(barsBetweenLabels(12, 40)).toBe(5);
  expect(barsBetweenLabels(0.01, 40)).toBe(500);
});
