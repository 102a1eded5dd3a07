import { expect, test } from 'vitest';
import { findTrackedAuthors, shortenAuthors } from './find-tracked-authors.ts';

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

test('a name in two scripts matches by one of them', () => {
  expect(tracked('N Li, B Lindqvist', 'Na Li (李娜)')).toEqual(['N Li']);
  expect(tracked('李娜, 王磊', '李娜Na Li')).toEqual(['李娜']);
  expect(tracked('Na Li (李娜), B Chen', 'Na Li')).toEqual(['Na Li (李娜)']);
  expect(tracked('王磊, N Lo', 'Na Li (李娜)')).toEqual([]);
});

test('scholars whom the source does not name are returned as missing', () => {
  const { authors, missing } = findTrackedAuthors('A Lovelace, C Babbage, ...', ['Ada Lovelace', 'Grace Hopper']);
  expect(authors.map(({ text }) => text)).toEqual(['A Lovelace', 'C Babbage', '...']);
  expect(missing).toEqual(['Grace Hopper']);
  expect(findTrackedAuthors('', ['Grace Hopper'])).toEqual({ authors: [], missing: ['Grace Hopper'] });
});

test('a long list is shortened around the tracked and found authors', () => {
  const authors = (count: number, tracked: number[], end: string[] = []) => [
    ...Array.from({ length: count }, (_, at) => ({ text: `${at}`, isTracked: tracked.includes(at) })),
    ...end.map((text) => ({ text, isTracked: false })),
  ];
  const shown = (...list: Parameters<typeof authors>) =>
    shortenAuthors(authors(...list), (text) => text === '9').map((part) =>
      'text' in part ? part.text : `+${part.leftOut ?? ''}`,
    );
  expect(shown(6, [])).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(shown(20, [7])).toEqual(['0', '1', '+', '7', '+', '9', '+10']);
  expect(shown(20, [0, 2, 19])).toEqual(['0', '1', '2', '+', '9', '+', '19']);
  expect(shown(6, [5], ['...'])).toEqual(['0', '1', '+', '5', '+']);
});
