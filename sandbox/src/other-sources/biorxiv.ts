import { latestDoi } from '../history.ts';
import type { Publication } from '../publication.ts';
import { jsonResponse, type SourceResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';
import { abstractOf, splitName } from './describe-publication.ts';
import { isPreprint } from './traits.ts';

/** Handles `/biorxiv/details/{server}/{doi}/na/json`, in which the second part of a DOI names the server. */
export function handleBiorxiv(catalog: Catalog, url: URL): SourceResponse {
  const [, server, doi = ''] =
    /^\/biorxiv\/details\/(\w+)\/(.+)\/na\/json$/.exec(decodeURIComponent(url.pathname)) ?? [];
  const publication = catalog.byDoi(doi);
  const isHere = publication !== undefined && isPreprint(publication) && (server === 'medrxiv') === /\d{8}$/.test(doi);
  return isHere
    ? jsonResponse({ messages: [{ status: 'ok', category: 'all' }], collection: [describeVersion(publication, doi)] })
    : jsonResponse({ messages: [{ status: 'no posts found' }], collection: [] });
}

function describeVersion(publication: Publication, doi: string) {
  const [, year, month, day] = /\/(\d{4})\.(\d{2})\.(\d{2})\./.exec(doi) ?? [];
  return {
    title: publication.title,
    authors: publication.authors
      .map(splitName)
      .map(({ given, family }) => `${family}, ${[...given].join('. ')}.`)
      .join('; '),
    doi,
    date: `${year ?? publication.year}-${month ?? '01'}-${day ?? '01'}`,
    version: '1',
    type: 'new results',
    license: 'cc_by',
    category: 'ecology',
    abstract: abstractOf(publication),
    published: publication.publishedIn === undefined ? 'NA' : latestDoi(publication),
    server: /\d{8}$/.test(doi) ? 'medRxiv' : 'bioRxiv',
  };
}
