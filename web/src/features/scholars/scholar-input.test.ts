import { expect, test } from 'vitest';
import { canSearchByName, isName, splitProfiles } from './scholar-input.ts';

test.each(['Ada Loopback', 'J. Müller', '李晓明', 'Christiansen', 'Smith-Olsson', ' Wei Zhang\n'])(
  '%s is a name',
  (typed) => expect(isName(typed)).toBe(true),
);

test.each([
  'JicYPdAAAAAJ',
  'sandbx01AAAJ',
  'https://scholar.google.com/citations?user=JicYPdAAAAAJ',
  'scholar.google.com/citations?user=JicYPdAAAAAJ',
  'Ada Loopback\nWei Zhang',
  'x',
  '12345',
])('%s is not a name', (typed) => expect(isName(typed)).toBe(false));

test.each([
  ['JicYPdAAAAAJ', ['JicYPdAAAAAJ']],
  ['JicYPdAAAAAJ, sandbx01AAAJ;', ['JicYPdAAAAAJ', 'sandbx01AAAJ']],
  ['JicYPdAAAAAJ sandbx01AAAJ\nnot an id\n\n', ['JicYPdAAAAAJ', 'sandbx01AAAJ', 'not an id']],
])('%j is split into profiles', (typed, profiles) => expect(splitProfiles(typed)).toEqual(profiles));

test('an id can also be searched for as a name', () => {
  expect(canSearchByName('JicYPdAAAAAJ')).toBe(true);
  expect(canSearchByName('one\ntwo')).toBe(false);
});
