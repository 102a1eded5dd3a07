import { expect, it, test } from 'vitest';
import { keyStem, keySuffix } from './cite-keys.ts';
import { readAuthorText } from './read-names.ts';

const stem = (author: string, year: number | null, title: string) =>
  keyStem({ ...readAuthorText(author), year, title });

it.each([
  ['A Vaswani, N Shazeer', 2017, 'Attention is all you need', 'vaswani2017attention'],
  ['C van der Berg', 2020, 'On the Structure of Ice', 'vanderberg2020structure'],
  ['J Müller', 2020, 'Über die Größe von Eis', 'muller2020grosse'],
  ['И. И. Иванов', 1999, 'О структуре льда', 'ivanov1999o'],
  ['王小明', 2021, '深度学习综述', 'wangxiaoming2021shenduxuexizongshu'],
  ['ATLAS Collaboration', 2012, 'A <i>search</i>', 'atlas2012search'],
  ['', null, 'Editorial', 'anonndeditorial'],
  ['A Lund', 2020, 'The', 'lund2020the'],
  ['A Lund', 2020, '???', 'lund2020'],
  ['A O’Brien-Lund', 2020, '3D printing', 'obrienlund20203d'],
])('%s, %s, "%s" begins with %s', (author, year, title, expected) => {
  expect(stem(author, year, title)).toBe(expected);
});

test('suffixes are letters', () => {
  expect([0, 1, 2, 26, 27, 52, 53, 702, 703].map(keySuffix)).toEqual([
    '',
    'a',
    'b',
    'z',
    'aa',
    'az',
    'ba',
    'zz',
    'aaa',
  ]);
});
