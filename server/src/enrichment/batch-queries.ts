import { createHash } from 'node:crypto';
import { firstAuthor, normalizeTitle } from '../names/fingerprint.ts';
import type { OtherSource, SourcesConfig } from '../platform/sources-config.ts';
import { arxivByIds, arxivByTitle } from '../sources/arxiv/arxiv-requests.ts';
import { parseArxivFeed } from '../sources/arxiv/parse-arxiv-feed.ts';
import { biorxivByDoi } from '../sources/biorxiv/biorxiv-requests.ts';
import { parseBiorxivDetails } from '../sources/biorxiv/parse-biorxiv-details.ts';
import { crossrefByDoi, crossrefByIsbn, crossrefByTitle } from '../sources/crossref/crossref-requests.ts';
import { parseCrossrefWorks } from '../sources/crossref/parse-crossref-works.ts';
import { dataciteByDois } from '../sources/datacite/datacite-requests.ts';
import { parseDataciteDois } from '../sources/datacite/parse-datacite-dois.ts';
import { europepmcById, europepmcByTitle } from '../sources/europepmc/europepmc-requests.ts';
import { parseEuropePmcResults } from '../sources/europepmc/parse-europepmc-results.ts';
import { batchIds, openalexByIds, openalexByTitle } from '../sources/openalex/openalex-requests.ts';
import { parseOpenAlexWorks } from '../sources/openalex/parse-openalex-works.ts';
import type { IdentifierKind, ParseRecords, SourceRequest } from '../sources/record.ts';
import { SOURCE_LIMITS } from '../sources/source-limits.ts';
import { splitStatus } from '../sources/title-status.ts';
import { parseUnpaywallRecord } from '../sources/unpaywall/parse-unpaywall-record.ts';
import { unpaywallByDoi } from '../sources/unpaywall/unpaywall-requests.ts';
import type { Planned } from './plan-steps.ts';
import type { EnrichedPublication } from './progress.ts';

/** A query with all the steps that need its response, so that it is sent once. */
export interface SharedQuery {
  /** the key of its response in the cache */
  readonly key: string;
  readonly by:
    | { readonly kind: IdentifierKind | 'isbn'; readonly value: string }
    | { readonly kind: 'title'; readonly publication: Pick<EnrichedPublication, 'title' | 'year' | 'authorText'> };
  readonly steps: readonly Planned[];
}

/** The queries of planned steps, without duplicates. */
export function joinQueries(planned: readonly Planned[]): SharedQuery[] {
  const queries = new Map<string, { by: SharedQuery['by']; steps: Planned[] }>();
  for (const one of planned) {
    const by = targetOf(one);
    if (by === null) continue;
    const key = keyOf(by);
    const known = queries.get(key);
    if (known) known.steps.push(one);
    else queries.set(key, { by, steps: [one] });
  }
  return [...queries].map(([key, { by, steps }]) => ({ key, by, steps }));
}

function targetOf({ step, publication }: Planned): SharedQuery['by'] | null {
  if (step.kind === 'id') return { kind: step.idKind, value: step.value };
  return step.kind === 'title' ? { kind: 'title', publication } : null;
}

/** The key of a query's response in the cache. */
export function keyOf(by: SharedQuery['by']): string {
  if (by.kind !== 'title') return `${by.kind}:${by.value}`;
  const { title, year, authorText } = by.publication;
  const text = `${normalizeTitle(title)}\n${year}\n${firstAuthor(authorText)}`;
  return `title:${createHash('sha256').update(text).digest('base64url')}`;
}

/** The queries of one request: several ids if the source takes batches, all for the same credential. */
export interface Batch {
  /** 'shared', or 'user:', an id and a digest of the key */
  readonly credential: string;
  readonly queries: readonly SharedQuery[];
}

/**
 * Puts queries into batches, awaited ones first. `group` splits ids into groups that the source accepts in one request.
 */
