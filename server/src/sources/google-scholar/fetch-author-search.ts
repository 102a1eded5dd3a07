import type { FoundPeople } from '../person.ts';
import type { SourceResponse } from '../source.ts';
import { fetchScholarPage, type ScholarPageRequest } from './fetch-scholar-page.ts';
import { parseAuthorSearch } from './parse-author-search.ts';

/** Searches for people by name. Returns every failure as a value. The caller reserves the request slot. */
export function fetchAuthorSearch(
  request: ScholarPageRequest & { name: string },
): Promise<SourceResponse<FoundPeople>> {
  const query = new URLSearchParams({ view_op: 'search_authors', mauthors: request.name, hl: 'en' });
  const url = `${request.baseUrl.replace(/\/+$/, '')}/citations?${query}`;
  return fetchScholarPage(request, url, parseAuthorSearch);
}
