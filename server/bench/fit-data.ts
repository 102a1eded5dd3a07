import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ComparableWork, WorkRecord } from '../src/duplicates/comparable.ts';
import { load } from './product.ts';

const { comparableOf } = await load<typeof import('../src/duplicates/comparable.ts')>('duplicates/comparable.js');
const { readLabelledPairs } = await load<typeof import('../src/duplicates/read-labelled-pairs.ts')>(
  'duplicates/read-labelled-pairs.js',
);
const { FEATURES } = await load<typeof import('../src/duplicates/pair-features.ts')>('duplicates/pair-features.js');
const { sharedUnits } = await load<typeof import('../src/duplicates/hashes.ts')>('duplicates/hashes.js');

export type SetName = 'DBLP-ACM' | 'DBLP-Scholar' | 'DBLP-ACM lists';

/** A labelled pair; the records of one work, in all sets, have one `entity`, and an entity is in one fold. */
export interface FitPair {
  readonly set: SetName;
  readonly a: FitRecord;
  readonly b: FitRecord;
  readonly isSame: boolean;
}

export interface FitRecord {
  readonly record: WorkRecord;
  readonly work: ComparableWork;
  entity: number;
}

/** For each feature the way in which a larger number may turn the score. */
export const FEATURE_SIGNS: readonly number[] = Object.values(FEATURES);

const FOLDER = resolve('../shared/data/matching');
/** Wrong pairs for each work of the lists: those whose titles look most alike, and of those with an author in common. */
const HARD = 6;

export const hasLabelledSets = () => existsSync(FOLDER);

export async function readFitPairs(): Promise<FitPair[]> {
  const pool = new Map<string, FitRecord>();
  const take = (record: WorkRecord): FitRecord => {
    const key = JSON.stringify(record);
    const known = pool.get(key);
    if (known) return known;
    const made = { record, work: comparableOf(record), entity: pool.size };
    pool.set(key, made);
    return made;
  };
  const pairs: FitPair[] = [];
  for (const [set, folder] of [
    ['DBLP-ACM', 'DBLP-ACM'],
    ['DBLP-Scholar', 'DBLP-GoogleScholar'],
  ] as const) {
    for await (const { a, b, isSame } of readLabelledPairs(resolve(FOLDER, 'ditto', folder, 'valid.txt'))) {
      pairs.push({ set, a: take(a), b: take(b), isSame });
    }
  }
  pairs.push(...pairsOfLists(take));
  uniteEntities([...pool.values()], pairs);
  return pairs;
}

function pairsOfLists(take: (record: WorkRecord) => FitRecord): FitPair[] {
  const [ours, theirs] = [readList('dblp.csv', take), readList('acm.csv', take)];
  const right = new Map(readLines('gt.csv').map((line) => line.split('%') as [string, string]));
  const byStem = new Map<number, FitRecord[]>();
  const byFamily = new Map<string, FitRecord[]>();
  for (const one of theirs.values()) {
    for (const stem of one.work.title.stems) byStem.set(stem, [...(byStem.get(stem) ?? []), one]);
    for (const name of one.work.families) byFamily.set(name, [...(byFamily.get(name) ?? []), one]);
  }
  return [...ours].flatMap(([id, a]) => {
    const match = theirs.get(right.get(id) ?? '');
    const alike = (all: Iterable<FitRecord>) =>
      [...new Set(all)]
        .filter((b) => b !== match)
        .map((b) => ({ b, shared: likeness(a, b) }))
        .sort((one, other) => other.shared - one.shared)
        .slice(0, HARD)
        .map(({ b }) => b);
    const lists = a.work.title.stems.map((stem) => byStem.get(stem) ?? []).sort((x, y) => x.length - y.length);
    const wrong = new Set([
      ...alike(lists.slice(0, 4).flat()),
      ...alike(a.work.families.flatMap((name) => byFamily.get(name) ?? [])),
    ]);
    const pair = (b: FitRecord, isSame: boolean): FitPair => ({ set: 'DBLP-ACM lists', a, b, isSame });
    return [...(match ? [pair(match, true)] : []), ...[...wrong].map((b) => pair(b, false))];
  });
}

function likeness(a: FitRecord, b: FitRecord): number {
  const [x, y] = [a.work.title.trigrams, b.work.title.trigrams];
  return (2 * sharedUnits(x, y)) / (x.length + y.length);
}

const readLines = (file: string) =>
  readFileSync(resolve(FOLDER, 'dblp-acm-full', file), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1);

function readList(file: string, take: (record: WorkRecord) => FitRecord): Map<string, FitRecord> {
  return new Map(
    readLines(file).map((line) => {
      const [id = '', title = '', authors = '', venue = '', year = ''] = line.split('%');
      const record = {
        title: decoded(title),
        authors: decoded(authors) || null,
        venue: venue || null,
        year: Number(year) || null,
        identifiers: [],
      };
      return [id, take(record)];
    }),
  );
}

const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** Records of one work, and those with one title, whatever set they stand in, must not be learned from and judged at once. */
function uniteEntities(records: readonly FitRecord[], pairs: readonly FitPair[]): void {
  const parent = records.map((_, at) => at);
  const rootOf = (at: number): number => {
    const above = parent[at] ?? at;
    return above === at ? at : rootOf(above);
  };
  const unite = (a: number, b: number) => {
    parent[rootOf(a)] = rootOf(b);
  };
  const byTitle = new Map<string, number>();
  for (const [at, one] of records.entries()) {
    one.entity = at;
    const same = byTitle.get(one.work.title.key);
    if (same === undefined) byTitle.set(one.work.title.key, at);
    else unite(at, same);
  }
  for (const { a, b, isSame } of pairs) if (isSame) unite(a.entity, b.entity);
  for (const one of records) one.entity = rootOf(one.entity);
}
