import type { SourceRequest } from '../record.ts';
import { addressOf, plainWords } from '../write-request.ts';

export interface ArxivAccess {
  readonly baseUrl: string;
}

/**
 * Requests the papers with these ids, at most fifty. Pass ids from `readArxivId`, because one malformed id makes the
 * whole request fail.
 */
export function arxivByIds(access: ArxivAccess, ids: readonly string[]): SourceRequest {
  return request(access, { id_list: ids.join(','), max_results: String(ids.length) });
}

/**
 * Searches for a title. A hyphen becomes a space, because arXiv reads it as "not".
 * https://github.com/arXiv/arxiv-search/issues/322
 */
export function arxivByTitle(access: ArxivAccess, { title }: { title: string }): SourceRequest {
  return request(access, { search_query: `ti:"${plainWords(title).replaceAll('-', ' ')}"`, max_results: '5' });
}

function request({ baseUrl }: ArxivAccess, parameters: Readonly<Record<string, string>>): SourceRequest {
  return { url: addressOf(baseUrl, '/api/query', parameters), accept: 'application/atom+xml', headers: {}, cost: 0 };
}
