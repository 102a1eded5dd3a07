import { expect, test } from 'vitest';
import {
  allOf,
  anyOf,
  type Condition,
  EVERYTHING,
  keptCountOf,
  type List,
  notOf,
  type Source,
  seenWithin,
  sourcesOf,
  TODAY,
  UNREAD,
} from './predicate.ts';

const WORD: Condition = { kind: 'text', words: "'a':*" };
const PHRASE: Condition = { kind: 'text', words: "'b' <-> 'c'" };
const FAVORITE: Condition = { kind: 'favorite' };
const YEAR: Condition = { kind: 'year', from: 2020, to: null };
const scholars = (...ids: number[]): Condition => ({ kind: 'scholars', ids });
const snapshot = { entry: 9, read: 2, run: 1 };

test('what is about the text is one tsquery, and each condition stands once', () => {
  expect(allOf(WORD, allOf(PHRASE, YEAR), YEAR, WORD)).toEqual({
    kind: 'and',
    of: [{ kind: 'text', words: "'a':* & ('b' <-> 'c')" }, YEAR],
  });
  expect(allOf(notOf(anyOf(WORD, PHRASE)), notOf(WORD))).toEqual({
    kind: 'text',
    words: "(!('a':* | ('b' <-> 'c'))) & !'a':*",
  });
  expect(anyOf(WORD, anyOf(scholars(1), PHRASE))).toEqual({
    kind: 'or',
    of: [{ kind: 'text', words: "'a':* | ('b' <-> 'c')" }, scholars(1)],
  });
  expect(allOf(allOf(), UNREAD, UNREAD)).toEqual(UNREAD);
  expect(allOf(WORD, notOf(YEAR))).toEqual({ kind: 'and', of: [WORD, { kind: 'not', of: YEAR }] });
});

test.each<[string, List, Source[]]>([
  ['everything', { condition: EVERYTHING }, ['user_publications']],
  ['years', { condition: YEAR }, ['user_publications']],
  ['unread', { condition: UNREAD }, ['unread']],
  ['unread of a word', { condition: allOf(WORD, UNREAD), hasWords: true }, ['unread']],
  ['unread favorites', { condition: allOf(FAVORITE, UNREAD) }, ['unread']],
  ['unread, keeping what was read', { condition: TODAY, snapshot, keepRead: true }, ['unread', 'read since']],
  ['unread now, which keeps nothing', { condition: UNREAD, keepRead: true }, ['unread']],
  ['everything, which loses nothing', { condition: EVERYTHING, snapshot, keepRead: true }, ['user_publications']],
  ['favorites', { condition: allOf(WORD, FAVORITE), hasWords: true }, ['favorites']],
  ['unread or favorite', { condition: anyOf(UNREAD, FAVORITE) }, ['user_publications']],
  ['read', { condition: notOf(UNREAD) }, ['user_publications']],
  ['a word', { condition: allOf(WORD, YEAR) }, ['user_publications']],
  ['a word in a large library', { condition: allOf(WORD, YEAR), hasWords: true }, ['library_words']],
  ['without a word', { condition: notOf(WORD), hasWords: true }, ['library_words']],
  ['a word or a name', { condition: anyOf(WORD, scholars(1)), hasWords: true }, ['library_words']],
  ['neither word nor name', { condition: notOf(anyOf(WORD, scholars(1))), hasWords: true }, ['library_words']],
  ['a word or a year', { condition: anyOf(WORD, YEAR), hasWords: true }, ['user_publications']],
  ['scholars', { condition: scholars(1, 2), hasWords: true }, ['user_publications']],
])('the sources of a list: %s', (_, list, sources) => {
  expect(sourcesOf(list)).toEqual(sources);
});

test('a kept count is recognized by the shape of the condition', () => {
  expect(keptCountOf(EVERYTHING)).toBe('all');
  expect(keptCountOf(UNREAD)).toBe('unread');
  expect(keptCountOf(FAVORITE)).toBe('favorite');
  expect(keptCountOf(scholars(3))).toEqual({ scholarId: 3, isUnread: false });
  expect(keptCountOf(allOf(UNREAD, scholars(3)))).toEqual({ scholarId: 3, isUnread: true });
  for (const condition of [
    allOf(UNREAD, FAVORITE),
    allOf(FAVORITE, scholars(3)),
    allOf(scholars(3), scholars(4)),
    scholars(3, 4),
    notOf(UNREAD),
    TODAY,
    seenWithin(90),
    YEAR,
    WORD,
    { kind: 'nothing' } as const,
    { kind: 'publications', ids: [1] } as const,
  ])
    expect(keptCountOf(condition), JSON.stringify(condition)).toBeNull();
});
