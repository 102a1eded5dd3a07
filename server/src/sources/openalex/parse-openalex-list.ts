import type { ListedWork } from '../author-list.ts';
import { MAX_CITATIONS } from '../collect-records.ts';
import { countOf, fieldsOf, isFields, listOf, parseJson, textOf } from '../json-fields.ts';
import { authorLine } from '../record-authors.ts';
import { readText } from '../record-text.ts';
import { readListedWork } from './parse-openalex-works.ts';

const MAX_VENUE = 1_000;

/** A page of an author's list of works. */
export interface OpenAlexList {
  readonly works: readonly ListedWork[];
  /** the works of this page, with those that were left out */
  readonly rowCount: number;
  /** the works of the whole list */
  readonly totalCount: number;
  /** works without a title or an id */
  readonly unreadableCount: number;
}

/** Reads a page of an author's works. Leaves out title pages, tables of contents and the like (`paratext`). Returns null if the body is not a list. */
export function parseOpenAlexList(body: string): OpenAlexList | null {
  const response = parseJson(body);
  if (!isFields(response) || !Array.isArray(response.results)) return null;
  const totalCount = countOf(fieldsOf(response.meta).count, MAX_CITATIONS);
  if (totalCount === null) return null;
  const entries = response.results.map(fieldsOf).filter(({ type }) => type !== 'paratext');
  const works = entries.flatMap((entry): ListedWork[] => {
    const work = readListedWork(entry);
    const id = work?.metadata?.recordId ?? null;
    if (!work || work.title === null || id === null) return [];
    const authorList = { authors: work.authors, hasMore: work.metadata?.hasAllAuthors === false };
    return [
      {
        key: id,
        clusterKey: null,
        title: work.title,
        authors: authorLine(authorList),
        authorList,
        venue: readText(fieldsOf(fieldsOf(entry.primary_location).source).display_name, MAX_VENUE),
        year: work.year,
        citations: countOf(entry.cited_by_count, MAX_CITATIONS),
        url: textOf(entry.doi) === null ? `https://openalex.org/${id}` : urlOf(work.identifiers, id),
        identifiers: work.identifiers,
      },
    ];
  });
  if (entries.length > 0 && works.length === 0) return null;
  return {
    works,
    rowCount: listOf(response.results).length,
    totalCount,
    unreadableCount: entries.length - works.length,
  };
}

function urlOf(identifiers: ListedWork['identifiers'], id: string): string {
  const doi = identifiers.find(({ kind }) => kind === 'doi');
  return doi === undefined ? `https://openalex.org/${id}` : `https://doi.org/${encodeURI(doi.value)}`;
}