export function batchQueries(
  queries: readonly SharedQuery[],
  group: (values: readonly string[]) => readonly (readonly string[])[],
  credentialOf: (requester: Planned) => string,
): Batch[] {
  const batches: Batch[] = [];
  const byGroup = new Map<string, { credential: string; byValue: Map<string, SharedQuery> }>();
  for (const query of queries) {
    const [requester] = query.steps;
    if (!requester) continue;
    const credential = credentialOf(requester);
    const { by } = query;
    if (by.kind === 'title') batches.push({ credential, queries: [query] });
    else {
      const key = `${credential} ${by.kind}`;
      const known = byGroup.get(key) ?? { credential, byValue: new Map() };
      byGroup.set(key, known);
      known.byValue.set(by.value, query);
    }
  }
  for (const { credential, byValue } of byGroup.values()) {
    for (const values of group([...byValue.keys()]))
      batches.push({ credential, queries: values.flatMap((value) => byValue.get(value) ?? []) });
  }
  return batches.sort((one, other) => priorityOf(one) - priorityOf(other));
}

function priorityOf({ queries }: Batch): number {
  return Math.min(...queries.flatMap(({ steps }) => steps.map(({ enrichment }) => enrichment.priority)));
}

/**
 * The request of a batch, and the parser of its response.
 * @throws Error for a query that `plan-steps.ts` never plans for this source
 */
export function requestOf(
  sources: SourcesConfig,
  source: OtherSource,
  { queries, credential }: Batch,
): { request: SourceRequest; parse: ParseRecords } {
  const [first] = queries;
  if (!first) throw new Error('a batch without a query');
  const { by } = first;
  const own = credential === 'shared' ? null : (first.steps[0]?.ownKeys ?? null);
  const { baseUrl } = sources[source];
  // sources have the title with or without the mark of a retraction
  const title = by.kind === 'title' ? { ...by.publication, title: splitStatus(by.publication.title).title } : null;
  const values = queries.flatMap((one) => (one.by.kind === 'title' ? [] : one.by.value));
  const [value = ''] = values;
  switch (source) {
    case 'openalex': {
      const access = { baseUrl, apiKey: own ? own.openalexApiKey : sources.openalex.apiKey };
      return {
        request: title ? openalexByTitle(access, title) : openalexByIds(access, values),
        parse: parseOpenAlexWorks,
      };
    }
    case 'crossref': {
      const access = {
        baseUrl,
        mailto: own?.crossrefMailto ?? sources.crossref.mailto,
        token: own?.crossrefApiToken ?? null,
      };
      const parse = parseCrossrefWorks;
      if (title) {
        const request = crossrefByTitle(access, { title: title.title, firstAuthor: firstAuthor(title.authorText) });
        return { request, parse };
      }
      if (by.kind === 'isbn') return { request: crossrefByIsbn(access, value), parse };
      if (by.kind === 'doi') return { request: crossrefByDoi(access, value), parse };
      break;
    }
    case 'arxiv':
      return {
        request: title ? arxivByTitle({ baseUrl }, title) : arxivByIds({ baseUrl }, values),
        parse: parseArxivFeed,
      };
    case 'datacite': {
      if (by.kind !== 'arxiv' && by.kind !== 'doi') break;
      const dois = by.kind === 'arxiv' ? values.map((id) => `10.48550/arxiv.${id}`) : values;
      return { request: dataciteByDois({ baseUrl }, dois), parse: parseDataciteDois };
    }
    case 'biorxiv':
      if (by.kind !== 'doi') break;
      return { request: biorxivByDoi({ baseUrl }, value), parse: parseBiorxivDetails };
    case 'unpaywall': {
      const email = own?.unpaywallEmail ?? sources.unpaywall.email;
      if (title || email === null) break;
      return { request: unpaywallByDoi({ baseUrl, email }, value), parse: parseUnpaywallRecord };
    }
    case 'europepmc': {
      const kind = by.kind;
      const access = { baseUrl };
      if (title) return { request: europepmcByTitle(access, title), parse: parseEuropePmcResults };
      if (kind !== 'doi' && kind !== 'pmid' && kind !== 'pmcid') break;
      return { request: europepmcById(access, { kind, value }), parse: parseEuropePmcResults };
    }
  }
  throw new Error(`${source} has no query by ${by.kind}`);
}

/** Splits ids into groups of one request each. */
export function groupIds(source: OtherSource, values: readonly string[]): string[][] {
  if (source === 'openalex') return batchIds(values);
  const { batch } = SOURCE_LIMITS[source];
  return Array.from({ length: Math.ceil(values.length / batch) }, (_, at) =>
    values.slice(at * batch, (at + 1) * batch),
  );
}
