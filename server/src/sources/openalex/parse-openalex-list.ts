import type { AuthorListRecord } from '../author-list.ts';
import { MAX_CITATIONS } from '../collect-records.ts';
import { countOf, fieldsOf, isFields, parseJson, textOf } from '../json-fields.ts';
import { isNotPublication } from '../not-publication.ts';
import { authorLine } from '../record-authors.ts';
import { readText } from '../record-text.ts';
import { lacksWorkField, readListedWork } from './parse-openalex-works.ts';

const MAX_VENUE = 1_000;

/** A page of an author's list of works. */
export interface OpenAlexList {
  readonly works: readonly AuthorListRecord[];
  /** the works of this page, with those that were left out */
  readonly rowCount: number;
  /** the works of the whole list */
  readonly totalCount: number;
  /** works without a title or an id */
  readonly unreadableCount: number;
}

/**
 * Reads a page of an author's works. Leaves out what is no publication. Returns null if the body is not a list, or if
 * all works of the page lack a field.
 */
export function parseOpenAlexList(body: string): OpenAlexList | null {
  const response = parseJson(body);
  if (!isFields(response) || !Array.isArray(response.results) || lacksWorkField(response.results)) return null;
  const totalCount = countOf(fieldsOf(response.meta).count, MAX_CITATIONS);
  if (totalCount === null) return null;
  const entries = response.results.map(fieldsOf);
  let leftOutCount = 0;
  const works = entries.flatMap((entry): AuthorListRecord[] => {
    const work = readListedWork(entry);
    const id = work?.metadata?.recordId ?? null;
    const doi = work?.identifiers.find(({ kind }) => kind === 'doi')?.value ?? null;
    if (isNotPublication({ type: textOf(entry.type), title: work?.title ?? '', doi })) {
      leftOutCount += 1;
      return [];
    }
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
  const unreadableCount = entries.length - leftOutCount - works.length;
  if (unreadableCount > 0 && works.length === 0) return null;
  return {
    works,
    rowCount: entries.length,
    totalCount,
    unreadableCount,
  };
}

function urlOf(identifiers: AuthorListRecord['identifiers'], id: string): string {
  const doi = identifiers.find(({ kind }) => kind === 'doi');
  return doi === undefined ? `https://openalex.org/${id}` : `https://doi.org/${encodeURI(doi.value)}`;
}
