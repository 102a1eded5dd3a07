import { fingerprintOf } from '../names/fingerprint.ts';
import type { AuthorListRecord } from '../sources/author-list.ts';
import { MAX_CITATIONS } from '../sources/collect-records.ts';
import type { RecordIdentifier } from '../sources/record.ts';
import { findIdentifiers, TEXT_CONFIDENCE } from './find-identifiers.ts';
import { doiOf, type Identifier } from './identifiers.ts';

/** What one source said about a publication: an entry of an author's list, or an item of an import. */
export type NewRecord = AuthorListRecord;

/** A record with its evidence, by which other records can match it. */
export interface RecordEvidence {
  readonly record: NewRecord;
  readonly identifiers: readonly Identifier[];
  readonly doi: string | null;
  /** 'row:…', 'cluster:…', 'doi:…', 'pmid:…', 'pmcid:…', 'openalex:…', 'fp:…', the most certain first */
  readonly evidence: readonly string[];
}

/** The source of records from a user's import, and of the identifiers that these name. */
export const IMPORT = 'import';

/**
 * The confidence of an identifier that only an import names. It is enough to show it and look it up, but less than that
 * of any source.
 */
export const IMPORT_CONFIDENCE = 0.5;

const MAX_KEY_LENGTH = 1_000;
const MAX_TITLE_LENGTH = 2_000;
const MAX_TEXT_LENGTH = 4_000;

/** Extracts the evidence of a record. An arXiv id counts as the DOI that arXiv registered for it. */
export function evidenceOf(record: NewRecord): RecordEvidence {
  const identifiers = withStated(record.identifiers, findIdentifiers(record.venue, record.url));
  const doi = doiOf(identifiers);
  return { record, identifiers, doi, evidence: piecesOf([record.key], record, doi, identifiers) };
}

/** The evidence of a record with these row keys, the most certain first, without repetitions. */
export function piecesOf(
  rowKeys: readonly string[],
  record: NewRecord,
  doi: string | null,
  identifiers: readonly Identifier[],
): string[] {
  const fingerprint = fingerprintOf(record);
  return [
    ...[...new Set(rowKeys)].map((key) => `row:${key}`),
    ...(record.clusterKey === null ? [] : [record.clusterKey]),
    ...identifierEvidence(doi, identifiers),
    ...(fingerprint === null ? [] : [`fp:${fingerprint}`]),
  ];
}

/** The DOI of a record; else the one that arXiv registered for its id. */
export function anyDoiOf({ doi, evidence }: RecordEvidence): string | null {
  return doi ?? evidence.find((piece) => piece.startsWith('doi:'))?.slice('doi:'.length) ?? null;
}

/** Identifiers that the source states, and those in its texts; each once. */
function withStated(stated: readonly RecordIdentifier[], found: readonly Identifier[]): Identifier[] {
  const all = [...stated.map((identifier) => ({ ...identifier, confidence: TEXT_CONFIDENCE })), ...found];
  return [...new Map(all.map((identifier) => [`${identifier.kind}:${identifier.value}`, identifier])).values()];
}

/** An arXiv id becomes the DOI that arXiv registered for it; each piece once. */
function identifierEvidence(doi: string | null, identifiers: readonly Identifier[]): string[] {
  const arxiv = identifiers.filter(({ kind }) => kind === 'arxiv').map(({ value }) => `doi:10.48550/arxiv.${value}`);
  const others = identifiers.filter(({ kind }) => kind === 'pmid' || kind === 'pmcid' || kind === 'openalex');
  const dois = new Set([...(doi === null ? [] : [`doi:${doi}`]), ...arxiv]);
  return [...dois, ...others.map(({ kind, value }) => `${kind}:${value}`)];
}

/**
 * The record without values that PostgreSQL rejects, because one bad value must not prevent the rest of the page from
 * being saved.
 */
export function storableRecord(record: NewRecord): NewRecord {
  const { year, citations } = record;
  const line = (text: string | null) => (text === null ? null : storableText(text, MAX_TEXT_LENGTH));
  return {
    ...record,
    key: storableText(record.key, MAX_KEY_LENGTH),
    title: storableText(record.title, MAX_TITLE_LENGTH),
    authors: line(record.authors),
    venue: line(record.venue),
    year: year !== null && Number.isInteger(year) && year > 0 && year <= 9999 ? year : null,
    citations: citations === null ? null : storableCount(citations),
    url: line(record.url),
  };
}

/** Whether a text can be the key of a record, of any source. An export writes such keys, and an import accepts them. */
export function isRecordKey(text: string): boolean {
  return text.trim() !== '' && text === storableText(text, MAX_KEY_LENGTH);
}

function storableCount(count: number): number {
  return count > 0 ? Math.min(Math.trunc(count), MAX_CITATIONS) : 0;
}

/** Removes NUL and unpaired surrogates, which PostgreSQL cannot store. */
function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}
