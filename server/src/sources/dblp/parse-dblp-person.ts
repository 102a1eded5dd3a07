import type { AuthorListRecord, AuthorPage } from '../author-list.ts';
import { type Fields, fieldsOf, isFields, lacksField, parseJson, yearOf } from '../json-fields.ts';
import { isNotPublication } from '../not-publication.ts';
import { parseAuthorId, readLinkedAuthor } from '../parse-author-id.ts';
import type { RecordAuthor } from '../record.ts';
import { authorLine, readAuthorName, readAuthors } from '../record-authors.ts';
import { readIdentifiersOfAddresses } from '../record-identifiers.ts';
import { readName, readText, readTitle } from '../record-text.ts';
import type { SourceResponse } from '../source.ts';
import { COLUMNS, PID, REC, SCHEMA } from './dblp-requests.ts';

const MAX_TEXT = 1_000;
const MAX_LINKS = 200;
/** Nobody has more publications at dblp, and an ambiguous name belongs to a few hundred people at most. */
const MAX_ROWS = 20_000;
/** The number that separates persons of one name: "Wei Liu 0001". */
const HOMONYM_NUMBER = /\s\d{4}$/;
/** What is no publication that a person wrote, or was taken back. */
const LEFT_OUT = ['Editorship', 'Data', 'Withdrawn'];
/** The kinds of publications that appear in something. */
const WITH_VENUE = ['Article', 'Inproceedings', 'Incollection', 'Informal'];

/** The answer about one person, without the types of its values: one object for each row. */
type Row = Readonly<Record<string, string>>;

/**
 * Reads the answer to `personQuery` for one person. A name of several people (`AmbiguousCreator`) is no person: its
 * list has what dblp could not assign. Then the response names those people. Returns null if the body is not such an
 * answer.
 */
export function parseDblpPerson(body: string): SourceResponse<AuthorPage> | null {
  const rows = readRows(body);
  if (rows === null) return null;
  const publications = rows.filter(({ publication }) => publication !== undefined);
  const person = rows.find(({ name }) => name !== undefined);
  // without the service's data, nobody is known
  if (!rows.some(({ anybody }) => anybody !== undefined)) return null;
  if (person === undefined && publications.length === 0) return { kind: 'absent', reason: 'not_found' };
  const pid = readPid(person?.person);
  const name = readPersonName(person?.name);
  const [classes, count] = [classesIn(person?.classes), Number(person?.count ?? 'NaN')];
  if (person === undefined || pid === null || name === null || classes.length === 0 || !Number.isInteger(count))
    return null;
  if (classes.includes('AmbiguousCreator'))
    return { kind: 'absent', reason: 'not_a_person', candidates: readCandidates(rows) };
  if (lacksFields(publications)) return null;
  const entries = new Map(publications.map((row) => [row.publication, row]));
  if (entries.size < count) return { kind: 'changed', reason: 'list_shorter_than_count' };
  const listed = [...entries.values()].filter((row) => !classesIn(row.kinds).some((kind) => LEFT_OUT.includes(kind)));
  const read = listed.flatMap(readPublication);
  if (listed.length > 0 && read.length === 0) return null;
  const unreadable = listed.length - read.length;
  const page: AuthorPage = {
    ...{ sourceId: pid, name, affiliation: null, imageUrl: null },
    records: read.filter(({ title, identifiers }) => !isNotPublication({ type: null, title, doi: doiIn(identifiers) })),
    ...{ publicationCount: null, listedCount: null, hasMore: false },
    links: wordsIn(person.pages)
      .slice(0, MAX_LINKS)
      .flatMap((address) => readLinkedAuthor(address) ?? []),
    warnings: unreadable > 0 ? [`left out without a title: ${unreadable}`] : [],
  };
  return { kind: 'found', value: page };
}

