import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { capitalised } from '../src/duplicates/read-labelled-pairs.ts';
import type { OurWork } from '../src/publications/same-work.ts';
import type { SourceRecord } from '../src/sources/record.ts';

export interface LabelledPair {
  readonly work: OurWork;
  readonly record: SourceRecord;
  readonly isSame: boolean;
}

/** A search: a work, the records that a source answers with, and which of them is the work. */
export interface LabelledSearch {
  readonly work: OurWork;
  readonly records: readonly SourceRecord[];
  readonly right: SourceRecord | null;
}

const FOLDER = resolve('../shared/data/matching');

export const hasMatchingSets = () => existsSync(FOLDER);

/** A work as a labelled set has it. */
export interface Listed {
  readonly title: string;
  readonly authors: readonly string[];
  readonly venue: string;
  readonly year: number | null;
  readonly doi?: string;
}

export const workOf = ({ title, authors, venue, year }: Listed): OurWork => ({
  title,
  year,
  authorText: authors.length > 0 ? authors.join(', ') : null,
  venue,
});

export const recordOf = ({ title, authors, year, doi }: Listed): SourceRecord => ({
  title,
  year,
  authors: authors.map((name) => ({ name, family: null })),
  identifiers: doi === undefined ? [] : [{ kind: 'doi', value: doi }],
  pdfs: [],
  landingPages: [],
  evidenceUrl: null,
});

/** Pairs of "COL title VAL … COL authors VAL … COL venue VAL … COL year VAL …", twice, and a label. */
export function readPairs(set: 'DBLP-ACM' | 'DBLP-GoogleScholar'): LabelledPair[] {
  const lines = readFileSync(resolve(FOLDER, 'ditto', set, 'valid.txt'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [ours = '', theirs = '', label] = line.split('\t');
    return { work: workOf(readColumns(ours)), record: recordOf(readColumns(theirs)), isSame: label === '1' };
  });
}

const COLUMNS = /COL title VAL (.*?) ?COL authors VAL (.*?) ?COL venue VAL (.*?) ?COL year VAL ?(.*)/;

function readColumns(text: string): Listed {
  const [, title = '', authors = '', venue = '', year = ''] = COLUMNS.exec(text) ?? [];
  return {
    title: untokenised(title),
    authors: untokenised(authors).split(/,\s*/).filter(Boolean).map(capitalised),
    venue,
    year: /^\d{4}/.test(year) ? Number.parseInt(year, 10) : null,
  };
}

/** The sets put spaces around punctuation. */
function untokenised(text: string): string {
  return text
    .trim()
    .replace(/\s+([.,;:!?)\]'])/g, '$1')
    .replace(/([([])\s+/g, '$1')
    .replace(/\s*' s\b/g, "'s");
}

/** DBLP's list as searched for in ACM's: the candidates share the two rarest words of the title, at least. */
export function readJobs(): LabelledSearch[] {
  const [ours, theirs] = [readList('dblp.csv'), readList('acm.csv')];
  // ACM's number stands for the DOI, so that two records are two articles
  const records = new Map([...theirs].map(([id, one]) => [id, recordOf({ ...one, doi: `10.1145/${id}` })]));
  const right = new Map(readLines('gt.csv').map((line) => line.split('%') as [string, string]));
  const byWord = new Map<string, string[]>();
  for (const [id, { title }] of theirs) {
    for (const word of wordsOf(title)) byWord.set(word, [...(byWord.get(word) ?? []), id]);
  }
  return [...ours].map(([id, one]) => {
    const lists = wordsOf(one.title).map((word) => byWord.get(word) ?? []);
    const rarest = lists.filter((list) => list.length > 0).sort((a, b) => a.length - b.length);
    const found = new Set(rarest.slice(0, 2).flat());
    return {
      work: workOf(one),
      records: [...found].flatMap((key) => records.get(key) ?? []),
      right: records.get(right.get(id) ?? '') ?? null,
    };
  });
}

const wordsOf = (title: string) => [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu))];

const readLines = (file: string) =>
  readFileSync(resolve(FOLDER, 'dblp-acm-full', file), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1);

function readList(file: string): Map<string, Listed> {
  return new Map(
    readLines(file).map((line) => {
      const [id = '', title = '', authors = '', venue = '', year = ''] = line.split('%');
      const names = decoded(authors).split(/,\s*/).filter(Boolean);
      return [id, { title: decoded(title), authors: names, venue, year: Number(year) || null }];
    }),
  );
}

const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
