import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterKeyOf, clusterPairs, idsOfKey, MAX_MEMBERS, type Match, type Standing } from './clusters.ts';

const standing = (id: number, change: Partial<Standing> = {}): Standing => ({
  id,
  citationCount: 0,
  entryCount: 0,
  ...change,
});
const standingsOf = (...all: Standing[]) => new Map(all.map((one) => [one.id, one]));
const none = () => false;

describe('clusters', () => {
  test('are not chained: A and C stay apart even if both agree with B', () => {
    const matches = [
      { a: 1, b: 2, probability: 0.8 },
      { a: 2, b: 3, probability: 0.9 },
    ];
    const standings = standingsOf(standing(1), standing(2), standing(3));
    expect(clusterPairs({ matches, standings, isRefused: none })).toEqual([
      { center: 3, members: [2], probability: 0.9 },
    ]);
    const led = standingsOf(standing(1), standing(2, { entryCount: 1 }), standing(3));
    expect(clusterPairs({ matches, standings: led, isRefused: none })).toEqual([
      { center: 2, members: [3, 1], probability: 0.8 },
    ]);
  });

  test('have the publication with the highest standing as center: users, then citations, then age', () => {
    const matches = [{ a: 1, b: 2, probability: 0.9 }];
    const center = (one: Partial<Standing>, other: Partial<Standing>) =>
      clusterPairs({ matches, standings: standingsOf(standing(1, one), standing(2, other)), isRefused: none })[0]
        ?.center;
    expect(center({}, {})).toBe(1);
    expect(center({}, { citationCount: 1 })).toBe(2);
    expect(center({ entryCount: 1 }, { citationCount: 9 })).toBe(1);
  });

  test('publications that belong to no cluster form clusters with each other', () => {
    // 4 and 5 agree with 1, but not in one cluster with 2
    const matches = [2, 4, 5].map((b) => ({ a: 1, b, probability: b === 2 ? 0.9 : 0.8 }));
    matches.push({ a: 4, b: 5, probability: 0.95 });
    const standings = standingsOf(...[1, 2, 4, 5].map((id) => standing(id)));
    const isRefused = (a: number, b: number) => Math.min(a, b) === 2 && Math.max(a, b) > 3;
    expect(clusterPairs({ matches, standings, isRefused })).toEqual([
      { center: 4, members: [5], probability: 0.95 },
      { center: 1, members: [2], probability: 0.9 },
    ]);
  });

  test('have a maximum size; the remaining publications form clusters of their own', () => {
    const count = 2 * MAX_MEMBERS + 10;
    const publications = Array.from({ length: count }, (_, at) => at + 1);
    const matches = publications.flatMap((a) =>
      publications.filter((b) => b > a).map((b) => ({ a, b, probability: 0.9 })),
    );
    const clusters = clusterPairs({
      matches,
      standings: standingsOf(...publications.map((id) => standing(id))),
      isRefused: none,
    });
    expect(clusters.map(({ members }) => members.length + 1)).toEqual([MAX_MEMBERS, MAX_MEMBERS, 10]);
  });

  const ids = fc.integer({ min: 1, max: 12 });
  const world = fc.record({
    matches: fc
      .uniqueArray(fc.tuple(ids, ids, fc.integer({ min: 50, max: 100 })), {
        selector: ([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`,
        maxLength: 40,
      })
      .map((all) => all.filter(([a, b]) => a !== b).map(([a, b, p]): Match => ({ a, b, probability: p / 100 }))),
    refused: fc.array(fc.tuple(ids, ids), { maxLength: 10 }),
    standings: fc
      .array(fc.nat(2), { minLength: 12, maxLength: 12 })
      .map((counts) => standingsOf(...counts.map((entryCount, at) => standing(at + 1, { entryCount })))),
  });

  test('each member agrees with the center, clusters do not overlap or contain a refused pair, and no publication is left that fits into one', () => {
    fc.assert(
      fc.property(world, ({ matches, refused, standings }) => {
        const isRefused = (a: number, b: number) =>
          refused.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
        const matchOf = (a: number, b: number) =>
          matches.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
        const clusters = clusterPairs({ matches, standings, isRefused });
        const all = clusters.map(({ center, members }) => [center, ...members]);
        expect(new Set(all.flat()).size).toBe(all.flat().length);
        for (const { center, members, probability } of clusters) {
          expect(members.length).toBeGreaterThan(0);
          const found = members.map((member) => matchOf(center, member)?.probability ?? 0);
          expect(Math.min(...found)).toBe(probability);
        }
        for (const publications of all) {
          for (const a of publications) for (const b of publications) expect(a !== b && isRefused(a, b)).toBe(false);
        }
        const placed = new Set(all.flat());
        for (const { a, b } of matches) expect(placed.has(a) || placed.has(b) || isRefused(a, b)).toBe(true);
      }),
    );
  });

  test('the order of the pairs, and of the two in a pair, does not matter', () => {
    const shuffled = world.chain(({ matches, standings }) =>
      fc.record({
        matches: fc.constant(matches),
        others: fc.shuffledSubarray(matches, { minLength: matches.length, maxLength: matches.length }),
        turned: fc.array(fc.boolean(), { minLength: matches.length, maxLength: matches.length }),
        standings: fc.constant(standings),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ matches, others, turned, standings }) => {
        const other = others.map(({ a, b, probability }, at) =>
          turned[at] ? { a: b, b: a, probability } : { a, b, probability },
        );
        const sorted = (from: readonly Match[]) =>
          clusterPairs({ matches: from, standings, isRefused: none }).map((cluster) => ({
            ...cluster,
            members: cluster.members.toSorted((a, b) => a - b),
          }));
        expect(sorted(other)).toEqual(sorted(matches));
      }),
    );
  });
});

const clusterIds = fc.uniqueArray(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), {
  minLength: 2,
  maxLength: 20,
});

test('a key depends only on the set of publications, and contains their ids', () => {
  fc.assert(
    fc.property(clusterIds, (publications) => {
      const key = clusterKeyOf(publications);
      expect(clusterKeyOf(publications.toReversed())).toBe(key);
      expect(idsOfKey(key)).toEqual(publications.toSorted((a, b) => a - b));
    }),
  );
});

test('a text that is not a key gives null', () => {
  for (const text of [
    '',
    '.',
    'a',
    '1.1',
    '2.1',
    '1.0',
    '1.-2',
    '1. 2',
    '1.2.',
    '01.2',
    '1.2z!',
    'A.B',
    '1.9007199254740992000',
  ]) {
    expect(idsOfKey(text), text).toBe(null);
  }
  const tooMany = Array.from({ length: MAX_MEMBERS + 1 }, (_, at) => at + 1);
  expect(idsOfKey(clusterKeyOf(tooMany))).toBe(null);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = idsOfKey(text);
      expect(found === null || clusterKeyOf(found) === text).toBe(true);
    }),
  );
});
