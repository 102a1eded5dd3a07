import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterPairs, type Match } from './cluster-pairs.ts';
import { MOST_MEMBERS, type Standing } from './near-duplicate.ts';

const standing = (id: number, change: Partial<Standing> = {}): Standing => ({
  id,
  citationCount: 0,
  linkCount: 0,
  ...change,
});
const standingsOf = (...all: Standing[]) => new Map(all.map((one) => [one.id, one]));
const none = () => false;

describe('clusters', () => {
  test('are not chained: A and C are apart though both agree with B', () => {
    const matches = [
      { a: 1, b: 2, probability: 0.8 },
      { a: 2, b: 3, probability: 0.9 },
    ];
    const standings = standingsOf(standing(1), standing(2), standing(3));
    expect(clusterPairs({ matches, standings, isRefused: none })).toEqual([
      { centre: 3, members: [2], probability: 0.9 },
    ]);
    const led = standingsOf(standing(1), standing(2, { linkCount: 1 }), standing(3));
    expect(clusterPairs({ matches, standings: led, isRefused: none })).toEqual([
      { centre: 2, members: [3, 1], probability: 0.8 },
    ]);
  });

  test('have the work as centre on which most hangs: users, then citations, then age', () => {
    const matches = [{ a: 1, b: 2, probability: 0.9 }];
    const centre = (one: Partial<Standing>, other: Partial<Standing>) =>
      clusterPairs({ matches, standings: standingsOf(standing(1, one), standing(2, other)), isRefused: none })[0]
        ?.centre;
    expect(centre({}, {})).toBe(1);
    expect(centre({}, { citationCount: 1 })).toBe(2);
    expect(centre({ linkCount: 1 }, { citationCount: 9 })).toBe(1);
  });

  test('never hold two works that are certainly two, also when a third agrees with both', () => {
    const matches = [
      { a: 1, b: 2, probability: 0.8 },
      { a: 1, b: 3, probability: 0.9 },
      { a: 2, b: 3, probability: 0.7 },
    ];
    const standings = standingsOf(standing(1), standing(2), standing(3));
    const isRefused = (a: number, b: number) => Math.min(a, b) === 2 && Math.max(a, b) === 3;
    expect(clusterPairs({ matches, standings, isRefused })).toEqual([{ centre: 1, members: [3], probability: 0.9 }]);
  });

  test('who found no place makes a cluster with others that are left', () => {
    // 4 and 5 agree with 1, but not in one cluster with 2
    const matches = [2, 4, 5].map((b) => ({ a: 1, b, probability: b === 2 ? 0.9 : 0.8 }));
    matches.push({ a: 4, b: 5, probability: 0.95 });
    const standings = standingsOf(...[1, 2, 4, 5].map((id) => standing(id)));
    const isRefused = (a: number, b: number) => Math.min(a, b) === 2 && Math.max(a, b) > 3;
    expect(clusterPairs({ matches, standings, isRefused })).toEqual([
      { centre: 4, members: [5], probability: 0.95 },
      { centre: 1, members: [2], probability: 0.9 },
    ]);
  });

  test('have a size at most; the rest makes clusters of its own', () => {
    const count = 2 * MOST_MEMBERS + 10;
    const works = Array.from({ length: count }, (_, at) => at + 1);
    const matches = works.flatMap((a) => works.filter((b) => b > a).map((b) => ({ a, b, probability: 0.9 })));
    const clusters = clusterPairs({
      matches,
      standings: standingsOf(...works.map((id) => standing(id))),
      isRefused: none,
    });
    expect(clusters.map(({ members }) => members.length + 1)).toEqual([MOST_MEMBERS, MOST_MEMBERS, 10]);
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
      .map((counts) => standingsOf(...counts.map((linkCount, at) => standing(at + 1, { linkCount })))),
  });

  test('each member agrees with the centre, nobody is in two, nobody refused is in, and nobody is left who could be', () => {
    fc.assert(
      fc.property(world, ({ matches, refused, standings }) => {
        const isRefused = (a: number, b: number) =>
          refused.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
        const matchOf = (a: number, b: number) =>
          matches.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
        const clusters = clusterPairs({ matches, standings, isRefused });
        const all = clusters.map(({ centre, members }) => [centre, ...members]);
        expect(new Set(all.flat()).size).toBe(all.flat().length);
        for (const { centre, members, probability } of clusters) {
          expect(members.length).toBeGreaterThan(0);
          const found = members.map((member) => matchOf(centre, member)?.probability ?? 0);
          expect(Math.min(...found)).toBe(probability);
        }
        for (const works of all) {
          for (const a of works) for (const b of works) expect(a !== b && isRefused(a, b)).toBe(false);
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
