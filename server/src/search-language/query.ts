/**
 * The fields of the search language, in the order in which they are offered. Any other word before a colon is plain
 * text.
 */
export const FIELDS = [
  'author',
  'title',
  'venue',
  'abstract',
  'note',
  'scholar',
  'tag',
  'year',
  'cited',
  'cites',
  'added',
  'is',
  'has',
] as const;
export type Field = (typeof FIELDS)[number];

export const STATES = [
  'unread',
  'read',
  'favorite',
  'new',
  'retracted',
  'preprint',
  'published',
  'now-published',
] as const;
export const PARTS = ['pdf', 'doi', 'abstract', 'note', 'notice'] as const;

/** A place in the text, in UTF-16 code units. */
export interface Span {
  readonly position: number;
  readonly length: number;
}

/** An inclusive range. An open end is null. */
export interface Range<T> {
  readonly from: T | null;
  readonly to: T | null;
}

/** A time: a duration before now, or the start of a day. */
export type Moment =
  | { readonly ago: number; readonly unit: 'day' | 'week' | 'month' | 'year' }
  | { readonly day: string };

/** What a publication must have. */
export type Term =
  /**
   * words of title, authors, venue or a scholar's name, each a beginning of a word or, as a phrase, whole words in this
   * order
   */
  | { readonly kind: 'text'; readonly text: string; readonly isPhrase: boolean }
  | {
      readonly kind: 'author' | 'title' | 'venue' | 'abstract' | 'note' | 'scholar' | 'tag';
      readonly text: string;
      readonly isPhrase: boolean;
    }
  | ({ readonly kind: 'year' | 'cited' } & Range<number>)
  /** the id of a publication, or the text of a DOI */
  | { readonly kind: 'cites'; readonly publication: number | string }
  /** first seen at or after `from`, and before `to` */
  | ({ readonly kind: 'added' } & Range<Moment>)
  | { readonly kind: 'is'; readonly state: (typeof STATES)[number] }
  | { readonly kind: 'has'; readonly part: (typeof PARTS)[number] };

export interface QueryList {
  readonly kind: 'and' | 'or';
  readonly of: readonly Query[];
}

export type Query = Term | QueryList | { readonly kind: 'not'; readonly of: Query };

/** A mistake in a search, and what could replace the text of its span. */
export interface Mistake extends Span {
  readonly message: string;
  readonly suggestion: string | null;
}

/** A recognized part of a search: a field with its value, or a phrase. */
export interface Part extends Span {
  readonly isNegated: boolean;
}

/**
 * A value as it is written after the name of a field: in quotation marks unless it is one word. No value can have
 * quotation marks in it.
 */
export function quoteValue(value: string): string {
  return /^[\p{L}\p{N}]+$/u.test(value) ? value : `"${value.replaceAll(/["“”„]/g, ' ').trim()}"`;
}
