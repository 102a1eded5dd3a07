import { describe, expect, it } from 'vitest';
import { compareTitles, prepareTitle } from './compare-titles.ts';

const compare = (a: string, b: string) => compareTitles(prepareTitle(a), prepareTitle(b), () => false);

describe('words that only one title has', () => {
  it.each([
    ['Sleepy indexes', 'Overview of sleepy indexes', 'extraBefore'],
    ['Sleepy indexes', 'Sleepy temporal indexes', 'extraWithin'],
    ['Sleepy indexes', 'Sleepy warehouses', 'swapped'],
    ['Sleepy indexes', 'Sleepy indexes for warehouses', null],
    ['Sleepy indexes', 'Sleepy index', null],
    ['Sleepy indexes', 'Sleepyindexes', null],
    ['Sleepy indexes', 'Sleepy indexxes', null],
  ] as const)('%s, %s: %s', (a, b, place) => {
    const { swapped, extraBefore, extraWithin } = compare(a, b);
    const found = Object.entries({ swapped, extraBefore, extraWithin }).flatMap(([name, weight]) =>
      weight > 0 ? name : [],
    );
    expect(found.filter((name) => name === place)).toEqual(place === null ? [] : [place]);
    expect(compare(b, a)).toEqual(compare(a, b));
  });

  it('are counted separately if they name the form of the publication', () => {
    expect(compare('Sleepy indexes (panel)', 'Sleepy indexes, an extended abstract').formWords).toBe(3);
    expect(compare('Sleepy indexes (panel)', 'A panel on sleepy indexes').formWords).toBe(0);
  });
});

const numbersIn = (title: string) => prepareTitle(title).numbers;

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
