import { expect, test } from 'vitest';
import { isFar, readMove, shiftOf } from './swipe-gesture.ts';

test('a swipe is clearly horizontal, and everything else scrolls', () => {
  expect(readMove(6, 3)).toBe('undecided');
  expect(readMove(12, 5)).toBe('swipe');
  expect(readMove(-40, -19)).toBe('swipe');
  expect(readMove(12, 7)).toBe('other');
  expect(readMove(0, 11)).toBe('other');
});

test('acts only after more than a third of the width, in both directions', () => {
  expect(isFar(130, 390)).toBe(false);
  expect(isFar(131, 390)).toBe(true);
  expect(isFar(-131, 390)).toBe(true);
});

test('moves the row by half of its width at most', () => {
  expect(shiftOf(80, 390)).toBe(80);
  expect(shiftOf(-300, 390)).toBe(-195);
});
