import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LabeledPair } from '../src/duplicates/labeled-pairs.ts';
import type { PublicationFields } from '../src/duplicates/prepared-publication.ts';
import { load } from './product.ts';

const { readLabeledPairs } =
  await load<typeof import('../src/duplicates/labeled-pairs.ts')>('duplicates/labeled-pairs.js');

const FOLDER = resolve('../shared/data/matching');

export const hasLabeledSets = () => existsSync(FOLDER);

export const SET_NAMES = ['DBLP-ACM', 'DBLP-Scholar'] as const;
export type SetName = (typeof SET_NAMES)[number];

/** The validation split of a public set. The test splits are not here. */
export async function readPairs(set: SetName): Promise<LabeledPair[]> {
  const folder = set === 'DBLP-Scholar' ? 'DBLP-GoogleScholar' : set;
  return readPairFile(resolve(FOLDER, 'ditto', folder, 'valid.txt'));
}

export async function readPairFile(file: string): Promise<LabeledPair[]> {
  const pairs: LabeledPair[] = [];
  for await (const pair of readLabeledPairs(file)) pairs.push(pair);
  return pairs;
}

export interface LabeledLists {
  readonly dblp: ReadonlyMap<string, PublicationFields>;
  readonly acm: ReadonlyMap<string, PublicationFields>;
  /** id at DBLP and id at ACM of each publication that is in both */
  readonly matches: ReadonlyMap<string, string>;
}

/** The complete lists behind DBLP-ACM. They contain all its test pairs, so nothing may be fitted on them. */
export function readLists(): LabeledLists {
  return {
    dblp: readList('dblp.csv'),
    acm: readList('acm.csv'),
    matches: new Map(readRows('gt.csv').map(([dblp = '', acm = '']) => [dblp, acm])),
  };
}

function readList(file: string): Map<string, PublicationFields> {
  return new Map(
    readRows(file).map(([id = '', title = '', authors = '', venue = '', year = '']) => {
      const fields = { title: decoded(title), authors: decoded(authors) || null, venue: venue || null };
      return [id, { ...fields, year: Number(year) || null, identifiers: [] }];
    }),
  );
}

const readRows = (file: string) =>
  readFileSync(resolve(FOLDER, 'dblp-acm-full', file), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split('%'));

const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
