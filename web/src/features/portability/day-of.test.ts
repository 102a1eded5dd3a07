import { expect, test } from 'vitest';
import { dayOf } from './day-of.ts';

test('uses the local date, even around midnight', () => {
  expect(dayOf(new Date(2026, 2, 9, 0, 5))).toBe('2026-03-09');
  expect(dayOf(new Date(2026, 11, 31, 23, 55))).toBe('2026-12-31');
});
