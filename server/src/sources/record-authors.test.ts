import { expect, it, test } from 'vitest';
import { authorLine, readAuthorName, readAuthors } from './record-authors.ts';

it.each([
  ['Xin Du†', 'Xin Du'],
  ['Ada Lund *', 'Ada Lund'],
  ['*Bo Berg', 'Bo Berg'],
  ['Bo Berg²', 'Bo Berg'],
  ['Bo Berg ‡ §', 'Bo Berg'],
  ['Task Force 2019', 'Task Force 2019'],
  ['COVID19 Team', 'COVID19 Team'],
  [':', null],
  ['1', null],
  ['  ', null],
])('%s is %s', (text, expected) => {
  expect(readAuthorName(text)).toBe(expected);
});

const named = (...names: readonly string[]) => names.map((name) => ({ name, family: null }));

test('an omission among the authors means that there are more', () => {
  const read = (texts: readonly string[]) => readAuthors(texts, (text) => named(String(text)));
  expect(read(['A Lund', 'et al.'])).toEqual({ authors: named('A Lund'), hasMore: true });
  expect(read(['A Lund', 'B Berg'])).toEqual({ authors: named('A Lund', 'B Berg'), hasMore: false });
});

test('the line of a long list ends after a whole name and says that more follow', () => {
  const authors = named(...Array.from({ length: 3000 }, (_, at) => `Givenname${at} Familyname${at}`));
  const line = authorLine({ authors, hasMore: false }) ?? '';
  expect(line.length).toBeLessThanOrEqual(3_003);
  const [more, last] = line.split(', ').reverse();
  expect([more, authors.some(({ name }) => name === last)]).toEqual(['…', true]);
  expect(authorLine({ authors: named('A Lund'), hasMore: true })).toBe('A Lund, …');
  expect(authorLine({ authors: named('A Lund', 'Ministry of Food, Fish and Wood'), hasMore: false })).toBe(
    'A Lund; Ministry of Food, Fish and Wood',
  );
  expect(authorLine({ authors: [], hasMore: true })).toBeNull();
});
