import { expect, it, test } from 'vitest';
import { authorLine, readAuthorName, readAuthors, readSuffix, splitFamily } from './record-authors.ts';

it.each([
  ['Xin Du†', 'Xin Du'],
  ['Ada Lund *', 'Ada Lund'],
  ['*Bo Berg', 'Bo Berg'],
  ['Bo Berg²', 'Bo Berg'],
  ['Bo Berg ‡ §', 'Bo Berg'],
  ['Bo Berg<sup>1,2</sup>', 'Bo Berg'],
  ['Bo Berg<sup>a</sup>', 'Bo Berg'],
  ['Bo Berg¹˒²', 'Bo Berg'],
  ['Bo Berg (1)', 'Bo Berg'],
  ['Bo Berg [2,3]', 'Bo Berg'],
  ['Bo Berg^1', 'Bo Berg'],
  ['Bo Berg ✉', 'Bo Berg'],
  ['Prof. Dr. Bo Berg', 'Bo Berg'],
  ['DR Berg', 'DR Berg'],
  ['Bo Berg, MD, PhD', 'Bo Berg'],
  ['Bo Berg PhD', 'Bo Berg'],
  ['Berg MD', 'Berg MD'],
  ['Berg, MA', 'Berg, MA'],
  ['Bo Berg (Ed.)', 'Bo Berg'],
  ['Task Force 2019', 'Task Force 2019'],
  ['COVID19 Team', 'COVID19 Team'],
  [':', null],
  ['1', null],
  ['  ', null],
])('%s is %s', (text, expected) => {
  expect(readAuthorName(text)).toBe(expected);
});

it.each([
  ['Jr.', 'Jr.'],
  ['3rd', '3rd'],
  ['PhD', null],
  ['MD, PhD', null],
  ['*', null],
])('the suffix %s is %s', (text, expected) => expect(readSuffix(text)).toBe(expected));

it.each([
  ['Lund Jr.', 'Lund', 'Jr.'],
  ['Lund, III', 'Lund', 'III'],
  ['van der Lund 3rd', 'van der Lund', '3rd'],
  ['Lund, PhD', 'Lund', null],
  ['Lund', 'Lund', null],
  ['Jr', 'Jr', null],
])('the family name %s is %s with the suffix %s', (text, family, suffix) =>
  expect(splitFamily(text)).toEqual({ family, suffix }),
);

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
