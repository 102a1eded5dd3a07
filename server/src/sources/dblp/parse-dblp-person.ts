import { XMLParser } from 'fast-xml-parser';
import type { AuthorPage, ListedWork } from '../author-list.ts';
import { type Fields, fieldsOf, isFields, listOf, textOf, yearOf } from '../json-fields.ts';
import { readLinkedAuthor } from '../linked-author.ts';
import { parseAuthorId } from '../parse-author-id.ts';
import { readIdentifiers } from '../record-identifiers.ts';
import { readName, readText, readTitle } from '../record-text.ts';

const MAX_TEXT = 1_000;
const MAX_AUTHORS = 3_000;
const MAX_LINKS = 200;
/** Publications that a person wrote. Others are edited by the person, or data about the person. */
const WRITTEN = ['article', 'inproceedings', 'incollection', 'book', 'phdthesis', 'mastersthesis'] as const;
const REPEATED = new Set(['r', 'author', 'editor', 'ee', 'url']);
/** The number that separates persons of one name: "Wei Liu 0001". */
const HOMONYM_NUMBER = /\s\d{4}$/;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  htmlEntities: true,
  // a title may contain markup
  stopNodes: ['*.title'],
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && REPEATED.has(name),
});

/** Reads the page of a person, which has the whole list. Returns null if the body is not one, or not complete. */
export function parseDblpPerson(body: string): AuthorPage | null {
  const person = readPerson(body);
  if (person === null) return null;
  const pid = readPid(textOf(person['@pid']));
  const name = readName(person['@name'])?.replace(HOMONYM_NUMBER, '') ?? null;
  if (pid === null || name === null) return null;
  const entries = listOf(person.r).flatMap((row) => WRITTEN.flatMap((kind) => fieldsOf(row)[kind] ?? []));
  const works = entries.flatMap((entry) => readEntry(fieldsOf(entry)));
  if (entries.length > 0 && works.length === 0) return null;
  const urls = listOf(fieldsOf(person.person).url).slice(0, MAX_LINKS);
  const unreadable = entries.length - works.length;
  return {
    ...{ sourceId: pid, name, affiliation: null, imageUrl: null, works, workCount: null, hasMore: false },
    links: urls.flatMap((url) => readLinkedAuthor(contentOf(url)) ?? []),
    warnings: unreadable > 0 ? [`left out without a title: ${unreadable}`] : [],
  };
}

/** A pid in any other form is not followed, because it would count as another person. */
function readPid(text: string | null): string | null {
  const author = text === null ? null : parseAuthorId(text);
  return author?.source === 'dblp' ? author.id : null;
}

function readPerson(body: string): Fields | null {
  if (!/<\/dblpperson>\s*$/.test(body.slice(-1000))) return null;
  try {
    const { dblpperson } = fieldsOf(parser.parse(body));
    return isFields(dblpperson) ? dblpperson : null;
  } catch {
    return null;
  }
}

function readEntry(entry: Fields): ListedWork[] {
  const key = textOf(entry['@key']);
  const title = readTitle(entry.title)?.replace(/\.$/, '') ?? null;
  if (key === null || title === null) return [];
  const authors = listOf(entry.author).flatMap(
    (author) => readName(contentOf(author))?.replace(HOMONYM_NUMBER, '') ?? [],
  );
  const addresses = listOf(entry.ee).map(contentOf);
  return [
    {
      key,
      clusterKey: null,
      title,
      authors: authors.length === 0 ? null : authors.join(', ').slice(0, MAX_AUTHORS).toWellFormed(),
      venue: readText(entry.journal, MAX_TEXT) ?? readText(entry.booktitle, MAX_TEXT),
      year: yearOf(entry.year),
      citations: null,
      url: `https://dblp.org/rec/${key}`,
      identifiers: readIdentifiers(addresses.map((address) => ['doi', address])),
    },
  ];
}

/** The text of an element, with or without attributes. */
function contentOf(element: unknown): string | null {
  return isFields(element) ? textOf(element['#text']) : textOf(element);
}
