import { expect, test } from 'vitest';
import { lacksField } from './json-fields.ts';

const works = (field: string) =>
  Array.from({ length: 3 }, (_, n) => ({ id: n, [field]: null, authors: [{ name: 'A' }, { label: 'B' }] }));

test.each([
  ['a field that each has', { works: works('year') }, 'works.year', false],
  ['a renamed field', { works: works('date') }, 'works.year', true],
  ['a field in one of them', { works: [...works('date'), { year: 1 }] }, 'works.year', false],
  ['too few', { works: works('date').slice(1) }, 'works.year', false],
  ['none', { works: [] }, 'works.year', false],
  ['no list', {}, 'works.year', false],
  ['a nested field in some', { works: works('year') }, 'works.authors.name', false],
  ['a nested field in none', { works: works('year') }, 'works.authors.family', true],
  ['an alternative', { works: works('year') }, 'works.authors.family|label', false],
  ['a list at the root', works('date'), 'year', true],
  ['a field of an entry with many objects', works('year').slice(2), 'authors.family', false],
  ['other values', { works: [1, null, 'x', []] }, 'works.year', false],
])('%s', (_name, root, path, expected) => expect(lacksField(root, [path])).toBe(expected));
