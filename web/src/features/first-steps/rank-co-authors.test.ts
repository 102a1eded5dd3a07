import { expect, test } from 'vitest';
import type { CoAuthor } from '../../api/shapes.ts';
import { rankCoAuthors } from './rank-co-authors.ts';

const by = (name: string, publication_count: number): CoAuthor => ({
  source: 'openalex',
  id: `A${name}`,
  name,
  publication_count,
  scholar_profile_id: null,
});

test('adds up what a co-author wrote with several scholars, and puts the most frequent first', () => {
  const ranked = rankCoAuthors([[by('Bo', 5), by('Ada', 4), by('Zed', 3)], [], [by('Zed', 3), by('Cy', 4)]]);
  expect(ranked.map(({ name, publication_count }) => [name, publication_count])).toEqual([
    ['Zed', 6],
    ['Bo', 5],
    ['Ada', 4],
    ['Cy', 4],
  ]);
});

test('has nobody to suggest without lists', () => {
  expect(rankCoAuthors([])).toEqual([]);
});
