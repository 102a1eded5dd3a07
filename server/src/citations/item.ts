/**
 * The kinds of publications, in the words of CSL
 * (https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types).
 */
export const KINDS = [
  'article-journal',
  'paper-conference',
  'chapter',
  'book',
  'thesis',
  'report',
  'patent',
  'dataset',
  'software',
  /** a preprint */
  'article',
  /** anything else */
  'document',
] as const;
export type Kind = (typeof KINDS)[number];

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
 * The note of formats that cannot say otherwise that a list of authors was cut off. Zotero would make a person of "et
 * al.".
 */
const INCOMPLETE_AUTHORS = 'The list of authors is incomplete.';

/** The note of formats that have one for everything. */
export function noteOf({ notice, hasMoreAuthors }: CitationItem): string | null {
  return [notice, hasMoreAuthors ? INCOMPLETE_AUTHORS : null].filter(Boolean).join('. ') || null;
}

/** A publication as all formats of citations write it. Null: unknown. */
export interface CitationItem {
  readonly kind: Kind;
  /** one line; may have the inline markup of CSL (`<i>`, `<b>`, `<sub>`, `<sup>`) in pairs, and TeX formulas in `$` */
  readonly title: string;
  readonly authors: readonly CitedName[];
  /** the list of authors was cut off */
  readonly hasMoreAuthors: boolean;
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
  readonly doi: string | null;
  readonly arxiv: string | null;
  readonly pmid: string | null;
  readonly pmcid: string | null;
  readonly url: string | null;
  readonly citationCount: number;
  /** what became of it: "Retracted: 2010-02-06, 10.1016/…" */
  readonly notice: string | null;
}

/** An item with the user's cite key. */
export interface KeyedItem extends CitationItem {
  readonly key: string;
}
