import { listOf } from './json-fields.ts';
import type { RecordAuthor } from './record.ts';
import { readName, readText } from './record-text.ts';

/** Authors in the source's order. Papers of large collaborations have a few thousand. */
export interface AuthorList {
  readonly authors: readonly RecordAuthor[];
  /** the source has more authors than it lists */
  readonly hasMore: boolean;
}

/** Words of several languages for the authors that a list leaves out. */
export const OMISSION_WORDS = String.raw`…|\.{3}|\[?[Ee]t [Aa]l\.?\]?|(?:and |& )?(?:\d+ )?[Oo]thers|(?:and |& |\+ ?)\d+ (?:more|others)|und andere|u\. ?a\.|et autres|y otros|e outros|e altri|и др\.?|ほか|他|等`;
/** What stands in a list of authors for those that it leaves out. */
export const OMISSION = new RegExp(`^(?:${OMISSION_WORDS})$`, 'u');
/** More authors than any paper has. */
const MAX_AUTHORS = 10_000;
/** Signs that refer to a footnote: "Xin Du†", "Ada Lund*", "Bo Berg^(1,2)", "Bo Berg [1]". */
const MARKS =
  /^[\s*†‡§¶#]+|(?:[\s*†‡§¶#⁎∗⁰¹²³⁴⁵⁶⁷⁸⁹˒ᵃ-ᶻ\p{So}]|\^\d+|\^[({][^(){}]{1,20}[)}]|[([]\d[\d, ]{0,20}[)\]])+$/gu;
/** "Prof. Dr. Ada Lund", "Ada Lund (ed.)" */
const TITLES = /^(?:(?:Prof|Dr|Mr|Mrs|Ms)(?:\.\s*|\s+))+(?=\p{Lu})|\s*\((?:[Ee]ds?|Hrsg|Hg|[Ee]ditors?)\.?\)$/gu;
const DEGREE =
  '(?:b\\.?a|b\\.?sc?|d\\.?phil|dds|dr|dvm|esq|f\\.?a\\.?c\\.?[cs]|f\\.?r\\.?c\\.?p|j\\.?d|m\\.?a|m\\.?b\\.?a|mbbs|m\\.?d|m\\.?p\\.?h|m\\.?sc?|ph\\.? ?d|pharm\\.? ?d|r\\.?n)\\.?';
/** Degrees behind a name: "PhD", "MD, PhD". */
export const DEGREES = new RegExp(`^${DEGREE}(?:[,\\s]+${DEGREE})*$`, 'i');
/** Without a comma, only degrees with small letters are certain: "Lund MD" may have initials. */
const CERTAIN_DEGREE = /,?\s(?:Ph\.? ?D|[BM]\.?Sc|D\.?Phil|Pharm\.?D)\.?$/u;
const MAX_SUFFIX = 20;
/** A longer text of a publication's authors ends with an omission. */
const MAX_LINE = 3_000;

/**
 * Reads a name and removes signs of footnotes, titles and degrees. Returns null for a text without a letter, such as
 * the ":" between a collaboration and its members.
 */
export function readAuthorName(value: unknown): string | null {
  const name = withoutDegrees(readName(value)?.replace(MARKS, '').replace(TITLES, '') ?? '').replace(
    CERTAIN_DEGREE,
    '',
  );
  return /\p{L}/u.test(name) ? name : null;
}

/** "Ada Lund, MD, PhD" without degrees. The capitals in "Lund, MA" and "van der Lund, MA" are initials. */
function withoutDegrees(name: string): string {
  const comma = name.indexOf(',');
  const isWhole = /^\p{Lu}\S*\s/u.test(name.slice(0, comma));
  return comma > 0 && isWhole && DEGREES.test(name.slice(comma + 1).trim()) ? name.slice(0, comma) : name;
}

/**
 * Reads what follows a family name: "Jr.", "III". Returns null for degrees and signs, which some publishers enter here.
 */
export function readSuffix(value: unknown): string | null {
  const suffix = readText(value, MAX_SUFFIX);
  return suffix === null || DEGREES.test(suffix) || !/[\p{L}\p{N}]/u.test(suffix) ? null : suffix;
}

/** Splits a family name of a source that has no field for the suffix: "Lund Jr.", "Lund, III", and "Lund, PhD". */
export function splitFamily(family: string): { family: string; suffix: string | null } {
  const [, name, end = ''] = /^(.+?)(?:,\s*|\s+)((?:jr|sr)\.?|i{2,3}|iv|[2-4](?:nd|rd|th))$/i.exec(family) ?? [];
  if (name !== undefined) return { family: name, suffix: end };
  const comma = family.indexOf(',');
  const isDegree = comma > 0 && DEGREES.test(family.slice(comma + 1).trim());
  return { family: isDegree ? family.slice(0, comma) : family.replace(/[\s,]+$/, ''), suffix: null };
}

/** Reads a name that begins with the family name: "Lund, Ada". A name without a comma is left as it is. */
export function readInvertedName(text: unknown): RecordAuthor[] {
  const name = readAuthorName(text);
  if (name === null) return [];
  const [family = '', given, ...more] = name.split(/\s*,\s*/);
  return given && more.length === 0 ? [{ name: `${given} ${family}`, family }] : [{ name, family: null }];
}

/**
 * Reads the authors of a record. `readAuthor` returns no author for an element that is not one. An omission among the
 * names means that there are more.
 */
export function readAuthors(elements: unknown, readAuthor: (element: unknown) => RecordAuthor[]): AuthorList {
  const all = listOf(elements);
  const named = all.slice(0, MAX_AUTHORS).flatMap(readAuthor);
  const authors = named.filter(({ name }) => !OMISSION.test(name));
  return { authors, hasMore: all.length > MAX_AUTHORS || authors.length < named.length };
}

/**
 * The authors as one line, in which lists show and search them. Semicolons separate them if a name has a comma. A line
 * of more than 3,000 characters ends after a whole name, with an ellipsis, as that of a list which has more authors
 * does. Returns null without authors.
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
