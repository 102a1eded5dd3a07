import type { FoundPeople } from '../person.ts';
import type { SourceAnswer } from '../source.ts';
import { fetchScholarPage, type ScholarPageRequest } from './fetch-scholar-page.ts';
import { parseAuthorSearch } from './parse-author-search.ts';

/** Searches for people by name; every way it can go wrong is an answer, and nothing here waits its turn. */
export function fetchAuthorSearch(request: ScholarPageRequest & { name: string }): Promise<SourceAnswer<FoundPeople>> {
  const query = new URLSearchParams({ view_op: 'search_authors', mauthors: request.name, hl: 'en' });
  const url = `${request.baseUrl.replace(/\/+$/, '')}/citations?${query}`;
  return fetchScholarPage(request, url, parseAuthorSearch);
}
