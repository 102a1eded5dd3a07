import type { Kind } from '../names/kinds.ts';
import { INCOMPLETE_AUTHORS } from '../portability/citation-files/cited-item.ts';

/** The kinds that have editors and an ISBN. */
export const IN_BOOKS: readonly Kind[] = ['paper-conference', 'chapter', 'book'];

/** A person's name in parts. */
export interface PersonName {
  readonly family: string;
  readonly given: string | null;
  /** the words in lower case before the family name: "van der" */
  readonly particle: string | null;
  /** "Jr." */
  readonly suffix: string | null;
}

/** An organization, or a name that cannot be split safely. */
export interface WholeName {
  readonly literal: string;
}
export type CitedName = PersonName | WholeName;

/**
 * The note of formats that have one for everything, and cannot say otherwise that a list of authors was cut off. Zotero
 * would make a person of "et al.".
 */
export function noteOf({ notice, hasMoreAuthors }: CitationItem): string | null {
  return [notice, hasMoreAuthors ? INCOMPLETE_AUTHORS : null].filter(Boolean).join('. ') || null;
}

/** "Jan van der Berg, Jr." */
export function fullName(name: CitedName): string {
  if ('literal' in name) return name.literal;
  const { family, given, particle, suffix } = name;
  const whole = [given, particle, family].filter((part) => part !== null).join(' ');
  return suffix === null ? whole : `${whole}, ${suffix}`;
}

/** A publication as all formats of citations write it. Null: unknown. */
export interface CitationItem {
  readonly kind: Kind;
  /** one line; may have the inline markup of CSL (`<i>`, `<b>`, `<sub>`, `<sup>`) in pairs, and TeX formulas in `$` */
  readonly title: string;
  readonly authors: readonly CitedName[];
  /** the list of authors was cut off */
  readonly hasMoreAuthors: boolean;
  /** of the book or the proceedings, beside authors */
  readonly editors: readonly CitedName[];
  readonly year: number | null;
  /** the journal, the proceedings, or the book of a chapter */
  readonly container: string | null;
  readonly publisher: string | null;
  readonly volume: string | null;
  /** the issue of a journal, or the number of a report */
  readonly issue: string | null;
  /** "1-20", or an article number */
  readonly pages: string | null;
  readonly issn: string | null;
  readonly isbn: string | null;
  readonly doi: string | null;
  readonly arxiv: string | null;
  readonly pmid: string | null;
  readonly pmcid: string | null;
  readonly url: string | null;
  readonly citationCount: number;
  /** what became of it: "Retracted: 2010-02-06, 10.1016/…" */
  readonly notice: string | null;
  /** null if the format does not have it */
  readonly reading: Reading | null;
}

/** What a reader has of a publication, besides its citation. */
export interface Reading {
  readonly abstract: string | null;
  /** the names of the user's tags */
  readonly tags: readonly string[];
  /** the user's notes in Markdown, the oldest first */
  readonly notes: readonly string[];
}

/** Items that are read and written some at a time. */
export type Batches<Item> = Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>;
/** A file, as its parts become known. */
export type FileParts = AsyncIterable<string | Uint8Array>;

/** An item with the user's cite key. */
export interface KeyedItem extends CitationItem {
  readonly key: string;
}
