import type { SourceRequest } from '../record.ts';
import { addressOf, encodeDoi, plainWords, readKey } from '../write-request.ts';

/**
 * Works on a page of an author's list. A work of a large collaboration has a hundred authors with their institutions.
 */
export const LIST_PAGE = 100;
/** The fields of a work in an author's list. */
const LIST_FIELDS = 'id,doi,ids,title,display_name,publication_year,authorships,primary_location,cited_by_count,type';

export interface OpenAlexAccess {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

// https://developers.openalex.org/api-reference/authentication : credits of $0.0001
const COST = { singleton: 0, list: 1, search: 10 } as const;
// https://developers.openalex.org/guides/filtering allows more, but addresses are limited to about 4 KB
const MAX_DOIS = 50;
/** The largest page size. Some DOIs have several records. */
const MAX_RECORDS = 200;
const MAX_FILTER = 3000;
const AUTHOR_FIELDS = 'id,orcid,display_name,cited_by_count,works_count,last_known_institutions,affiliations,topics';
const FIELDS =
  'id,doi,ids,title,display_name,publication_year,authorships,open_access,primary_location,best_oa_location,locations,' +
  'abstract_inverted_index,referenced_works,is_retracted,cited_by_count,type,biblio';

/**
 * Splits DOIs and ids of works into groups of one request each: at most fifty DOIs, within the length of an address. An
 * id of a work gets its own request, and so does a DOI with a character that has a meaning in filters.
 */
export function batchIds(dois: readonly string[]): string[][] {
  const alone = dois.filter((doi) => !fitsFilter(doi)).map((doi) => [doi]);
  const batches: string[][] = [];
  let length = 0;
  for (const doi of dois.filter(fitsFilter)) {
    const size = new URLSearchParams([[doi, '']]).toString().length + '%7C'.length;
    const last = batches.at(-1);
    if (last !== undefined && last.length < MAX_DOIS && length + size <= MAX_FILTER) {
      last.push(doi);
      length += size;
    } else {
      batches.push([doi]);
      length = size;
    }
  }
  return [...batches, ...alone];
}

/** Requests the works of one group of `batchIds`. A single work is free, and names all its authors. */
export function openalexByIds(access: OpenAlexAccess, dois: readonly string[]): SourceRequest {
  const [only, ...others] = dois;
  if (only !== undefined && isWorkId(only)) return request(access, `/works/${only}`, {}, COST.singleton);
  if (only !== undefined && others.length === 0) {
    // The form `doi:` is free. With the address of the resolver, the request would cost a credit.
    return request(access, `/works/doi:${encodeDoi(only)}`, {}, COST.singleton);
  }
  return request(access, '/works', { filter: `doi:${dois.join('|')}`, 'per-page': String(MAX_RECORDS) }, COST.list);
}

/**
 * Searches for a title, within a year of the publication's own year if it is known. `search` also matches abstracts and
 * full texts, so the caller must compare the results.
 */
export function openalexByTitle(
  access: OpenAlexAccess,
  { title, year }: { title: string; year: number | null },
): SourceRequest {
  const filter = year === null ? null : `publication_year:${year - 1}-${year + 1}`;
  return request(access, '/works', { search: plainWords(title), filter, 'per-page': '5' }, COST.search);
}

/** Searches for people by name. A search costs the same however many results it returns. */
export function openalexByName(access: OpenAlexAccess, name: string): SourceRequest {
  const parameters = { search: plainWords(name), 'per-page': '25' };
  return request(access, '/authors', parameters, COST.search, AUTHOR_FIELDS);
}

/** Requests an author. A merged author redirects to the one that it was merged into. */
export function openalexAuthor(access: OpenAlexAccess, id: string): SourceRequest {
  return request(access, `/authors/${encodeURIComponent(id)}`, {}, COST.singleton, `${AUTHOR_FIELDS},counts_by_year`);
}

/** Requests a page of an author's works, the newest first. `page` counts from 1. */
export function openalexWorksOf(access: OpenAlexAccess, authorId: string, page: number): SourceRequest {
  const parameters = {
    filter: `author.id:${authorId}`,
    sort: 'publication_date:desc',
    'per-page': String(LIST_PAGE),
    page: String(page),
  };
  return request(access, '/works', parameters, COST.list, LIST_FIELDS);
}

function request(
  { baseUrl, apiKey }: OpenAlexAccess,
  path: string,
  parameters: Readonly<Record<string, string | null>>,
  cost: number,
  select: string = FIELDS,
): SourceRequest {
  const key = readKey(apiKey);
  return {
    url: addressOf(baseUrl, path, { ...parameters, select }),
    accept: 'application/json',
    // The documentation shows `api_key=` in the address. The header works too, and keeps the key out of logs.
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    cost,
  };
}

function fitsFilter(doi: string): boolean {
  // a comma separates filters, a bar separates values
  return !/[|,"]/.test(doi) && !isWorkId(doi);
}

const isWorkId = (id: string) => /^W\d+$/.test(id);
