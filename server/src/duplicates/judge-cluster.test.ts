import { expect, test } from 'vitest';
import { judgeCluster } from './judge-cluster.ts';
import type { KnownWork } from './near-duplicate.ts';
import { showCluster } from './show-cluster.ts';

const TERMS = { threshold: 0.5, maxYearDelta: 1 };
const work = (id: number, change: Partial<KnownWork> = {}): KnownWork => ({
  id,
  title: 'Sediment transport in shallow tidal basins',
  authors: 'E Lund, K Berg, A Holm',
  venue: 'Journal of Coastal Research 12 (3)',
  year: 2014,
  identifiers: [],
  citationCount: 0,
  linkCount: 0,
  ...change,
});

test('the work stays that agrees with each of the others and on which most hangs', () => {
  const judged = judgeCluster([work(1), work(2, { citationCount: 4 }), work(3, { linkCount: 1 })], TERMS);
  expect(judged?.winner.id).toBe(3);
  expect(judged?.losers.map((one) => one.work.id)).toEqual([2, 1]);
  expect(judged?.similarity).toBeGreaterThan(0.9);
});

test('works that do not agree are no cluster', () => {
  const other = work(2, { title: 'Winds over the plateau', authors: 'P Rossi', venue: 'Meteorology Letters' });
  expect(judgeCluster([work(1), other], TERMS)).toBe(null);
  expect(judgeCluster([work(1), work(2, { year: 2016 })], TERMS)).toBe(null);
  expect(judgeCluster([work(1), work(2, { year: 2016 })], { ...TERMS, maxYearDelta: 2 })).not.toBe(null);
  expect(judgeCluster([work(1)], TERMS)).toBe(null);
  expect(judgeCluster([], TERMS)).toBe(null);
});

test('nobody need look at what agrees in all; what one profile lists apart a person decides', () => {
  const judged = judgeCluster([work(1), work(2)], TERMS);
  if (!judged) throw new Error('no cluster');
  expect(showCluster(judged, { isListedApart: false })).toMatchObject({
    cluster_key: '1.2',
    winner_publication_id: 1,
    member_count: 2,
    can_merge_without_review: true,
    is_listed_apart: false,
    evidence: [{ publication_id: 2, fields: expect.arrayContaining([expect.objectContaining({ field: 'title' })]) }],
  });
  expect(showCluster(judged, { isListedApart: true })).toMatchObject({
    can_merge_without_review: false,
    is_listed_apart: true,
  });
});
