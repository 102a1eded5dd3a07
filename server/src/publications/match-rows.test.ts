import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiscoveredRow, evidenceOf, type KnownWorks, matchRows } from './match-rows.ts';

/** A store in memory that does with matches what the database does. */
class Store {
  readonly byKey = new Map<string, number>();
  readonly byDoi = new Map<string, number[]>();
  readonly byFingerprint = new Map<string, number>();
  readonly doiOf = new Map<number, string>();
  readonly merged = new Set<number>();
  readonly joined = new Set<number>();
  readonly listings = new Map<string, Set<number>>();
  works = 0;

  save(profile: string, rows: readonly DiscoveredRow[]): number[] {
    const listed = this.listings.get(profile) ?? new Set();
    const known: KnownWorks = { ...this, listed: new Map([...listed].map((id) => [id, id])) };
    const ids = matchRows(rows.map(evidenceOf), known).map(({ evidence, publicationId, newKeys, newFingerprint }) => {
      const id = publicationId ?? ++this.works;
      for (const key of newKeys) this.byKey.set(key, id);
      if (newFingerprint) this.byFingerprint.set(newFingerprint.toString('hex'), id);
      const { doi } = evidence;
      if (doi !== null) {
        if (!this.byDoi.get(doi)?.includes(id)) this.byDoi.set(doi, [...(this.byDoi.get(doi) ?? []), id]);
        if (!this.doiOf.has(id)) this.doiOf.set(id, doi);
      }
      return id;
    });
    this.listings.set(profile, new Set([...listed, ...ids]));
    return ids;
  }
}

const row = (key: string, change: Partial<DiscoveredRow> = {}): DiscoveredRow => ({
  key,
  workKey: null,
  title: `Title of ${key}`,
  authors: 'A Author',
  venue: null,
  year: 2020,
  citations: 0,
  url: null,
  ...change,
});

/** Rows that share evidence often, and in ways that contradict each other. */
const entangledPage = (profile: string) =>
  fc
    .array(
      fc.record({
        workKey: fc.option(fc.constantFrom('cluster:1', 'cluster:2', 'cluster:3')),
        venue: fc.option(fc.constantFrom('10.1000/a', '10.1000/b', '10.1000/c')),
        title: fc.constantFrom('Graphs, Part I', 'Graphs, Part II', 'Trees', 'Editorial'),
      }),
      { maxLength: 6 },
    )
    .map((rows) => rows.map((change, at) => row(`${profile}:${at}`, change)));

test('each piece of evidence leads to the work, and a stronger one goes before a weaker', () => {
  const store = new Store();
  expect(
    store.save('A', [
      row('A:1', { workKey: 'cluster:1', title: 'Graphs' }),
      row('A:2', { venue: '10.1000/a', title: 'Trees' }),
    ]),
  ).toEqual([1, 2]);
  expect(store.save('B', [row('B:1', { workKey: 'cluster:1', title: 'X' })])).toEqual([1]);
  expect(store.save('C', [row('C:1', { venue: '10.1000/A', title: 'Y' })])).toEqual([2]);
  expect(store.save('D', [row('D:1', { title: 'GRAPHS' })])).toEqual([1]);
  expect(
    store.save('E', [row('E:1', { title: 'Graphs' }), row('E:2', { workKey: 'cluster:1', title: 'Z' })]),
    'the cluster is surer',
  ).toEqual([3, 1]);
  expect(
    store.save('F', [row('F:1', { workKey: 'cluster:1', venue: '10.1000/a', title: 'Z' })]),
    'the work takes the DOI on',
  ).toEqual([1]);
});

test('a row keeps its work, whatever else it shows later', () => {
  const store = new Store();
  store.save('A', [row('A:1', { workKey: 'cluster:1' }), row('A:2', { workKey: 'cluster:2' })]);
  const swapped = [
    row('A:3', { workKey: 'cluster:1' }),
    row('A:2', { workKey: 'cluster:1' }),
    row('A:1', { workKey: 'cluster:2' }),
  ];
  expect(store.save('A', swapped)).toEqual([3, 2, 1]);
});

test('a row above cannot take the work of a known row, even one that the profile does not list', () => {
  const byKey = new Map([
    ['A:1', 7],
    ['cluster:1', 7],
  ]);
  const known = {
    byKey,
    byDoi: new Map(),
    byFingerprint: new Map(),
    doiOf: new Map(),
    listed: new Map<number, number>(),
    merged: new Set<number>(),
    joined: new Set<number>(),
  };
  const page = [row('A:2', { workKey: 'cluster:1' }), row('A:1')].map(evidenceOf);
  expect(matchRows(page, known).map((match) => match.publicationId)).toEqual([null, 7]);
});

