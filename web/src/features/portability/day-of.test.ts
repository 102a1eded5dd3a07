import { expect, test } from 'vitest';
import { dayOf } from './day-of.ts';

test('the day is the one of the place, however late or early it is there', () => {
  expect(dayOf(new Date(2026, 2, 9, 0, 5))).toBe('2026-03-09');
  expect(dayOf(new Date(2026, 11, 31, 23, 55))).toBe('2026-12-31');
});
