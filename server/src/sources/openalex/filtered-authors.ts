import { readOpenAlexAuthorId, readOrcid } from '../identifier-values.ts';

const HOST = /^(?:(?:www|api|explore|alpha|beta)\.)?openalex\.org$/;
const AUTHOR_FILTER = /^(?:authorships\.)?author\.(?:id|orcid)$/i;

/**
 * The ids, or the ORCID iDs, of the authors whose works an address of OpenAlex selects, as its site shows an author:
 * `https://openalex.org/works?filter=authorships.author.id:a5023888391`. Filters are separated by commas, and
 * alternatives by `|`.
 */
export function listFilteredAuthors(url: URL): string[] {
  if (!HOST.test(url.host) || !/^\/works\/?$/.test(url.pathname)) return [];
  const filters = url.searchParams.getAll('filter').flatMap((filter) => filter.split(','));
  const values = filters.flatMap((filter) => {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(filter.trim()) ?? [];
    return AUTHOR_FILTER.test(name) ? value.split('|') : [];
  });
  return [...new Set(values.flatMap((value) => readOpenAlexAuthorId(value) ?? readOrcid(value) ?? []))];
}
