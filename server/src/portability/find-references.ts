import { type Batch, groupIds, keyOf, type SharedQuery } from '../enrichment/batch-queries.ts';
import { readPage } from '../enrichment/check-links.ts';
import { canRequest } from '../enrichment/plan-steps.ts';
import { type CachedResponse, listCachedResponses } from '../enrichment/response-store.ts';
import { sendBatch } from '../enrichment/send-batch.ts';
import { normalizeTitle } from '../names/fingerprint.ts';
import { pause } from '../platform/clock.ts';
import { groupBy } from '../platform/group-by.ts';
import type { Services } from '../platform/services.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import { readArxivId } from '../sources/identifier-values.ts';
import { isNotPublication } from '../sources/not-publication.ts';
import type { IdentifierKind, RecordIdentifier, SourceRecord } from '../sources/record.ts';
import { sourceName } from '../sources/source.ts';
import { ofOnePublication, type Reference, readReference } from './reference.ts';

/** What the sources know of a reference. */
export interface FoundReference {
  readonly identifiers: readonly RecordIdentifier[];
  /** null if no source knows the publication */
  readonly record: SourceRecord | null;
  /** what may be meant, if the reference does not say which publication is meant */
  readonly candidates: readonly SourceRecord[];
  /** a sentence for each source that does not know it */
  readonly tried: readonly string[];
  /** a source that may know it could not be queried */
  readonly isUnfinished: boolean;
}

type Query = SharedQuery['by'];
interface Lookup {
  readonly reference: Reference;
  identifiers: readonly RecordIdentifier[];
  readonly open: { readonly source: OtherSource; readonly by: Query }[];
  record: SourceRecord | null;
  candidates: readonly SourceRecord[];
  readonly tried: string[];
  isUnfinished: boolean;
}

/** The sources that know the identifiers of a kind: first those that take many in a request. */
const SOURCES = {
  doi: ['openalex', 'crossref', 'datacite', 'europepmc'],
  arxiv: ['arxiv', 'datacite'],
  pmcid: ['europepmc'],
  pmid: ['europepmc'],
  openalex: ['openalex'],
} as const satisfies Readonly<Record<IdentifierKind, readonly OtherSource[]>>;
const KINDS = Object.keys(SOURCES) as readonly IdentifierKind[];
const LABELS: Readonly<Record<IdentifierKind | 'isbn', string>> = {
  doi: 'DOI',
  arxiv: 'arXiv',
  pmcid: 'PMCID',
  pmid: 'PMID',
  openalex: 'OpenAlex',
  isbn: 'ISBN',
};
/** Words in Crossref's and OpenAlex's types of whole books. */
const BOOK = /^(?:(?:edited-|reference-)?book|monograph|proceedings)$/;
const MAX_CANDIDATES = 5;
const MIN_SHARED = 0.6;
/** each up to 2 MB */
const PAGES_AT_ONCE = 6;

/**
 * Looks references up at the sources, within their rate limits, budgets and cooldowns, and keeps the responses for the
 * enrichment. References of one request share requests where a source takes several ids. Ends early if `signal` aborts;
 * what is left is then unfinished.
 */
export async function findReferences(
  services: Services,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<FoundReference[]> {
  const lookups = texts.map((text): Lookup => begin(readReference(text)));
  const unread = lookups.values();
  const readPages = async () => {
    for (const lookup of unread) await readAddress(services, lookup, signal);
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, readPages));
  for (;;) {
    const open = lookups.flatMap((lookup) => {
      const [step] = lookup.record === null ? lookup.open.splice(0, 1) : [];
      return step ? [{ lookup, ...step }] : [];
    });
    if (open.length === 0) return lookups;
    for (const same of groupBy(open, ({ source, by }) => `${source} ${by.kind}`).values()) {
      const [{ source }] = same as [(typeof same)[number]];
      const isAvailable = canRequest(services.config.sources, source);
      const found = isAvailable
        ? await query(
            services,
            source,
            same.map(({ by }) => by),
            signal,
          )
        : new Map();
      const isLate = signal.aborted;
      for (const { lookup, by } of same)
        take(lookup, { source, by, isLate }, isAvailable ? found.get(keyOf(by)) : 'disabled');
    }
  }
}

function begin(reference: Reference): Lookup {
  const lookup: Lookup = {
    reference,
    identifiers: [],
    open: [],
    record: null,
    candidates: [],
    tried: [],
    isUnfinished: false,
  };
  if (reference.kind === 'identifiers') plan(lookup, reference.identifiers);
  if (reference.kind === 'isbn') lookup.open.push({ source: 'crossref', by: reference });
  if (reference.kind === 'words' && /^\d+$/.test(reference.words))
    lookup.tried.push(`A number alone names no paper. Write "PMID: ${reference.words}" if it is a PMID.`);
  else if (reference.kind === 'words')
    lookup.open.push({
      source: 'crossref',
      by: { kind: 'title', publication: { title: reference.words, year: null, authorText: null } },
    });
  return lookup;
}

function plan(lookup: Lookup, identifiers: readonly RecordIdentifier[]): void {
  lookup.identifiers = identifiers;
  for (const kind of KINDS) {
    const value = identifiers.find((one) => one.kind === kind)?.value;
    // arXiv's own DOI says no more than the id
    if (value === undefined || (kind === 'doi' && readArxivId(value) !== null)) continue;
    lookup.open.push(...SOURCES[kind].map((source) => ({ source, by: { kind, value } })));
  }
}