test('who lists both versions of a merged work lists it twice; a second DOI of a work is no other work', () => {
  const store = new Store();
  const versions = (profile: string) => [
    row(`${profile}:1`, { workKey: 'cluster:1', title: 'First', venue: '10.1000/a' }),
    row(`${profile}:2`, { workKey: 'cluster:2', title: 'Second', venue: '10.1000/b' }),
  ];
  expect(store.save('A', versions('A'))).toEqual([1, 2]);
  for (const [key, id] of store.byKey) if (id === 2) store.byKey.set(key, 1);
  for (const [key, id] of store.byFingerprint) if (id === 2) store.byFingerprint.set(key, 1);
  store.byDoi.set('10.1000/b', [1]);
  store.merged.add(1);
  store.joined.add(1);
  expect(store.save('B', versions('B'))).toEqual([1, 1]);
  const [, { workKey: _, ...second } = row('C:2')] = versions('C');
  expect(store.save('C', [{ ...second, workKey: null, title: 'Third' }])).toEqual([1]);
});

test('a DOI that several works bear decides nothing', () => {
  const store = new Store();
  const twins = [row('A:1', { venue: '10.1000/a' }), row('A:2', { venue: '10.1000/a' })];
  expect(store.save('A', twins)).toEqual([1, 2]);
  expect(store.save('B', [row('B:1', { venue: '10.1000/a' })])).toEqual([3]);
});

test('one profile lists each work once, and again the same', () => {
  fc.assert(
    fc.property(entangledPage('A'), entangledPage('B'), entangledPage('B2'), entangledPage('C'), (a, b, b2, c) => {
      const store = new Store();
      store.save('C', c);
      const ids = [store.save('A', a), [...store.save('B', b), ...store.save('B', b2)]];
      for (const [at, page] of [a, [...b, ...b2]].entries()) expect(new Set(ids[at]).size).toBe(page.length);
      const works = store.works;
      expect(store.save('A', a.toReversed()).toReversed()).toEqual(ids[0]);
      expect(store.works).toBe(works);
    }),
    { numRuns: 1000 },
  );
});

test('different DOIs never meet in a work, nor do Part I and Part II', () => {
  fc.assert(
    fc.property(entangledPage('A'), entangledPage('B'), entangledPage('C'), (a, b, c) => {
      const store = new Store();
      const seen = new Map<number, DiscoveredRow[]>();
      for (const [profile, page] of [
        ['A', a],
        ['B', b],
        ['C', c],
      ] as const) {
        const rows = page.map((one) => ({ ...one, workKey: null }));
        for (const [at, id] of store.save(profile, rows).entries())
          seen.set(id, [...(seen.get(id) ?? []), ...rows.slice(at, at + 1)]);
      }
      for (const rows of seen.values()) {
        expect(new Set(rows.flatMap(({ venue }) => venue ?? [])).size).toBeLessThanOrEqual(1);
        if (rows.every(({ venue }) => venue === null)) expect(new Set(rows.map(({ title }) => title)).size).toBe(1);
      }
    }),
    { numRuns: 1000 },
  );
});

test('rows without a shared key, DOI or fingerprint never meet', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 8 }), (words) => {
      const store = new Store();
      const pages = words.map((word, at) => [
        row(`${at}:1`, { title: `A study of ${word}, Part I`, year: 2000 + at }),
        row(`${at}:2`, { title: `A study of ${word}, Part II`, year: 2000 + at }),
      ]);
      pages.forEach((page, at) => void store.save(String(at), page));
      expect(store.works).toBe(2 * words.length);
    }),
  );
});

/** Two profiles of co-authors: each shows some of the same works, with some of the true evidence. */
const coauthors = fc
  .array(
    fc.record({
      inA: fc.boolean(),
      inB: fc.boolean(),
      clusters: fc.tuple(fc.boolean(), fc.boolean()),
      dois: fc.tuple(fc.boolean(), fc.boolean()),
      years: fc.tuple(fc.boolean(), fc.boolean()),
    }),
    { maxLength: 12 },
  )
  .map((works) => {
    const pageOf = (profile: string, side: 0 | 1) =>
      works.flatMap((work, at) =>
        (side === 0 ? work.inA : work.inB)
          ? [
              row(`${profile}:${at}`, {
                title: `Work ${at}`,
                workKey: work.clusters[side] ? `cluster:${at}` : null,
                venue: work.dois[side] ? `10.1000/${at}` : null,
                year: work.years[side] ? 2020 : null,
              }),
            ]
          : [],
      );
    return { a: pageOf('A', 0), b: pageOf('B', 1) };
  });

test('which of two co-authors is crawled first does not change how many works there are', () => {
  const count = (pages: readonly (readonly [string, readonly DiscoveredRow[]])[]) => {
    const store = new Store();
    for (const [profile, page] of pages) store.save(profile, page);
    return store.works;
  };
  fc.assert(
    fc.property(coauthors, fc.boolean(), ({ a, b }, reversed) => {
      const inOrder = count([
        ['A', a],
        ['B', b],
      ]);
      expect(
        count([
          ['B', reversed ? b.toReversed() : b],
          ['A', a],
        ]),
      ).toBe(inOrder);
    }),
    { numRuns: 1000 },
  );
});

test('identifiers are read from the venue and from the address', () => {
  const { identifiers, doi } = evidenceOf(
    row('A:1', { venue: 'arXiv preprint arXiv:1706.03762', url: 'https://dl.acm.org/doi/pdf/10.1145/3292500.3330701' }),
  );
  expect(identifiers.map(({ value }) => value)).toEqual(['1706.03762', '10.1145/3292500.3330701']);
  expect(doi).toBe('10.1145/3292500.3330701');
});
