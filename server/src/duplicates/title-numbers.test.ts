import { describe, expect, it } from 'vitest';
import { readComparableTitle } from './comparable-title.ts';

const numbersIn = (title: string) => readComparableTitle(title).numbers;

describe('the numbers of a title', () => {
  it.each([
    ['Convex methods, part II', '2'],
    ['Convex methods, part two', '2'],
    ['Convex methods, part 2', '2'],
    ['Convex methods, part B', 'b'],
    ['Convex methods. Part IV: results of 2013', '2013 4'],
    ['Proceedings of the fourth workshop on logic', '4'],
    ['Proceedings of the 4th workshop on logic', '4'],
    ['One for all, and all for one', ''],
    ['Louis XIV and the tides', '14'],
  ])('%s: %s', (title, numbers) => {
    expect(numbersIn(title)).toBe(numbers);
  });
});
