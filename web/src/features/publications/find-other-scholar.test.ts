import { expect, test } from 'vitest';
import type { Publication } from '../../api/shapes.ts';
import { findOtherScholar } from './find-other-scholar.ts';

/** Rows with the scholars' initials: "ab" is a publication of a and b, "-" of none, "?" is not loaded. */
function find(rows: string, from: number, by: 1 | -1): number {
  const all = rows.split(' ').map((ids) =>
    ids === '?'
      ? undefined
      : {
          scholars: [...ids.replace('-', '')].map((id) => ({
            scholar_profile_id: id.charCodeAt(0),
            label: id,
          })) as Publication['scholars'],
        },
  );
  return findOtherScholar((at) => all[at], from, by);
}

test.each([
  ['the next group', 'a a b b', 0, 1, 2],
  ['a publication of both is in the group', 'a ab b c', 0, 1, 2],
  ['the last group stays', 'a b b', 1, 1, 2],
  ['rows without scholars are a group', 'a - - b', 1, 1, 3],
  ['the first row of the group before', 'a a b b', 3, -1, 0],
  ['the start of the first group', 'a a b', 1, -1, 0],
  ['the last loaded row', 'a a ? b', 0, 1, 1],
  ['the first loaded row', 'a ? b b', 3, -1, 2],
] as const)('%s: %s from %i by %i is %i', (_, rows, from, by, expected) => {
  expect(find(rows, from, by)).toBe(expected);
});
