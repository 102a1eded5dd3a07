import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { WorkRecord } from '../src/duplicates/comparable.ts';
import { load } from './product.ts';

const { readLabelledPairs } = await load<typeof import('../src/duplicates/read-labelled-pairs.ts')>(
  'duplicates/read-labelled-pairs.js',
);

const FOLDER = resolve('../shared/data/matching');

/** Records of both sources in one list, and which of them are one work. */
export interface LabelledLibrary {
  readonly name: string;
  readonly records: readonly WorkRecord[];
  readonly truePairs: readonly (readonly [number, number])[];
}

/** None when the folder is absent. */
export async function readLabelledLibraries(): Promise<LabelledLibrary[]> {
  if (!existsSync(FOLDER)) return [];
  return [await readPairs('DBLP-ACM'), await readPairs('DBLP-GoogleScholar'), readLists()];
}

async function readPairs(set: string): Promise<LabelledLibrary> {
  const records: WorkRecord[] = [];
  const places = new Map<string, number>();
  const placeOf = (side: string, record: WorkRecord) => {
    const key = side + JSON.stringify(record);
    const known = places.get(key) ?? records.push(record) - 1;
    places.set(key, known);
    return known;
  };
  const truePairs: [number, number][] = [];
  for await (const { a, b, isSame } of readLabelledPairs(resolve(FOLDER, 'ditto', set, 'valid.txt'))) {
    const pair: [number, number] = [placeOf('a', a), placeOf('b', b)];
    if (isSame) truePairs.push(pair);
  }
  return { name: `${set}, valid.txt`, records, truePairs };
}

function readLists(): LabelledLibrary {
  const records: WorkRecord[] = [];
  const [ours, theirs] = ['dblp.csv', 'acm.csv'].map((file) => {
    return new Map(
      readLines(file).map(([id = '', title = '', authors = '', venue = '', year = '']) => {
        const record = { title: decoded(title), authors: decoded(authors) || null, venue, year: Number(year) || null };
        return [id, records.push({ ...record, identifiers: [] }) - 1] as const;
      }),
    );
  });
  const truePairs = readLines('gt.csv').map(([a = '', b = '']) => [ours?.get(a) ?? -1, theirs?.get(b) ?? -1] as const);
  return { name: 'DBLP and ACM, all', records, truePairs };
}

const readLines = (file: string) =>
  readFileSync(resolve(FOLDER, 'dblp-acm-full', file), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split('%'));

const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
