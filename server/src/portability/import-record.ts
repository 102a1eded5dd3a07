import { hash } from 'node:crypto';
import { INTERESTS, TAG_COLORS, type TagColor } from '../library/contract.ts';
import { readKind } from '../names/kinds.ts';
import { MAX_NOTE_LENGTH } from '../notes/contract.ts';
import { cleanText } from '../platform/clean-text.ts';
import { usableUrl } from '../platform/parse-url.ts';
import { findIdentifiers } from '../publications/find-identifiers.ts';
import { doiOf, type Identifier } from '../publications/identifiers.ts';
import { IMPORT_CONFIDENCE, isRecordKey, type NewRecord, piecesOf, storableRecord } from '../publications/records.ts';
import { type StatedBiblio, storedAuthor } from '../publications/stored-authors.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { MAX_CITATIONS } from '../sources/collect-records.ts';
import { parseAuthorId } from '../sources/parse-author-id.ts';
import type { RecordAuthor } from '../sources/record.ts';
import { IDENTIFIER_KINDS, readIdentifier } from '../sources/record-identifiers.ts';
import { readBiblio } from '../sources/record-text.ts';
import { MAX_TAGS } from '../tags/contract.ts';
import { readTagName, type TagName } from '../tags/tag-name.ts';
import { type Fields, isObject } from './payload-reader.ts';
import { readIsbn } from './reference.ts';

const MAX_URL_LENGTH = 2048;
const MAX_IDENTIFIERS = 20;
const MAX_PROFILES = 100;
const MAX_KEYS = 1000;
const MAX_AUTHORS = 10_000;
/**
 * The form of keys at Google Scholar. It distinguishes only what an address or `cfv:` says; `row_keys` has keys of all
 * sources.
 */
const GOOGLE_SCHOLAR_KEY = /^[\w-]{1,64}:[\w-]{1,64}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isDigest = (key: string) => /^[0-9a-f]{32}$/.test(key);
const GOOGLE_SCHOLAR_HOST = /^scholar\.google\.[a-z]{2,3}(\.[a-z]{2,3})?$/;

/** An item that was read, with the names of ignored and cut fields; or why it could not be read. */
export type Reading<T> =
  | { readonly record: T; readonly ignored: readonly string[]; readonly cut: readonly string[] }
  | { readonly problem: string };

export interface ImportedScholar {
  readonly author: AuthorId;
  /** null: the file does not say */
  readonly isEnabled: boolean | null;
  readonly imageUrl: string | null;
  readonly name: string | null;
  readonly profiles: readonly ImportedProfile[];
}

/** Another profile of a scholar, which it uses, or which the user rejected. */
export interface ImportedProfile extends AuthorId {
  readonly isUsed: boolean;
  readonly decision: 'confirmed' | 'rejected' | null;
}

export interface ImportedPublication {
  /** the scholar's main profile; null: the user added it, or it is a favorite without a scholar */
  readonly author: AuthorId | null;
  /** its key is a digest of scholar, title, year and authors, and of keys, venue and DOI if there are any */
  readonly record: NewRecord;
  /** keys of private records, from an export of this installation. They identify the publication. */
  readonly recordKeys: readonly string[];
  /** as of a source's record, but with any number of row keys */
  readonly evidence: readonly string[];
  /** one of the keys belongs to a row of the scholar's main profile */
  readonly hasOwnRow: boolean;
  readonly identifiers: readonly Identifier[];
  readonly doi: string | null;
  readonly pdfUrl: string | null;
  /** where the file says that it is published */
  readonly biblio: StatedBiblio | null;
  readonly isRead: boolean;
  readonly isFavorite: boolean;
  /** the library has it without any scholar */
  readonly isAdded: boolean;
  /** the user said that the publication is not by this scholar */
  readonly isRejected: boolean;
  /** without a color if the file has none */
  readonly tags: readonly (TagName & { readonly color: TagColor | null })[];
  readonly interest: (typeof INTERESTS)[number] | null;
  readonly interestAt: Date | null;
  /** null: the user did not mark it as read alone or in a selection */
  readonly singleReadAt: Date | null;
  readonly notes: readonly ImportedNote[];
  readonly citeKey: string | null;
  readonly firstSeenAt: Date | null;
}

