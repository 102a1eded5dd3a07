import { expect, test } from 'vitest';
import { complete, endsInField, placeAt, wordsFor } from './complete-query.ts';

const TAGS = ['Thesis', 'to cite'];

/** What the first completion makes of a text with the caret at `|`, or null. */
function completed(marked: string): string | null {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = placeAt(text, caret);
  const [first] = place ? wordsFor(place, TAGS) : [];
  if (!place || first === undefined) return null;
  const [result, at] = complete(text, caret, place, first);
  return `${result.slice(0, at)}|${result.slice(at)}`;
}

test.each([
  ['|', 'author:|'],
  ['ti|', 'title:|'],
  ['deep -(ha| or x', 'deep -(has:| or x'],
  ['deep is:|', 'deep is:unread |'],
  ['IS:fav| deep', 'IS:favorite |deep'],
  ['tag:|', 'tag:Thesis |'],
  ['-tag:TO|', '-tag:"to cite" |'],
  ['tag:"to|" x', 'tag:"to cite" |x'],
  ['t|', null],
  ['state-ti|', null],
  ['zz|', null],
  ['year:20|', null],
])('%j is completed to %j', (marked, result) => {
  expect(completed(marked)).toBe(result);
});

test('a text may end in a field without a value', () => {
  expect(['is:', 'a -TAG:', '(has:'].map(endsInField)).toEqual([true, true, true]);
  expect(['is:new', 'this:', 'is: '].map(endsInField)).toEqual([false, false, false]);
});