/** Reads the identifiers that the page at an address names. */
async function readAddress(services: Services, lookup: Lookup, signal: AbortSignal): Promise<void> {
  if (lookup.reference.kind !== 'address') return;
  const { host } = new URL(lookup.reference.url);
  const page = await readPage(services.config, lookup.reference.url, signal);
  if (page.kind === 'refused') {
    lookup.tried.push(`${page.detail} Use the DOI of the paper instead.`);
    lookup.isUnfinished = page.isTransient;
    return;
  }
  plan(lookup, ofOnePublication(page.identifiers));
  if (lookup.open.length === 0)
    lookup.tried.push(
      `The page at ${host} names no identifier, or those of several papers. Use the DOI of the paper instead.`,
    );
}

/** The cached responses to queries of one kind, after those that are missing were sent. */
async function query(
  services: Services,
  source: OtherSource,
  wanted: readonly Query[],
  signal: AbortSignal,
): Promise<Map<string, CachedResponse>> {
  const queries = new Map(wanted.map((by) => [keyOf(by), { key: keyOf(by), by, steps: [] }]));
  const keys = [...queries.keys()];
  const cached = await listCachedResponses(services.db, source, keys);
  const missing = [...queries.values()].filter(({ key }) => !cached.has(key));
  const ids = new Map(missing.flatMap((one) => (one.by.kind === 'title' ? [] : [[one.by.value, one] as const])));
  const queue: Batch[] = [
    ...groupIds(source, [...ids.keys()]).map((group) => group.flatMap((value) => ids.get(value) ?? [])),
    ...missing.filter(({ by }) => by.kind === 'title').map((one) => [one]),
  ].map((same) => ({ credential: 'shared', queries: same }));
  for (let batch = queue.shift(); batch && !signal.aborted; batch = queue.shift()) {
    const sent = await sendBatch(services, source, { batch, queue, job: { stopping: signal, signal } });
    queue.unshift(...(sent.instead ?? []));
    if (sent.waitSeconds === undefined) continue;
    queue.unshift(batch);
    await pause(1000 * sent.waitSeconds, signal);
  }
  return listCachedResponses(services.db, source, keys);
}

function take(
  lookup: Lookup,
  { source, by, isLate }: { readonly source: OtherSource; readonly by: Query; readonly isLate: boolean },
  response: CachedResponse | 'disabled' | undefined,
): void {
  const name = sourceName(source);
  if (response === 'disabled') return void lookup.tried.push(`${name} is disabled.`);
  if (response === undefined) {
    lookup.isUnfinished = true;
    return void lookup.tried.push(
      isLate ? `There was no time left to query ${name}.` : `${name} cannot be queried now.`,
    );
  }
  const found = response.records.filter((record) => isPublication(record) && mayBeMeant(record, by));
  const books = found.filter(({ metadata }) => BOOK.test(metadata?.biblio?.type ?? ''));
  const meant = by.kind === 'isbn' ? books : by.kind === 'title' ? [] : found.slice(0, 1);
  const [record = null] = meant;
  if (meant.length === 1 && record && !contradicts(record, lookup.identifiers)) lookup.record = record;
  else if (found.length > 0) {
    lookup.candidates = (books.length > 0 ? books : found).slice(0, MAX_CANDIDATES);
    lookup.tried.push(`${name} has publications that may be meant.`);
  } else if (by.kind === 'title') lookup.tried.push(`${name} has no similar title.`);
  else lookup.tried.push(`${name} has no record of a paper with ${LABELS[by.kind]} ${by.value}.`);
}

/** A journal, an issue, a figure and the review of a manuscript have DOIs, too. */
function isPublication({ title, identifiers, metadata }: SourceRecord): boolean {
  const doi = identifiers.find(({ kind }) => kind === 'doi')?.value ?? null;
  return title !== null && !isNotPublication({ type: metadata?.biblio?.type ?? null, title, doi });
}

/** Whether a record has another identifier of a kind than the reference. */
function contradicts({ identifiers }: SourceRecord, named: readonly RecordIdentifier[]): boolean {
  return named.some(({ kind, value }) => {
    const own = identifiers.filter((one) => one.kind === kind && kind !== 'openalex');
    return own.length > 0 && own.every((one) => one.value !== value);
  });
}

/**
 * A search by an identifier may return other publications, so the record has to name it. OpenAlex returns the work with
 * which the requested one was merged, and Crossref does not name the ISBN.
 */
function mayBeMeant({ title, identifiers }: SourceRecord, by: Query): boolean {
  if (title === null) return false;
  if (by.kind === 'title') return isLike(by, title);
  if (by.kind === 'isbn' || by.kind === 'openalex') return true;
  return identifiers.some(({ kind, value }) => kind === by.kind && value === by.value);
}

/** Crossref returns publications for any text. Most words of a title that is meant are in the text. */
function isLike({ publication }: Extract<Query, { kind: 'title' }>, title: string): boolean {
  const given = new Set(normalizeTitle(publication.title).split(' '));
  const words = normalizeTitle(title).split(' ');
  return words.filter((word) => given.has(word)).length >= MIN_SHARED * words.length;
}
