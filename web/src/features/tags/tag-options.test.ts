import { expect, test } from 'vitest';
import { listOptions } from './tag-options.ts';

const known = ['deep learning', 'Écologie', 'learning', 'to cite'].map((name) => ({ name, color: 'gray' as const }));
const publications = [{ tags: [{ name: 'to cite' }, { name: 'learning' }] }, { tags: [{ name: 'to cite' }] }];
const namesOf = (typed: string) => listOptions(typed, known, publications).map(({ name }) => name);

test('lists the tags of the publications first, and counts them', () => {
  expect(listOptions('', known, publications).map(({ name, count }) => [name, count])).toEqual([
    ['learning', 1],
    ['to cite', 2],
    ['deep learning', 0],
    ['Écologie', 0],
  ]);
});

test('finds tags by the beginnings of words, and offers to create a name that no tag has', () => {
  expect(namesOf('lear')).toEqual(['deep learning', 'learning', 'lear']);
  expect(namesOf('LEARNING')).toEqual(['learning', 'deep learning']);
  expect(namesOf('ecologie')).toEqual(['Écologie']);
  expect(listOptions('  new   tag ', known, publications)).toEqual([
    { name: 'new tag', color: 'gray', isNew: true, count: 0 },
  ]);
});
