import type { FetchHeaders } from '../platform/fetch.ts';
import type { ApiSource, OtherSource, SourcesConfig } from '../platform/sources-config.ts';
import type { AdvertisedBudget } from './slot-store.ts';

export interface SourceLimits {
  /** the maximum of concurrent requests over all processes; `anonymous` applies if no e-mail address is set */
  readonly concurrency: number;
  readonly anonymous?: number;
  /** the maximum of ids in one request */
  readonly batch: number;
  /** what a credential may spend a day, in requests or OpenAlex credits; null if there is no daily budget */
  readonly dailyBudget: { readonly shared: number; readonly own: number } | null;
}

/**
 * The limits that the sources document. The intervals between requests are settings (`platform/sources-config.ts`).
 * - OpenAlex: $0.10 a day without a key, $1 with one, in credits of $0.0001; up to 50 ids in one filter.
 *   https://developers.openalex.org/api-reference/authentication
 * - Crossref: one request at a time, or three with an e-mail address.
 *   https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
 * - arXiv: one connection for all machines together. https://info.arxiv.org/help/api/tou.html
 * - DataCite: 500 requests in five minutes. https://support.datacite.org/docs/rate-limit
 * - bioRxiv and medRxiv document no limit, but refuse bursts.
 * - Unpaywall: 100,000 a day. https://unpaywall.org/products/api
 * - Europe PMC: ten a second and 500 a minute.
 * - ORCID: its public API without a key allows 50,000 to 100,000 reads a day for an IP address. Lectern uses a quarter
 *   of the lower number. https://info.orcid.org/ufaqs/what-are-the-api-limits
 * - DBLP: one request at a time, ten seconds apart; its SPARQL service answers 429 to bursts.
 *   https://dblp.org/faq/1474706.html
 */
export const SOURCE_LIMITS: Readonly<Record<ApiSource, SourceLimits>> = {
  openalex: { concurrency: 4, batch: 50, dailyBudget: { shared: 1000, own: 10_000 } },
  crossref: { concurrency: 3, anonymous: 1, batch: 1, dailyBudget: null },
  arxiv: { concurrency: 1, batch: 50, dailyBudget: null },
  datacite: { concurrency: 1, batch: 50, dailyBudget: null },
  biorxiv: { concurrency: 1, batch: 1, dailyBudget: null },
  unpaywall: { concurrency: 4, batch: 1, dailyBudget: { shared: 100_000, own: 100_000 } },
  europepmc: { concurrency: 4, batch: 1, dailyBudget: null },
  orcid: { concurrency: 2, batch: 1, dailyBudget: { shared: 12_500, own: 12_500 } },
  dblp: { concurrency: 1, batch: 1, dailyBudget: null },
};

/** The maximum of concurrent requests to a source. */
export function maxConcurrency(sources: SourcesConfig, source: OtherSource): number {
  const { concurrency, anonymous = concurrency } = SOURCE_LIMITS[source];
  return source === 'crossref' && sources.crossref.mailto === null ? anonymous : concurrency;
}

/** The limits that the headers of a response advertise; null for those they do not. */
export interface AdvertisedLimits {
  readonly intervalSeconds: number | null;
  /** the maximum of concurrent requests */
  readonly concurrency: number | null;
  readonly budget: AdvertisedBudget | null;
}

/**
 * Reads the headers of Crossref (`x-rate-limit-limit: 3`, `x-rate-limit-interval: 1s`, `x-concurrency-limit: 1`) and
 * OpenAlex (`x-ratelimit-limit`, `-remaining`, and `-reset` in seconds from now). Ignores values that make no sense.
 */
export function readLimits(headers: FetchHeaders): AdvertisedLimits {
  const requests = readNumber(headers['x-rate-limit-limit']);
  const window = readNumber(headers['x-rate-limit-interval']?.replace(/s$/, ''));
  const concurrency = readNumber(headers['x-concurrency-limit']);
  const limit = readNumber(headers['x-ratelimit-limit']);
  const remaining = readNumber(headers['x-ratelimit-remaining']);
  const resetsInSeconds = readNumber(headers['x-ratelimit-reset']);
  return {
    intervalSeconds: requests !== null && requests > 0 && window !== null ? Math.min(window / requests, 3600) : null,
    concurrency: concurrency === null ? null : Math.min(1000, Math.max(1, Math.floor(concurrency))),
    budget:
      limit !== null && remaining !== null && resetsInSeconds !== null && limit > 0
        ? // a daily budget resets within a day
          { limit, remaining: Math.min(remaining, limit), resetsInSeconds: Math.min(resetsInSeconds, 86_400) }
        : null,
  };
}

function readNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : null;
}
