import { expect, test } from 'vitest';
import { findWriters } from './find-writers.ts';

const tracked = (authors: string, ...names: string[]) =>
  findWriters(authors, names)
    .authors.filter(({ isTracked }) => isTracked)
    .map(({ text }) => text);

test('initials are known by the last name and the first letter', () => {
  expect(tracked('XY Ueda, W Zhang, K Zhang', 'Wei Zhang')).toEqual(['W Zhang']);
  expect(tracked('Wei Zhang, B Lindqvist', 'Wei Zhang')).toEqual(['Wei Zhang']);
  expect(tracked('F PEREZ, D Ueda', 'Francisca Pérez')).toEqual(['F PEREZ']);
  expect(tracked('A Lovelace', 'Grace Hopper')).toEqual([]);
});

test('those whom the source does not name are told', () => {
  const { authors, missing } = findWriters('A Lovelace, C Babbage, ...', ['Ada Lovelace', 'Grace Hopper']);
  expect(authors.map(({ text }) => text)).toEqual(['A Lovelace', 'C Babbage', '...']);
  expect(missing).toEqual(['Grace Hopper']);
  expect(findWriters('', ['Grace Hopper'])).toEqual({ authors: [], missing: ['Grace Hopper'] });
});
