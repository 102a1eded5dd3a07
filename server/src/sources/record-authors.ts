import { listOf } from './json-fields.ts';
import type { RecordAuthor } from './record.ts';
import { readName } from './record-text.ts';

/** Authors in the source's order. Papers of large collaborations have a few thousand. */
export interface AuthorList {
  readonly authors: readonly RecordAuthor[];
  /** the source has more authors than it lists */
  readonly hasMore: boolean;
}

/** What stands in a list of authors for those that it leaves out. */
export const OMISSION = /^(?:…|\.{3}|et al\.?|(?:and )?others)$/i;
/** More authors than any paper has. */
const MAX_AUTHORS = 10_000;
/** Signs that refer to a footnote: "Xin Du†", "Ada Lund*". */
const MARKS = /^[\s*†‡§¶#]+|[\s*†‡§¶#⁎∗⁰¹²³⁴⁵⁶⁷⁸⁹]+$/gu;
/** A longer text of a publication's authors ends with an omission. */
const MAX_LINE = 3_000;

/** Reads a name and removes the signs of footnotes. Returns null for a text without a letter, such as the ":" between a collaboration and its members. */
export function readAuthorName(value: unknown): string | null {
  const name = readName(value)?.replace(MARKS, '') ?? '';
  return /\p{L}/u.test(name) ? name : null;
}

/** Reads the authors of a record. `readAuthor` returns no author for an element that is not one. An omission among the names means that there are more. */
export function readAuthors(elements: unknown, readAuthor: (element: unknown) => RecordAuthor[]): AuthorList {
  const all = listOf(elements);
  const named = all.slice(0, MAX_AUTHORS).flatMap(readAuthor);
  const authors = named.filter(({ name }) => !OMISSION.test(name));
  return { authors, hasMore: all.length > MAX_AUTHORS || authors.length < named.length };
}

/**
 * The authors as one line, in which lists show and search them. Semicolons separate them if a name has a comma. A line of more than 3,000 characters
 * ends after a whole name, with an ellipsis, as that of a list which has more authors does. Returns null without authors.
 */
export function authorLine({ authors, hasMore }: AuthorList): string | null {
  if (authors.length === 0) return null;
  const separator = authors.some(({ name }) => name.includes(',')) ? '; ' : ', ';
  let line = '';
  for (const { name } of authors) {
    const longer = line === '' ? name : line + separator + name;
    if (longer.length > MAX_LINE) return `${line}${separator}…`;
    line = longer;
  }
  return hasMore ? `${line}${separator}…` : line;
}
