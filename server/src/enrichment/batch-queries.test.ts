import { describe, expect, it } from 'vitest';
import type { OtherSource } from '../platform/sources-config.ts';
import { batchQueries, groupIds, joinQueries } from './batch-queries.ts';
import type { Planned } from './plan-steps.ts';
import { type EnrichedPublication, NOTHING_YET } from './progress.ts';

const PUBLICATION = {
  title: 'Slow lattices',
  year: 2021,
  authorText: 'A Bauer, JK Okafor',
  venueText: null,
  identifiers: [],
};

function requests(
  step: Planned['step'],
  publication: Partial<EnrichedPublication> = {},
  userId: number | null = null,
): Planned {
  const publicationId = publication.id ?? 1;
  return {
    step,
    publication: { ...PUBLICATION, id: publicationId, ...publication },
    ownKeys: null,
    isAvailable: () => true,
    enrichment: {
      publicationId,
      source: 'openalex',
      priority: 1,
      stepNumber: 0,
      failureCount: 0,
      progress: NOTHING_YET,
      userId,
      ignoresCacheBefore: null,
    },
  };
}
const doi = (value: string, userId: number | null = null) =>
  requests({ kind: 'id', source: 'openalex', idKind: 'doi', value }, {}, userId);
const title = (publication: Partial<EnrichedPublication>) =>
  requests({ kind: 'title', source: 'crossref' }, publication);
const batches = (planned: readonly Planned[], source: OtherSource = 'openalex') =>
  batchQueries(
    joinQueries(planned),
    (values) => groupIds(source, values),
    ({ enrichment }) => (enrichment.userId === null ? 'shared' : `user:${enrichment.userId}`),
  );
const sizes = (...args: Parameters<typeof batches>) => batches(...args).map(({ queries }) => queries.length);

describe('joinQueries', () => {
  it('sends equal queries once and keeps all their steps', () => {
    const queries = joinQueries([doi('10.1/a'), doi('10.1/b'), doi('10.1/a')]);
    expect(queries.map(({ key, steps }) => [key, steps.length])).toEqual([
      ['doi:10.1/a', 2],
      ['doi:10.1/b', 1],
    ]);
  });

  it('treats titles as equal if title, year and first author are', () => {
    const count = (...publications: Partial<EnrichedPublication>[]) => joinQueries(publications.map(title)).length;
    expect(count({}, { title: 'SLOW  lattices.' }, { authorText: 'A. Bauer' })).toBe(1);
    expect(count({}, { year: 2022 }, { year: null }, { authorText: 'B Bauer' }, { title: 'Slow lattice' })).toBe(5);
  });
});

describe('batchQueries', () => {
  const dois = (count: number, userId: number | null = null) =>
    Array.from({ length: count }, (_, n) => doi(`10.5555/${userId}.${n}`, userId));

  it('sends fifty ids in one request to OpenAlex and arXiv, and one to other sources', () => {
    expect(sizes(dois(120))).toEqual([50, 50, 20]);
    expect(sizes(dois(120), 'arxiv')).toEqual([50, 50, 20]);
    expect(sizes(dois(3), 'unpaywall')).toEqual([1, 1, 1]);
  });

  it('never puts a title into a batch', () => {
    expect(sizes([title({}), title({ year: 2022 }), ...dois(2)])).toEqual([1, 1, 2]);
  });

  it('keeps credentials apart', () => {
    const made = batches([...dois(3, 1), ...dois(2), ...dois(4, 2)]);
    expect(made.map(({ credential, queries }) => [credential, queries.length])).toEqual([
      ['user:1', 3],
      ['shared', 2],
      ['user:2', 4],
    ]);
    for (const { credential, queries } of made)
      for (const { steps } of queries)
        for (const { enrichment } of steps)
          expect(credential).toBe(enrichment.userId === null ? 'shared' : `user:${enrichment.userId}`);
  });

  it('sends a DOI with filter characters alone and loses none', () => {
    const odd = ['10.1/a|b', '10.1/a,b', '10.1/<x>&y', '10.1/é'].map((value) => doi(value));
    const made = batches([...dois(2), ...odd]);
    expect(made.map(({ queries }) => queries.length)).toEqual([4, 1, 1]);
    expect(made.flatMap(({ queries }) => queries)).toHaveLength(6);
  });
});
