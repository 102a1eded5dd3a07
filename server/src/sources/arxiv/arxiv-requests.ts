import type { SourceRequest } from '../record.ts';
import { addressOf, plainWords } from '../write-request.ts';

export interface ArxivAccess {
  readonly baseUrl: string;
}

/** The papers with these ids, at most fifty. One malformed id would spoil the whole request, so they are in the form of `readArxivId`. */
export function arxivByIds(access: ArxivAccess, ids: readonly string[]): SourceRequest {
  return request(access, { id_list: ids.join(','), max_results: String(ids.length) });
}

/** A search for a title. A hyphen is taken for "not" by arXiv's engine, so it becomes a space. https://github.com/arXiv/arxiv-search/issues/322 */
export function arxivByTitle(access: ArxivAccess, { title }: { title: string }): SourceRequest {
  return request(access, { search_query: `ti:"${plainWords(title).replaceAll('-', ' ')}"`, max_results: '5' });
}

function request({ baseUrl }: ArxivAccess, parameters: Readonly<Record<string, string>>): SourceRequest {
  return { url: addressOf(baseUrl, '/api/query', parameters), accept: 'application/atom+xml', headers: {}, cost: 0 };
}