export interface ImportedNote {
  readonly id: string;
  readonly text: string;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

const MAX_NAME_LENGTH = 500;

/** Reads a scholar. A field that cannot be read is ignored. */
export function readScholar(item: Fields): Reading<ImportedScholar> {
  const author = typeof item.scholar_id === 'string' ? parseAuthorId(item.scholar_id) : null;
  if (author === null) return { problem: 'scholar_id is not a valid profile id' };
  const field = fieldReader(item);
  const record = {
    author,
    isEnabled: field('is_enabled', booleanOf),
    imageUrl: field('profile_image_override_url', urlOf)?.href ?? null,
    name: field('display_name', nameOf),
    profiles: field('profiles', profilesOf) ?? [],
  };
  return { record, ignored: field.ignored, cut: [] };
}

/**
 * Reads a publication. `sourceOrigin` is the origin of Google Scholar in this installation. A field that cannot be read
 * is ignored.
 */
export function readPublication(item: Fields, sourceOrigin: string): Reading<ImportedPublication> {
  const title = textOf(item.title);
  if (title === null) return { problem: 'title is missing' };
  const author = typeof item.scholar_id === 'string' ? parseAuthorId(item.scholar_id) : null;
  if (author === null && (item.scholar_id ?? null) !== null) return { problem: 'scholar_id is not a valid profile id' };
  const field = fieldReader(item);
  const url = field('pub_url', urlOf);
  const [authors, venue] = [field('author_text', textOf), field('venue_text', textOf)];
  const key = field('cluster_id', keyOf);
  const rowKeys = [
    ...(key?.rowKey ? [key.rowKey] : []),
    ...(rowKeyIn(url, sourceOrigin) ?? []),
    ...(field('row_keys', keysOf(isRecordKey)) ?? []),
  ];
  const said = storableRecord({
    identifiers: [],
    key: '',
    clusterKey: key?.clusterKey ?? null,
    title,
    authors,
    venue,
    year: field('year', (value) => integerOf(value, 9999)),
    citations: field('citation_count', (value) => integerOf(value, MAX_CITATIONS)),
    url: url?.href ?? null,
  });
  const authorList = field('authors', authorsOf);
  const hasMore = /(?:…|\.{3})\s*$/.test(said.authors ?? '');
  const identifiers = identifiersOf(field, [said.venue, said.url]);
  const doi = doiOf(identifiers);
  const isOwn = (rowKey: string) => author !== null && rowKey.startsWith(`${author.id}:`);
  const digest = digestOf(
    [author?.id ?? null, said.title.trim(), said.year, said.authors?.trim() ?? null],
    // files that 0.1.0 imported keep their digest, which had only keys of Google Scholar
    [
      rowKeys.find((key) => GOOGLE_SCHOLAR_KEY.test(key)) ?? rowKeys[0] ?? null,
      said.clusterKey,
      said.venue?.trim() ?? null,
      doi,
    ],
  );
  const wholeNotes =
    field('notes', (value) => notesOf(value, [said.title.trim(), said.year, said.authors?.trim()])) ?? [];
  const notes = wholeNotes.map((note) => ({ ...note, text: [...note.text].slice(0, MAX_NOTE_LENGTH).join('') }));
  const record: ImportedPublication = {
    author,
    record: { ...said, key: digest, ...(authorList ? { authorList: { authors: authorList, hasMore } } : {}) },
    recordKeys: field('record_keys', keysOf(isDigest)) ?? [],
    // the scholar's own row first, because the others may belong to publications that are apart here
    evidence: piecesOf(
      rowKeys.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a))),
      said,
      doi,
      identifiers,
    ),
    hasOwnRow: rowKeys.some(isOwn),
    identifiers,
    doi,
    pdfUrl: field('pdf_url', urlOf)?.href ?? null,
    biblio: field('biblio', biblioOf),
    isRead: item.is_read === true,
    isFavorite: item.is_favorite === true,
    isAdded: item.is_added === true,
    isRejected: item.is_rejected === true,
    tags: field('tags', tagsOf) ?? [],
    interest: field('interest', (value) => INTERESTS.find((one) => one === value) ?? null),
    interestAt: field('interest_at', timeOf),
    singleReadAt: field('single_read_at', timeOf),
    notes,
    citeKey: field('cite_key', citeKeyOf),
    firstSeenAt: field('first_seen_at', timeOf),
  };
  const textOfNotes = (all: readonly ImportedNote[]) => all.map(({ text }) => text).join('');
  const texts = {
    title: [title, said.title],
    author_text: [authors, said.authors],
    venue_text: [venue, said.venue],
    notes: [textOfNotes(wholeNotes), textOfNotes(notes)],
  };
  const cut = Object.entries(texts).flatMap(([name, [whole, kept]]) => (whole?.length === kept?.length ? [] : [name]));
  return { record, ignored: field.ignored, cut };
}

