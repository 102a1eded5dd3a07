import { hash } from 'node:crypto';
import { usableUrl } from '../platform/usable-url.ts';
import { findIdentifiers } from '../publications/find-identifiers.ts';
import { fingerprintOf } from '../publications/fingerprint.ts';
import { displayIdentifierOf, doiOf, type Identifier } from '../publications/identifiers.ts';
import { IMPORT_CONFIDENCE } from '../publications/imported.ts';
import { searchWords, titleKey } from '../publications/search-words.ts';
import { storableRow } from '../publications/storable-row.ts';
import { parseScholarId } from '../sources/google-scholar/parse-scholar-id.ts';
import { readArxivId, readDoi, readOpenAlexId, readPmcid, readPmid } from '../sources/identifier-values.ts';
import { MOST_CITATIONS } from '../sources/most-citations.ts';

const LONGEST_URL = 2048;
const MOST_IDENTIFIERS = 20;
const ROW_KEY = /^[\w-]{12}:[\w-]{1,40}$/;
const GOOGLE_SCHOLAR_HOST = /^scholar\.google\.[a-z]{2,3}(\.[a-z]{2,3})?$/;

const READERS: Readonly<Record<Identifier['kind'], (text: string) => string | null>> = {
  doi: readDoi,
  arxiv: readArxivId,
  pmcid: readPmcid,
  pmid: readPmid,
  openalex: readOpenAlexId,
};

/** What could be read, with the names of fields that were left out or are too long to be kept whole; or why nothing could. */
export type Reading<T> =
  | { readonly record: T; readonly leftOut: readonly string[]; readonly cut: readonly string[] }
  | { readonly problem: string };

export interface ImportedScholar {
  readonly sourceId: string;
  /** null: the file does not say */
  readonly isEnabled: boolean | null;
  readonly imageUrl: string | null;
}

/** A publication of a file, in the form in which works are stored. */
export interface ImportedWork {
  /** the scholar's id at the source; null: a favorite of none */
  readonly sourceId: string | null;
  /** the row's key at the source, where the address tells it */
  readonly rowKey: string | null;
  readonly clusterKey: string | null;
  readonly fingerprint: Buffer | null;
  readonly title: string;
  readonly titleKey: string;
  readonly words: readonly string[];
  readonly authors: string | null;
  readonly venue: string | null;
  readonly year: number | null;
  readonly citations: number;
  readonly url: string | null;
  readonly pdfUrl: string | null;
  readonly identifiers: readonly Identifier[];
  readonly doi: string | null;
  readonly display: ReturnType<typeof displayIdentifierOf>;
  readonly isRead: boolean;
  readonly isFavorite: boolean;
  readonly firstSeenAt: Date | null;
  /** the same for the same scholar, title, year and authors, and the same keys, venue and DOI where there are any */
  readonly digest: string;
}

export function readScholar(item: unknown): Reading<ImportedScholar> {
  if (!isObject(item)) return { problem: 'is no object' };
  const sourceId = typeof item.scholar_id === 'string' ? parseScholarId(item.scholar_id) : null;
  if (sourceId === null) return { problem: 'scholar_id is no id of a profile' };
  const field = fieldReader(item);
  const record = {
    sourceId,
    isEnabled: field('is_enabled', (value) => (typeof value === 'boolean' ? value : null)),
    imageUrl: field('profile_image_override_url', (value) => urlOf(value)?.href ?? null),
  };
  return { record, leftOut: field.leftOut, cut: [] };
}

/** Reads a publication; `sourceOrigin` is where our own source is asked. A field that cannot be read is left out. */
export function readWork(item: unknown, sourceOrigin: string): Reading<ImportedWork> {
  if (!isObject(item)) return { problem: 'is no object' };
  const title = textOf(item.title);
  if (title === null) return { problem: 'title is missing' };
  const sourceId = typeof item.scholar_id === 'string' ? parseScholarId(item.scholar_id) : null;
  if (sourceId === null && (item.scholar_id ?? null) !== null) return { problem: 'scholar_id is no id of a profile' };
  const field = fieldReader(item);
  const url = field('pub_url', urlOf);
  const [authors, venue] = [field('author_text', textOf), field('venue_text', textOf)];
  const row = storableRow({
    key: '',
    workKey: null,
    title,
    authors,
    venue,
    year: field('year', (value) => integerOf(value, 9999)),
    citations: field('citation_count', (value) => integerOf(value, MOST_CITATIONS)),
    url: url?.href ?? null,
  });
  const clusterId = field('cluster_id', (value) => keyOfCluster(value));
  const identifiers = identifiersOf(field, [row.venue, row.url]);
  const firstSeenAt = field('first_seen_at', timeOf);
  const rowKey = clusterId?.rowKey ?? rowKeyOf(url, sourceOrigin);
  const clusterKey = clusterId?.clusterKey ?? null;
  const doi = doiOf(identifiers);
  const record: ImportedWork = {
    sourceId,
    rowKey,
    clusterKey,
    fingerprint: fingerprintOf(row),
    title: row.title,
    titleKey: titleKey(row.title),
    words: [...new Set(searchWords([row.title, row.authors, row.venue].join(' ')))],
    authors: row.authors,
    venue: row.venue,
    year: row.year,
    citations: row.citations ?? 0,
    url: row.url,
    pdfUrl: field('pdf_url', urlOf)?.href.slice(0, LONGEST_URL) ?? null,
    identifiers,
    doi,
    display: displayIdentifierOf(identifiers),
    isRead: item.is_read === true,
    isFavorite: item.is_favorite === true,
    firstSeenAt,
    digest: digestOf([sourceId, row.title, row.year, row.authors], [rowKey, clusterKey, row.venue, doi]),
  };
  const texts = {
    title: [title, row.title],
    author_text: [authors, row.authors],
    venue_text: [venue, row.venue],
  } as const;
  const cut = Object.entries(texts).flatMap(([name, [told, kept]]) => (told?.length === kept?.length ? [] : [name]));
  return { record, leftOut: field.leftOut, cut };
}

