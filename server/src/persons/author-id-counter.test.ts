import { expect, test } from 'vitest';
import { AuthorIdCounter, type ListedAuthor } from './author-id-counter.ts';

const author = (name: string, openalex_id: string | null, orcid: string | null = null): ListedAuthor => ({
  name,
  openalex_id,
  orcid,
});
const other = author('Karl Berg', 'A9');

function count(...publications: readonly (readonly ListedAuthor[])[][]) {
  const counter = new AuthorIdCounter('Ada B. Loopback');
  for (const lists of publications) counter.add(lists);
  return counter.results();
}

test('the id of the author with the name is counted once for each publication', () => {
  const ada = author('Ada Loopback', 'A1', '0000-0001-0000-0009');
  const found = count(
    [[other, ada]],
    // lists of two sources
    [[ada], [author('A Loopback', null, '0000-0001-0000-0009')]],
    [[other]],
  );
  expect(found).toEqual([
    { source: 'openalex', id: 'A1', name: 'Ada Loopback', listedCount: 2, publicationCount: 3 },
    { source: 'orcid', id: '0000-0001-0000-0009', name: 'A Loopback', listedCount: 2, publicationCount: 2 },
  ]);
});

test.each<[why: string, lists: readonly (readonly ListedAuthor[])[]]>([
  ['another first name', [[author('Carl Loopback', 'A1')]]],
  ['no id', [[author('Ada Loopback', null), other]]],
  ['two names that match', [[author('Ada Loopback', 'A1'), author('A Loopback', 'A2')]]],
  ['two lists that disagree', [[author('Ada Loopback', 'A1')], [author('Ada Loopback', 'A2')]]],
])('publications with %s count for no id', (_why, lists) => {
  expect(count([...lists], [...lists], [...lists])).toEqual([]);
});

test('an id that only one publication lists could be a coincidence', () => {
  const [one, two] = [[author('Ada Loopback', 'A1')], [author('Ada Loopback', 'A2')]];
  expect(count([one], [two], [two])).toEqual([
    { source: 'openalex', id: 'A2', name: 'Ada Loopback', listedCount: 2, publicationCount: 3 },
  ]);
});
