import { MOST_CITATIONS } from '../sources/most-citations.ts';
import { findIdentifiers } from './find-identifiers.ts';
import { fingerprintOf } from './fingerprint.ts';
import { doiOf, type Identifier } from './identifiers.ts';

/** What a source said about a publication: a row of a profile's page, an item of an author's list, an item of an import. */
export interface NewRecord {
  /** the record's own stable key at the source */
  readonly key: string;
  /** 'cluster:…', the source's key for all versions of the publication; null when it gives none */
  readonly clusterKey: string | null;
  readonly title: string;
  readonly authors: string | null;
  readonly venue: string | null;
  readonly year: number | null;
  /** null: the source does not say; what is known stays */
  readonly citations: number | null;
  readonly url: string | null;
}

/** A record with what other records can be matched by. */
export interface RecordEvidence {
  readonly record: NewRecord;
  readonly identifiers: readonly Identifier[];
  readonly doi: string | null;
  /** 'row:…', 'cluster:…', 'doi:…', 'fp:…', the most certain first */
  readonly evidence: readonly string[];
}

const MAX_TITLE = 2_000;
const MAX_LINE = 4_000;

/** Reads the evidence of a record. arXiv ids count as the DOIs that arXiv registers for them. */
export function evidenceOf(record: NewRecord): RecordEvidence {
  const identifiers = findIdentifiers(record.venue, record.url);
  const doi = doiOf(identifiers);
  const fingerprint = fingerprintOf(record);
  const evidence = [
    `row:${record.key}`,
    ...(record.clusterKey === null ? [] : [record.clusterKey]),
    ...doiEvidence(doi, identifiers),
    ...(fingerprint === null ? [] : [`fp:${fingerprint}`]),
  ];
  return { record, identifiers, doi, evidence };
}

/** A DOI and arXiv ids as evidence, each once. */
export function doiEvidence(doi: string | null, identifiers: readonly Identifier[]): string[] {
  const arxiv = identifiers.filter(({ kind }) => kind === 'arxiv').map(({ value }) => `doi:10.48550/arxiv.${value}`);
  return [...new Set([...(doi === null ? [] : [`doi:${doi}`]), ...arxiv])];
}

/** The record without anything that PostgreSQL refuses: one bad value must not keep the rest of its page from being saved. */
export function storableRecord(record: NewRecord): NewRecord {
  const { year, citations } = record;
  const line = (text: string | null) => (text === null ? null : storableText(text, MAX_LINE));
  return {
    ...record,
    title: storableText(record.title, MAX_TITLE),
    authors: line(record.authors),
    venue: line(record.venue),
    year: year !== null && Number.isInteger(year) && year > 0 && year <= 9999 ? year : null,
    citations: citations === null ? null : storableCount(citations),
    url: line(record.url),
  };
}

function storableCount(count: number): number {
  return count > 0 ? Math.min(Math.trunc(count), MOST_CITATIONS) : 0;
}

/** No NUL and no half of a surrogate pair, neither of which UTF-8 text in PostgreSQL can hold. */
function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}
