import { expect, test } from 'vitest';
import { findTrackedAuthors } from './find-tracked-authors.ts';

const tracked = (authors: string, ...names: string[]) =>
  findTrackedAuthors(authors, names)
    .authors.filter(({ isTracked }) => isTracked)
    .map(({ text }) => text);

test('a name with initials matches by last name and first letter', () => {
  expect(tracked('XY Ueda, W Zhang, K Zhang', 'Wei Zhang')).toEqual(['W Zhang']);
  expect(tracked('Wei Zhang, B Lindqvist', 'Wei Zhang')).toEqual(['Wei Zhang']);
  expect(tracked('F PEREZ, D Ueda', 'Francisca Pérez')).toEqual(['F PEREZ']);
  expect(tracked('A Lovelace', 'Grace Hopper')).toEqual([]);
});

test('scholars whom the source does not name are returned as missing', () => {
  const { authors, missing } = findTrackedAuthors('A Lovelace, C Babbage, ...', ['Ada Lovelace', 'Grace Hopper']);
  expect(authors.map(({ text }) => text)).toEqual(['A Lovelace', 'C Babbage', '...']);
  expect(missing).toEqual(['Grace Hopper']);
  expect(findTrackedAuthors('', ['Grace Hopper'])).toEqual({ authors: [], missing: ['Grace Hopper'] });
});
