import { expect, test } from 'vitest';
import type { Scholar } from '../../api/shapes.ts';
import { canSearchByName, findTracked, isName, splitProfiles } from './scholar-input.ts';

test.each(['Ada Loopback', 'J. Müller', '李晓明', 'Christiansen', 'Smith-Olsson', ' Wei Zhang\n'])(
  '%s is a name',
  (typed) => expect(isName(typed)).toBe(true),
);

test.each([
  'JicYPdAAAAAJ',
  'sandbx01AAAJ',
  'https://scholar.google.com/citations?user=JicYPdAAAAAJ',
  'scholar.google.com/citations?user=JicYPdAAAAAJ',
  'A5023888391',
  '0000-0002-1694-233X',
  'l/YannLeCun',
  'https://dblp.org/pid/65/9612.html',
  'orcid.org/0000-0002-1825-0097?lang=en',
  'openalex.org/a5023888391/ dblp.org/pid/65%2F9612',
  'Ada Loopback\nWei Zhang',
  'x',
  '12345',
])('%s is not a name', (typed) => expect(isName(typed)).toBe(false));

test.each([
  ['JicYPdAAAAAJ', ['JicYPdAAAAAJ']],
  ['JicYPdAAAAAJ, sandbx01AAAJ;', ['JicYPdAAAAAJ', 'sandbx01AAAJ']],
  ['A5023888391 0000-0002-1825-0097 65/9612', ['A5023888391', '0000-0002-1825-0097', '65/9612']],
  ['orcid.org/0000000218250097?lang=en openalex.org/A1', ['orcid.org/0000000218250097?lang=en', 'openalex.org/A1']],
  ['JicYPdAAAAAJ sandbx01AAAJ\nnot an id\n\n', ['JicYPdAAAAAJ', 'sandbx01AAAJ', 'not an id']],
  ['orcid,scholar_id\n0000-0002-1825-0097,JicYPdAAAAAJ', ['orcid,scholar_id', '0000-0002-1825-0097,JicYPdAAAAAJ']],
])('%j is split into profiles', (typed, profiles) => expect(splitProfiles(typed)).toEqual(profiles));

test('an id can also be searched for as a name', () => {
  expect(canSearchByName('JicYPdAAAAAJ')).toBe(true);
  expect(canSearchByName('one\ntwo')).toBe(false);
});

test('a person is tracked already if a confirmed profile of a scholar has the id', () => {
  const profiles = [
    { source: 'openalex', id: 'A1', state: 'confirmed' },
    { source: 'openalex', id: 'A2', state: 'suggested' },
  ];
  const ada = { scholar_id: 'A1', profiles } as Scholar;
  const find = (source: 'openalex' | 'dblp', id: string) => findTracked([ada], [{ source, id }]);
  expect(find('openalex', 'A1')).toBe(ada);
  expect(find('openalex', 'A2')).toBeUndefined();
  expect(find('dblp', 'A1')).toBeUndefined();
});