/** The rows of a result in JSON with all columns of our query. */
function readRows(body: string): Row[] | null {
  const answer = fieldsOf(parseJson(body));
  const { vars } = fieldsOf(answer.head);
  const { bindings } = fieldsOf(answer.results);
  if (!Array.isArray(vars) || !Array.isArray(bindings) || bindings.length > MAX_ROWS) return null;
  if (Object.values(COLUMNS).some((names) => names.some((name) => !vars.includes(name)))) return null;
  if (bindings.some((binding) => !isFields(binding)) || lacksField(bindings.flatMap(valuesOf), ['value'], 1))
    return null;
  return bindings.map((binding) =>
    Object.fromEntries(
      Object.entries(fieldsOf(binding)).flatMap(([name, term]) => {
        const { value } = fieldsOf(term);
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    ),
  );
}

const valuesOf = (binding: Fields) => Object.values(binding);

function lacksFields(publications: readonly Row[]): boolean {
  const placed = publications.filter(({ kinds }) => classesIn(kinds).some((kind) => WITH_VENUE.includes(kind)));
  return lacksField(publications, ['kinds', 'year', 'addresses', 'authors']) || lacksField(placed, ['venue']);
}

function readPublication(row: Row): AuthorListRecord[] {
  const key = row.publication?.startsWith(REC) ? row.publication.slice(REC.length) : null;
  const title = readTitle(row.title)?.replace(/\.$/, '') ?? null;
  if (key === null || key === '' || title === null) return [];
  const authorList = readAuthors(readNames(row.authors), readAuthor);
  const addresses = wordsIn(row.addresses);
  return [
    {
      key,
      clusterKey: null,
      title,
      authors: authorLine(authorList),
      authorList,
      venue: readText(row.venue, MAX_TEXT),
      year: yearOf(row.year),
      citations: null,
      url: `${REC}${key}`,
      // the volume of a preprint is `abs/` and its arXiv id
      identifiers: readIdentifiersOfAddresses([
        ...addresses,
        ...(/^abs\//.test(row.volume ?? '') ? [`https://arxiv.org/${row.volume}`] : []),
      ]),
    },
  ];
}

/** The names of authors in their order: each line has a number and a name. */
function readNames(lines: string | undefined): string[] {
  return (lines ?? '')
    .split('\n')
    .flatMap((line) => {
      const [, number, name] = /^(\d+) (.+)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ number: Number(number), name }];
    })
    .sort((a, b) => a.number - b.number)
    .map(({ name }) => name);
}

function readAuthor(text: unknown): RecordAuthor[] {
  const name = readAuthorName(typeof text === 'string' ? text.replace(HOMONYM_NUMBER, '') : null);
  return name === null ? [] : [{ name, family: null }];
}

/** The people to whom an ambiguous name may belong, with their numbers. */
function readCandidates(rows: readonly Row[]): { id: string; name: string }[] {
  return rows.flatMap(({ candidate, candidateName }) => {
    const [id, name] = [readPid(candidate), readName(candidateName)];
    return id === null || name === null ? [] : [{ id, name }];
  });
}

function readPersonName(text: string | undefined): string | null {
  return readName(text)?.replace(HOMONYM_NUMBER, '') ?? null;
}

/** A pid in any other form is not followed, because it would count as another person. */
function readPid(iri: string | undefined): string | null {
  const author = iri?.startsWith(PID) ? parseAuthorId(iri.slice(PID.length)) : null;
  return author?.source === 'dblp' ? author.id : null;
}

const wordsIn = (text: string | undefined): string[] => (text ?? '').split(' ').filter((word) => word !== '');

const classesIn = (text: string | undefined): string[] =>
  wordsIn(text).flatMap((iri) => (iri.startsWith(SCHEMA) ? iri.slice(SCHEMA.length) : []));

function doiIn(identifiers: AuthorListRecord['identifiers']): string | null {
  return identifiers.find(({ kind }) => kind === 'doi')?.value ?? null;
}
