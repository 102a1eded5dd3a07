import { MAX_CITATIONS } from '../collect-records.ts';
import { readOpenAlexAuthorId, readOrcid } from '../identifier-values.ts';
import { countOf, type Fields, fieldsOf, isFields, listOf, parseJson, textOf } from '../json-fields.ts';
import type { FoundPeople, FoundPerson } from '../person.ts';
import { readName, readText } from '../record-text.ts';

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

const MAX_PEOPLE = 25;
const MAX_TOPICS = 5;
const MAX_AFFILIATION = 1_000;
const MAX_TOPIC = 200;

/**
 * Reads a list of authors. Returns null if it is not a list, or if no entry can be read. OpenAlex knows no Google
 * Scholar profiles.
 */
export function parseOpenAlexAuthors(body: string): FoundPeople | null {
  const response = parseJson(body);
  if (!isFields(response) || !Array.isArray(response.results)) return null;
  const entries = response.results.slice(0, MAX_PEOPLE);
  const read = entries.flatMap((entry) => readAuthor(fieldsOf(entry)));
  if (entries.length > 0 && read.length === 0) return null;
  const people = new Map(read.map((person) => [person.pageUrl, person]));
  return { people: [...people.values()], unreadable: entries.length - read.length };
}

function readAuthor(author: Fields): FoundPerson[] {
  const id = readOpenAlexAuthorId(textOf(author.id) ?? '');
  const name = readName(author.display_name);
  if (id === null || name === null) return [];
  const cited = author.cited_by_count;
  return [
    {
      source: 'openalex',
      scholarId: null,
      name,
      affiliation: readAffiliation(author),
      emailDomain: null,
      citedByCount: typeof cited === 'number' && Number.isSafeInteger(cited) && cited >= 0 ? cited : null,
      interests: listOf(author.topics)
        .slice(0, MAX_TOPICS)
        .flatMap((topic) => readText(fieldsOf(topic).display_name, MAX_TOPIC) ?? []),
      orcid: readOrcid(textOf(author.orcid) ?? ''),
      pageUrl: `https://openalex.org/${id}`,
    },
  ];
}

/** The institutions of the latest works, else the first known institution, which is the most recent one. */
export function readAffiliation(author: Fields): string | null {
  const latest = listOf(author.last_known_institutions).map(fieldsOf);
  const first = fieldsOf(fieldsOf(listOf(author.affiliations)[0]).institution);
  const names = (latest.length > 0 ? latest.slice(0, 3) : [first]).flatMap(
    ({ display_name: name }) => readText(name, MAX_AFFILIATION) ?? [],
  );
  return names.length > 0 ? names.join('; ').slice(0, MAX_AFFILIATION).toWellFormed() : null;
}
