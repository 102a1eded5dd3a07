import { describe, expect, it } from 'vitest';
import { readComparableTitle } from './comparable-title.ts';
import { compareExtraWords } from './compare-extra-words.ts';

const compare = (a: string, b: string) => compareExtraWords(readComparableTitle(a), readComparableTitle(b));
const placesOf = (a: string, b: string) => {
  const { before, within, after } = compare(a, b);
  return [before > 0 ? 'before' : '', within > 0 ? 'within' : '', after > 0 ? 'after' : ''].filter(Boolean);
};

describe('words that one title has alone', () => {
  it.each([
    ['Sleepy indexes', 'Overview of sleepy indexes', ['before']],
    ['Sleepy indexes', 'Sleepy temporal indexes', ['within']],
    ['Sleepy indexes', 'Sleepy indexes for warehouses', ['after']],
    ['Sleepy indexes', 'Sleepy index', []],
    ['Sleepy indexes', 'Gradient descent revisited', ['before']],
  ])('%s, %s: %j', (a, b, places) => {
    expect(placesOf(a, b)).toEqual(places);
    expect(placesOf(b, a)).toEqual(places);
  });

  it('are counted when they say in which form the work was given', () => {
    expect(compare('Sleepy indexes (panel)', 'Sleepy indexes, an extended abstract').ofForm).toBe(3);
    expect(compare('Sleepy indexes (panel)', 'A panel on sleepy indexes').ofForm).toBe(0);
  });
});
