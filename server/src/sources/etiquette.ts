import type { ApiSource, OtherSource, SourcesConfig } from '../platform/sources-config.ts';

export interface Etiquette {
  /** requests under way at once, over all services; `anonymous` when no address was named */
  readonly concurrency: number;
  readonly anonymous?: number;
  /** works that one request by id may ask for */
  readonly batch: number;
  /** what a credential may spend a day: requests, or OpenAlex's credits; null: no daily budget */
  readonly dailyBudget: { readonly shared: number; readonly own: number } | null;
}

/**
 * What the sources ask of those who ask them, beside the distances between requests, which are settings (`platform/sources-config.ts`).
 * - OpenAlex: $0.10 a day without a key, $1 with one, in credits of $0.0001; up to 50 ids in one filter. https://developers.openalex.org/api-reference/authentication
 * - Crossref: one request at a time, three for who names an address.
 *   https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
 * - arXiv: one connection for all machines together. https://info.arxiv.org/help/api/tou.html
 * - Unpaywall: 100,000 a day. https://unpaywall.org/products/api
 * - Europe PMC: ten a second and 500 a minute.
 * - ORCID: its public API, which takes no key here, tells of 50,000 to 100,000 reads a day for an address: a quarter of the least is ours.
 *   https://info.orcid.org/ufaqs/what-are-the-api-limits
 */
export const ETIQUETTE: Readonly<Record<ApiSource, Etiquette>> = {
  openalex: { concurrency: 4, batch: 50, dailyBudget: { shared: 1000, own: 10_000 } },
  crossref: { concurrency: 3, anonymous: 1, batch: 1, dailyBudget: null },
  arxiv: { concurrency: 1, batch: 50, dailyBudget: null },
  unpaywall: { concurrency: 4, batch: 1, dailyBudget: { shared: 100_000, own: 100_000 } },
  europepmc: { concurrency: 4, batch: 1, dailyBudget: null },
  orcid: { concurrency: 2, batch: 1, dailyBudget: { shared: 12_500, own: 12_500 } },
};

/** How many requests may be under way at a source at once. */
export function concurrencyAt(sources: SourcesConfig, source: OtherSource): number {
  const { concurrency, anonymous = concurrency } = ETIQUETTE[source];
  return source === 'crossref' && sources.crossref.mailto === null ? anonymous : concurrency;
}
