import type { PublicationFields } from '../src/duplicates/prepared-publication.ts';
import type { OurPublication } from '../src/enrichment/choose-record.ts';
import type { SourceRecord } from '../src/sources/record.ts';
import { readLists, readPairs, type SetName } from './labeled-sets.ts';

export interface MatchingPair {
  readonly publication: OurPublication;
  readonly record: SourceRecord;
  readonly isSame: boolean;
}

/** A publication, the records in a source's response, and which of them is the publication. */
export interface MatchingSearch {
  readonly publication: OurPublication;
  readonly records: readonly SourceRecord[];
  readonly right: SourceRecord | null;
}

const publicationOf = ({ title, authors, venue, year }: PublicationFields): OurPublication => ({
  title,
  year,
  authorText: authors,
  venue,
});

const recordOf = ({ title, authors, year, identifiers }: PublicationFields): SourceRecord => ({
  title,
  year,
  authors: (authors ?? '')
    .split(/,\s*/)
    .filter(Boolean)
    .map((name) => ({ name, family: null })),
  identifiers: identifiers.map(({ value }) => ({ kind: 'doi', value })),
  pdfs: [],
  landingPages: [],
  evidenceUrl: null,
});

export async function readMatchingPairs(set: SetName): Promise<MatchingPair[]> {
  return (await readPairs(set)).map(({ a, b, isSame }) => ({
    publication: publicationOf(a),
    record: recordOf(b),
    isSame,
  }));
}

/**
 * Each publication of DBLP's list, searched for in ACM's: the candidates share at least one of the two rarest words of
 * the title.
 */
export function readMatchingSearches(): MatchingSearch[] {
  const { dblp, acm, matches } = readLists();
  // ACM's number replaces the DOI, so that two records are two articles
  const records = new Map(
    [...acm].map(([id, one]) => [id, recordOf({ ...one, identifiers: [{ kind: 'doi', value: `10.1145/${id}` }] })]),
  );
  const byWord = new Map<string, string[]>();
  for (const [id, { title }] of acm) {
    for (const word of wordsOf(title)) byWord.set(word, [...(byWord.get(word) ?? []), id]);
  }
  return [...dblp].map(([id, one]) => {
    const lists = wordsOf(one.title).map((word) => byWord.get(word) ?? []);
    const rarest = lists.filter((list) => list.length > 0).sort((a, b) => a.length - b.length);
    const found = new Set(rarest.slice(0, 2).flat());
    return {
      publication: publicationOf(one),
      records: [...found].flatMap((key) => records.get(key) ?? []),
      right: records.get(matches.get(id) ?? '') ?? null,
    };
  });
}

const wordsOf = (title: string) => [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