/** 128 bits in hexadecimal. Do not change the digest, because items that 0.1.0 imported have the same digests. */
function digestOf(always: readonly unknown[], more: readonly (string | null)[]): string {
  const said = more.some((one) => one !== null) ? [...always, ...more] : always;
  return hash('sha256', JSON.stringify(said), 'hex').slice(0, 32);
}

/**
 * Reads fields by name. Returns null for a missing field, and for one that cannot be read, whose name it adds to
 * `ignored`.
 */
export function fieldReader(item: Fields) {
  const ignored: string[] = [];
  const read = <T>(name: string, readValue: (value: unknown) => T | null): T | null => {
    const value = Object.hasOwn(item, name) ? (item[name] ?? null) : null;
    if (value === null || value === '') return null;
    const result = readValue(value);
    if (result === null) ignored.push(name);
    return result;
  };
  return Object.assign(read, { ignored });
}

/** The unchanged text without NUL and unpaired surrogates, which PostgreSQL cannot store; null if it is blank. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replaceAll('\0', '').toWellFormed();
  return text.trim() === '' ? null : text;
}

export function booleanOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' ? cleanText(value.slice(0, MAX_NAME_LENGTH)) : null;
}

/** Accepts numbers as text, too, because other programs write them so. */
function integerOf(value: unknown, max: number): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number) || number < 0 || number > max) return null;
  return Math.trunc(number);
}

function urlOf(value: unknown): URL | null {
  const text = textOf(value);
  const url = text === null || text.length > MAX_URL_LENGTH ? null : usableUrl(text);
  // checks the length again, because percent-encoding makes it longer, and a cut URL would be wrong
  return url !== null && url.href.length <= MAX_URL_LENGTH ? url : null;
}

/** A time. One in the future becomes the current time. */
function timeOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) || time < 0 ? null : new Date(Math.min(time, Date.now()));
}

/** Accepts `cluster:123`, `123` from 0.1.0, and `cfv:` with the key of a row from scholarr. */
function keyOf(value: unknown): { clusterKey: string | null; rowKey: string | null } | null {
  const text = textOf(value)?.trim() ?? '';
  const rowKey = text.startsWith('cfv:') ? text.slice('cfv:'.length) : null;
  if (rowKey !== null) return GOOGLE_SCHOLAR_KEY.test(rowKey) ? { clusterKey: null, rowKey } : null;
  const [, id] = /^(?:cluster:)?([\w-]{1,100})$/.exec(text) ?? [];
  return id === undefined ? null : { clusterKey: `cluster:${id}`, rowKey: null };
}

function rowKeyIn(url: URL | null, sourceOrigin: string): string[] | null {
  if (url === null || (url.origin !== sourceOrigin && !GOOGLE_SCHOLAR_HOST.test(url.hostname))) return null;
  const key = url.searchParams.get('citation_for_view') ?? '';
  return GOOGLE_SCHOLAR_KEY.test(key) ? [key] : null;
}

/** Reads the first items of a list, except those for which `read` returns nothing; null if it is not a list. */
export function listOf<T>(value: unknown, max: number, read: (item: unknown) => T | readonly T[]): T[] | null {
  return Array.isArray(value) ? value.slice(0, max).flatMap(read) : null;
}

