import { expect, test } from 'vitest';
import { matchWords, wordsOf } from './match-words.ts';

const match = (typed: string, text: string) => matchWords(wordsOf(typed), wordsOf(text));

test.each([
  ['ada', 'Ada Lovelace', 0],
  ['lov', 'Ada Lovelace', 1],
  ['lov ad', 'Ada Lovelace', 1],
  ['muller', 'Jürgen Müller', 1],
  ['MÜL', 'jurgen muller', 1],
  ['כהן', 'מרים כהן', 1],
  ['maar', 'Mark all as read', 2],
  ['tosch', 'Go to Scholars', 2],
  ['gosch', 'Go to Scholars', null],
  ['lace', 'Ada Lovelace', null],
  ['ada x', 'Ada Lovelace', null],
  ['raam', 'Mark all as read', null],
])('%s in %s: %s', (typed, text, score) => {
  expect(match(typed, text)).toBe(score);
});
