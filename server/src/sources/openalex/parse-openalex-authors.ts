import { readOpenAlexAuthorId, readOrcid } from '../identifier-values.ts';
import { type Fields, fieldsOf, isFields, listOf, parseJson, textOf } from '../json-fields.ts';
import type { FoundPeople, FoundPerson } from '../person.ts';
import { readName, readText } from '../record-text.ts';

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