function keysOf(isKey: (text: string) => boolean) {
  return (value: unknown) => listOf(value, MAX_KEYS, (key) => (typeof key === 'string' && isKey(key) ? key : []));
}

function profilesOf(value: unknown): ImportedProfile[] | null {
  return listOf(value, MAX_PROFILES, (item) => {
    if (!isObject(item) || typeof item.id !== 'string') return [];
    const author = parseAuthorId(item.id);
    const { source, state } = item;
    if (author === null || author.source !== source || (state !== 'confirmed' && state !== 'rejected')) return [];
    return [{ ...author, isUsed: state === 'confirmed', decision: item.decision === state ? state : null }];
  });
}

function authorsOf(value: unknown): RecordAuthor[] | null {
  return listOf(value, MAX_AUTHORS, (item) => {
    const { name: whole, family, suffix, is_organization: is } = isObject(item) ? item : {};
    const [name, last, end] = [nameOf(whole), nameOf(family), nameOf(suffix)];
    if (name === null) return [];
    return [
      {
        name,
        family: last,
        ...(end === null ? {} : { suffix: end }),
        ...(is === true ? { isOrganization: true } : {}),
      },
    ];
  });
}

function biblioOf(value: unknown): StatedBiblio | null {
  if (!isObject(value)) return null;
  const isbn = typeof value.isbn === 'string' ? readIsbn(value.isbn) : null;
  const editors = (authorsOf(value.editors) ?? []).map(storedAuthor);
  return { ...readBiblio({ ...value, issn: [value.issn] }), type: readKind('csl', value.type), isbn, editors };
}

/** Accepts names, too. Skips what is not a valid tag. */
function tagsOf(value: unknown): ImportedPublication['tags'] | null {
  return listOf(value, MAX_TAGS, (item) => {
    const { name, color } = isObject(item) ? item : { name: item };
    const read = typeof name === 'string' ? readTagName(name) : null;
    return read === null ? [] : { ...read, color: TAG_COLORS.find((one) => one === color) ?? null };
  });
}

/**
 * Accepts texts, too. A note without an id gets one that depends on the publication and the text only. Skips what is
 * not a note.
 */
function notesOf(value: unknown, publication: readonly unknown[]): ImportedNote[] | null {
  return listOf(value, Number.POSITIVE_INFINITY, (item) => {
    const given = isObject(item) ? item : { text: item };
    const text = textOf(given.text);
    if (text === null) return [];
    const digest = hash('sha256', JSON.stringify([publication, text]), 'hex');
    const id = typeof given.id === 'string' && UUID.test(given.id) ? given.id : digest.slice(0, 32);
    return [{ id, text, createdAt: timeOf(given.created_at), updatedAt: timeOf(given.updated_at) }];
  });
}

function identifiersOf(field: ReturnType<typeof fieldReader>, texts: readonly (string | null)[]): Identifier[] {
  const found = new Map<string, Identifier>();
  const add = (kind: Identifier['kind'], value: string | null) => {
    if (value === null || found.size >= MAX_IDENTIFIERS) return;
    found.set(`${kind}:${value}`, { kind, value, confidence: IMPORT_CONFIDENCE });
  };
  add(
    'doi',
    field('doi', (value) => readIdentifier('doi', value)),
  );
  const objects = (value: unknown) => listOf<Fields>(value, MAX_IDENTIFIERS, (item) => (isObject(item) ? item : []));
  for (const one of field('identifiers', objects) ?? []) {
    const kind = IDENTIFIER_KINDS.find((known) => known === one.kind);
    if (kind) add(kind, readIdentifier(kind, one.value));
  }
  for (const { kind, value } of findIdentifiers(...texts)) add(kind, value);
  return [...found.values()];
}

/** A key that no format of citations has to escape: DBLP's are "DBLP:conf/x/Y". */
export function citeKeyOf(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Za-z0-9][\w:.+/*!?-]{0,99}$/.test(value) ? value : null;
}