/** 128 bits, in hexadecimal. */
function digestOf(always: readonly unknown[], more: readonly (string | null)[]): string {
  const told = more.some((one) => one !== null) ? [...always, ...more] : always;
  return hash('sha256', JSON.stringify(told), 'hex').slice(0, 32);
}

type Item = Readonly<Record<string, unknown>>;

function isObject(item: unknown): item is Item {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

interface FieldReader {
  /** Null for a field that is missing; one that cannot be read is noted. */
  <T>(name: string, read: (value: unknown) => T | null): T | null;
  readonly leftOut: string[];
}

function fieldReader(item: Item): FieldReader {
  const leftOut: string[] = [];
  const read = <T>(name: string, readValue: (value: unknown) => T | null): T | null => {
    const value = Object.hasOwn(item, name) ? (item[name] ?? null) : null;
    if (value === null || value === '') return null;
    const result = readValue(value);
    if (result === null) leftOut.push(name);
    return result;
  };
  return Object.assign(read, { leftOut });
}

/** No NUL, no half of a surrogate pair, not blank. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? null : text;
}

/** Also of the digits as text, which other programs write. */
function integerOf(value: unknown, most: number): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number) || number < 0 || number > most) return null;
  return Math.trunc(number);
}

function urlOf(value: unknown): URL | null {
  const text = textOf(value);
  const url = text === null || text.length > LONGEST_URL ? null : usableUrl(text);
  // its parts are percent-encoded now, and an address that is cut leads elsewhere
  return url !== null && url.href.length <= LONGEST_URL ? url : null;
}

/** A moment that has been; what is said to lie ahead was seen now. */
function timeOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) || time < 0 ? null : new Date(Math.min(time, Date.now()));
}

/** Also in the forms of the public peer: `cluster:123`, and `cfv:` before the key of a row. */
function keyOfCluster(value: unknown): { clusterKey: string | null; rowKey: string | null } | null {
  const text = textOf(value);
  if (text?.startsWith('cfv:')) {
    const rowKey = text.slice('cfv:'.length);
    return ROW_KEY.test(rowKey) ? { clusterKey: null, rowKey } : null;
  }
  const [, id] = /^(?:cluster:)?([\w-]{1,100})$/.exec(text ?? '') ?? [];
  return id === undefined ? null : { clusterKey: `cluster:${id}`, rowKey: null };
}

function rowKeyOf(url: URL | null, sourceOrigin: string): string | null {
  if (url === null || (url.origin !== sourceOrigin && !GOOGLE_SCHOLAR_HOST.test(url.hostname))) return null;
  const key = url.searchParams.get('citation_for_view');
  return key !== null && ROW_KEY.test(key) ? key : null;
}

function identifiersOf(field: FieldReader, texts: readonly (string | null)[]): Identifier[] {
  const found = new Map<string, Identifier>();
  const add = (kind: Identifier['kind'], value: string | null) => {
    if (value === null || found.size >= MOST_IDENTIFIERS) return;
    found.set(`${kind}:${value}`, { kind, value, confidence: IMPORT_CONFIDENCE });
  };
  add(
    'doi',
    field('doi', (value) => (typeof value === 'string' ? readDoi(value) : null)),
  );
  const listed = field('identifiers', (value) => (Array.isArray(value) ? (value as unknown[]) : null)) ?? [];
  for (const one of listed.slice(0, MOST_IDENTIFIERS)) {
    if (!isObject(one) || typeof one.kind !== 'string' || typeof one.value !== 'string') continue;
    const kind = Object.keys(READERS).find((known) => known === one.kind) as Identifier['kind'] | undefined;
    if (kind) add(kind, READERS[kind](one.value));
  }
  for (const { kind, value } of findIdentifiers(...texts)) add(kind, value);
  return [...found.values()];
}
