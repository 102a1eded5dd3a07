import { latestDoi, noticesOf } from '../history.ts';
import type { Publication } from '../publication.ts';
import { hashText } from '../random.ts';
import { escapeHtml, jsonResponse, type SourceResponse, textResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';
import { abstractOf, biblioOf, journalOf, landingAddressOf, pdfAddressOf, splitName } from './describe-publication.ts';
import { isIndexedBy, isPreprint, isWholeIssue, oddityOf, traitOf } from './traits.ts';

/**
 * Handles `/crossref/works/{doi}` and `/crossref/works?query.bibliographic=`. A search always returns something, as
 * Crossref's does.
 */
export function handleCrossref(catalog: Catalog, url: URL): SourceResponse {
  const doi = /\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
  if (doi !== undefined) {
    const publication = catalog.byDoi(doi);
    if (publication === undefined || !isIndexedBy('crossref', publication))
      return textResponse(404, 'Resource not found.', 'text/plain');
    return jsonResponse(envelope('work', describeCrossrefWork(publication, url.origin, 1)));
  }
  const query = url.searchParams;
  const rows = Number.parseInt(query.get('rows') ?? '20', 10);
  if (!(rows >= 0 && rows <= 1000))
    return refuse(`Integer specified as ${rows} but must be a positive integer less than or equal to 1000.`);
  const text = query.get('query.bibliographic') ?? query.get('query.title') ?? query.get('query') ?? '';
  const found = findPublications(catalog, query.get('filter') ?? '', text).filter((publication) =>
    isIndexedBy('crossref', publication),
  );
  const wanted = query.get('select')?.split(',');
  const items = found
    .slice(0, rows)
    .map((publication, at) => describeCrossrefWork(publication, url.origin, Math.max(11.3, 92.4 - 7 * at)))
    .map((item) =>
      wanted === undefined ? item : Object.fromEntries(Object.entries(item).filter(([name]) => wanted.includes(name))),
    );
  return jsonResponse(
    envelope('work-list', {
      facets: {},
      'total-results': found.length,
      items,
      'items-per-page': rows,
      query: { 'start-index': 0, 'search-terms': text },
    }),
  );
}

function findPublications(catalog: Catalog, filter: string, text: string): readonly Publication[] {
  const dois = [...filter.matchAll(/(?:^|,)doi:([^,]+)/g)].flatMap(([, doi]) => doi ?? []);
  if (dois.length > 0) return dois.flatMap((doi) => catalog.byDoi(doi) ?? []);
  const hits = catalog.byTitle(text);
  const unlike = catalog.anyPublication();
  return unlike === undefined || hits.some(({ doi }) => doi === unlike.doi) ? hits : [...hits, unlike];
}

function refuse(message: string): SourceResponse {
  const fault = { type: 'integer-not-valid', value: '', message };
  return jsonResponse({ status: 'failed', 'message-type': 'validation-failure', message: [fault] }, 400);
}

function envelope(type: string, message: unknown) {
  return { status: 'ok', 'message-type': type, 'message-version': '1.0.0', message };
}

/** A publication in Crossref's format: titles are lists, dates come in parts, and some parts are missing. */
function describeCrossrefWork(publication: Publication, origin: string, score: number) {
  const pdf = pdfAddressOf(publication, origin);
  const dates = datesOf(publication);
  const { volume, issue, first_page: first, last_page: last } = biblioOf(publication);
  return {
    DOI: publication.doi,
    URL: `https://doi.org/${publication.doi}`,
    type: isWholeIssue(publication) ? 'journal-issue' : isPreprint(publication) ? 'posted-content' : 'journal-article',
    ...(isPreprint(publication) ? { subtype: 'preprint' } : {}),
    title: [titleOf(publication)],
    ...(publication.authors.length === 0
      ? {}
      : {
          author: publication.authors.map((name, at) => ({
            ...splitName(name),
            sequence: at === 0 ? 'first' : 'additional',
            affiliation: [],
          })),
        }),
    abstract: `<jats:title>Abstract</jats:title><jats:p>${escapeHtml(abstractOf(publication))}</jats:p>`,
    'container-title': isPreprint(publication) ? [] : [journalOf(publication)],
    publisher: 'Sandbox Press',
    ...(volume === null ? {} : { volume }),
    ...(issue === null ? {} : { issue }),
    ...(first === null ? {} : { page: `${first}-${last}` }),
    ...dates,
    resource: { primary: { URL: landingAddressOf(publication, origin) } },
    ...(pdf === null
      ? {}
      : {
          link: [
            {
              URL: pdf,
              'content-type': traitOf(publication, 'link') < 0.4 ? 'application/pdf' : 'unspecified',
              'content-version': 'vor',
              'intended-application': 'similarity-checking',
            },
          ],
        }),
    relation: relationOf(publication),
    ...updatesOf(publication),
    'is-referenced-by-count': publication.citations,
    'reference-count': 0,
    prefix: '10.5555',
    member: '7822',
    source: 'Crossref',
    score,
  };
}

/** A preprint and the article that followed name each other, if Crossref has both. */
function relationOf(publication: Publication) {
  const to = (id: string | null, by: 'subject' | 'object') => [{ 'id-type': 'doi', id, 'asserted-by': by }];
  const { preprintDoi, publishedIn } = publication;
  if (preprintDoi !== undefined) return preprintDoi === null ? {} : { 'has-preprint': to(preprintDoi, 'object') };
  return publishedIn === undefined ? {} : { 'is-preprint-of': to(latestDoi(publication), 'subject') };
}

/** Crossref has the notices of Retraction Watch, with their ids there. */
function updatesOf(publication: Publication) {
  const updates = noticesOf(publication).map(({ nature, doi, date }) => ({
    ...{ DOI: doi, type: nature.toLowerCase().replaceAll(' ', '_'), label: nature, source: 'retraction-watch' },
    updated: { 'date-parts': [date.split('-').map(Number)], 'date-time': `${date}T00:00:00Z` },
    'record-id': String(hashText(doi)),
  }));
  return updates.length === 0 ? {} : { 'updated-by': updates };
}

/** A title with italics comes as markup, and then its text is escaped. */
function titleOf({ title, italic }: Publication): string {
  return italic === null ? title : escapeHtml(title).replace(escapeHtml(italic), (text) => `<i>${text}</i>`);
}

/**
 * Some publications were online in the year before print, and Crossref counts this as `issued`. Some dates have a month
 * or a day.
 */
function datesOf(publication: Publication) {
  if (publication.year === null || oddityOf(publication) === 'undated') return { issued: { 'date-parts': [[null]] } };
  const drawn = publication.copy === undefined ? traitOf(publication, 'date') : 1;
  const print = { 'date-parts': [drawn < 0.5 ? [publication.year, 1 + Math.floor(drawn * 24)] : [publication.year]] };
  if (drawn > 0.03) return { issued: print, published: print, 'published-print': print };
  const online = { 'date-parts': [[publication.year - 1, 12, 20]] };
  return { issued: online, published: online, 'published-print': print, 'published-online': online };
}
