import { firstAuthor } from '../names/fingerprint.ts';
import type { OtherSource, SourcesConfig } from '../platform/sources-config.ts';
import { arxivByIds, arxivByTitle } from '../sources/arxiv/arxiv-requests.ts';
import { parseArxivFeed } from '../sources/arxiv/parse-arxiv-feed.ts';
import { crossrefByDoi, crossrefByTitle } from '../sources/crossref/crossref-requests.ts';
import { parseCrossrefWorks } from '../sources/crossref/parse-crossref-works.ts';
import { europepmcById, europepmcByTitle } from '../sources/europepmc/europepmc-requests.ts';
import { parseEuropePmcResults } from '../sources/europepmc/parse-europepmc-results.ts';
import { batchIds, openalexByIds, openalexByTitle } from '../sources/openalex/openalex-requests.ts';
import { parseOpenAlexWorks } from '../sources/openalex/parse-openalex-works.ts';
import type { ParseRecords, SourceRequest } from '../sources/record.ts';
import { SOURCE_LIMITS } from '../sources/source-limits.ts';
import { splitStatus } from '../sources/title-status.ts';
import { parseUnpaywallRecord } from '../sources/unpaywall/parse-unpaywall-record.ts';
import { unpaywallByDoi } from '../sources/unpaywall/unpaywall-requests.ts';
import type { Batch } from './batch-queries.ts';

/**
 * The request of a batch, and the parser of its response.
 * @throws Error for a query that `next-step.ts` never plans for this source
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
      if (!title && by.kind !== 'doi') break;
      const request = title
        ? crossrefByTitle(access, { title: title.title, firstAuthor: firstAuthor(title.authorText) })
        : crossrefByDoi(access, value);
      return { request, parse: parseCrossrefWorks };
    }
    case 'arxiv':
      return {
        request: title ? arxivByTitle({ baseUrl }, title) : arxivByIds({ baseUrl }, values),
        parse: parseArxivFeed,
      };
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
