import { expect, test } from 'vitest';
import { isName, mayBeName, profilesIn } from './is-name.ts';

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
])('%s is none', (typed) => expect(isName(typed)).toBe(false));

test.each([
  ['JicYPdAAAAAJ', ['JicYPdAAAAAJ']],
  ['JicYPdAAAAAJ, sandbx01AAAJ;', ['JicYPdAAAAAJ', 'sandbx01AAAJ']],
  ['JicYPdAAAAAJ sandbx01AAAJ\nnot an id\n\n', ['JicYPdAAAAAJ', 'sandbx01AAAJ', 'not an id']],
])('%j is taken profile by profile', (typed, profiles) => expect(profilesIn(typed)).toEqual(profiles));

test('an id may be searched for as a name by who insists', () => {
  expect(mayBeName('JicYPdAAAAAJ')).toBe(true);
  expect(mayBeName('one\ntwo')).toBe(false);
});
