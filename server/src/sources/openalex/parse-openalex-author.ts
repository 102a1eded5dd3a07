import { MAX_CITATIONS } from '../collect-records.ts';
import { readOpenAlexAuthorId, readOrcid } from '../identifier-values.ts';
import { countOf, fieldsOf, isFields, listOf, parseJson, textOf } from '../json-fields.ts';
import { readName } from '../record-text.ts';
import { readAffiliation } from './parse-openalex-authors.ts';

export interface OpenAlexAuthor {
  readonly id: string;
  readonly name: string;
  readonly affiliation: string | null;
  readonly orcid: string | null;
  readonly publicationCount: number;
  /** the largest number of works in one year */
  readonly maxWorksOfYear: number;
}

/** Reads an author. Returns null if the body is not one. */
export function parseOpenAlexAuthor(body: string): OpenAlexAuthor | null {
  const author = parseJson(body);
  if (!isFields(author)) return null;
  const id = readOpenAlexAuthorId(textOf(author.id) ?? '');
  const name = readName(author.display_name);
  const publicationCount = countOf(author.works_count, MAX_CITATIONS);
  if (id === null || name === null || publicationCount === null) return null;
  const years = listOf(author.counts_by_year).map((one) => countOf(fieldsOf(one).works_count, MAX_CITATIONS) ?? 0);
  return {
    id,
    name,
    affiliation: readAffiliation(author),
    orcid: readOrcid(textOf(author.orcid) ?? ''),
    publicationCount,
    maxWorksOfYear: Math.max(0, ...years),
  };
}

/** No person writes more in a year, or in a life. The largest record that was seen has 671,078 works in one year. */
const MAX_WORKS = { ofYear: 1_000, ofLife: 10_000 };

/** Whether a record cannot be that of one person, because OpenAlex attributed the works of many people to it. */
export function isImplausibleAuthor({ publicationCount, maxWorksOfYear }: OpenAlexAuthor): boolean {
  return publicationCount > MAX_WORKS.ofLife || maxWorksOfYear > MAX_WORKS.ofYear;
}
