import { expect, test } from 'vitest';
import type { KnownPublication } from './clusters.ts';
import { judgeCluster, showCluster } from './judge-clusters.ts';

const TERMS = { threshold: 0.5, maxYearDelta: 1 };
const publication = (id: number, change: Partial<KnownPublication> = {}): KnownPublication => ({
  id,
  title: 'Sediment transport in shallow tidal basins',
  authors: 'E Lund, K Berg, A Holm',
  venue: 'Journal of Coastal Research 12 (3)',
  year: 2014,
  identifiers: [],
  citationCount: 0,
  entryCount: 0,
  ...change,
});

test('the target agrees with each of the others and has the highest standing', () => {
  const judged = judgeCluster(
    [publication(1), publication(2, { citationCount: 4 }), publication(3, { entryCount: 1 })],
    TERMS,
    false,
  );
  expect(judged?.winner.id).toBe(3);
  expect(judged?.losers.map((one) => one.publication.id)).toEqual([2, 1]);
  expect(judged?.similarity).toBeGreaterThan(0.9);
});

test('publications that do not agree are not a cluster', () => {
  const other = publication(2, { title: 'Winds over the plateau', authors: 'P Rossi', venue: 'Meteorology Letters' });
  expect(judgeCluster([publication(1), other], TERMS, false)).toBe(null);
  expect(judgeCluster([publication(1), publication(2, { year: 2016 })], TERMS, false)).toBe(null);
  expect(judgeCluster([publication(1), publication(2, { year: 2016 })], { ...TERMS, maxYearDelta: 2 }, false)).not.toBe(
    null,
  );
  expect(judgeCluster([publication(1)], TERMS, false)).toBe(null);
  expect(judgeCluster([], TERMS, false)).toBe(null);
});

test('publications that agree in everything need no review, unless one profile lists them separately', () => {
  const judged = judgeCluster([publication(1), publication(2)], TERMS, false);
  if (!judged) throw new Error('no cluster');
  expect(showCluster(judged)).toMatchObject({
    cluster_key: '1.2',
    winner_publication_id: 1,
    member_count: 2,
    can_merge_without_review: true,
    is_listed_apart: false,
    evidence: [{ publication_id: 2, fields: expect.arrayContaining([expect.objectContaining({ field: 'title' })]) }],
  });
  expect(showCluster({ ...judged, isListedApart: true })).toMatchObject({
    can_merge_without_review: false,
    is_listed_apart: true,
  });
});
