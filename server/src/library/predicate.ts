import type { Moment, Range } from '../search-language/query.ts';
import type { Snapshot } from './paging.ts';

/**
 * What a list requires of an entry, with tsqueries and ids instead of words and names. Make lists and negations with
 * `allOf`, `anyOf` and `notOf`.
 */
export type Condition =
  /** in the publication's text */
  | { readonly kind: 'text'; readonly words: string }
  | { readonly kind: 'abstract' | 'note'; readonly words: string }
  | { readonly kind: 'publications' | 'scholars' | 'tags'; readonly ids: readonly number[] }
  /** the id of a publication, or a DOI */
  | { readonly kind: 'cites'; readonly publication: number | string }
  | ({ readonly kind: 'year' | 'citations' } & Range<number>)
  | ({ readonly kind: 'seen' } & Range<Moment | { readonly startOfDayAgo: number }>)
  | {
      readonly kind:
        | 'unread'
        | 'favorite'
        | 'latest'
        | 'pdf'
        | 'doi'
        | 'has abstract'
        | 'has note'
        | 'retracted'
        | 'preprint'
        | 'published'
        | 'now-published'
        | 'has notice'
        | 'nothing';
    }
  | { readonly kind: 'not'; readonly of: Condition }
  | ConditionList;

export interface ConditionList {
  readonly kind: 'and' | 'or';
  readonly of: readonly Condition[];
}

/** Visible entries of a library. */
export interface List {
  readonly condition: Condition;
  /** null: the library as it is now */
  readonly snapshot?: Snapshot | null;
  /** if the list is of unread entries and has a snapshot: include what was read after the snapshot, for a day */
  readonly keepRead?: boolean;
  /** a run in progress that has found something counts as the latest */
  readonly withRunning?: boolean;
  /** search in the library's own words instead of the texts of publications */
  readonly hasWords?: boolean;
}

/**
 * All of these, in the form that `sourcesOf` and `keptCountOf` recognize: one flat list, with at most one condition
 * about the text.
 */
export function allOf(...conditions: readonly Condition[]): Condition {
  return combine('and', conditions);
}

/** At least one of these. */
export function anyOf(...conditions: readonly Condition[]): Condition {
  return combine('or', conditions);
}

export function notOf(of: Condition): Condition {
  return of.kind === 'text' ? { kind: 'text', words: `!${inParentheses(of.words)}` } : { kind: 'not', of };
}

/** The conditions that `allOf` combined. */
export function partsOf(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.of : [condition];
}

function combine(kind: 'and' | 'or', conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((one) => (isListOf(kind, one) ? one.of : [one]));
  const texts = flat.flatMap((one) => (one.kind === 'text' ? [one.words] : []));
  const others = flat.filter((one) => one.kind !== 'text');
  const of = [
    ...(texts.length === 0 ? [] : [{ kind: 'text', words: joinQueries(kind, texts) } as const]),
    // without repetitions
    ...new Map(others.map((one) => [JSON.stringify(one), one])).values(),
  ];
  const [only] = of;
  return only && of.length === 1 ? only : { kind, of };
}

function isListOf(kind: 'and' | 'or', condition: Condition): condition is ConditionList {
  return condition.kind === kind;
}

function joinQueries(kind: 'and' | 'or', queries: readonly string[]): string {
  const each = [...new Set(queries)];
  return each.length === 1 ? each.join() : each.map(inParentheses).join(kind === 'and' ? ' & ' : ' | ');
}

function inParentheses(query: string): string {
  return query.includes(' ') ? `(${query})` : query;
}

/** Every entry. */
export const EVERYTHING = allOf();
export const UNREAD: Condition = { kind: 'unread' };

/** First seen today or on one of so many days before. */
export function seenWithin(days: number): Condition {
  return { kind: 'seen', from: { startOfDayAgo: days }, to: null };
}

/** What Today shows is of the last two weeks, so that somebody who was away for a week misses nothing. */
export const TODAY_DAYS = 14;
/** Today's reading. */
export const TODAY = allOf(UNREAD, seenWithin(TODAY_DAYS));
/** The user had a preprint that was published in the days of Today. */
export const NOW_PUBLISHED: Condition = { kind: 'now-published' };

/** Whether the condition, or a part of it, is of one of these kinds. */
export function hasKind(condition: Condition, ...kinds: readonly Condition['kind'][]): boolean {
  if (kinds.includes(condition.kind)) return true;
  if (condition.kind === 'not') return hasKind(condition.of, ...kinds);
  return 'of' in condition && condition.of.some((one) => hasKind(one, ...kinds));
}

/** Whether the condition leaves out what has a tag, a scholar or a citation that there is not, so leaves out nothing. */
export function excludesUnknown(condition: Condition): boolean {
  if (condition.kind === 'not') return hasKind(condition.of, 'nothing');
  return 'of' in condition && condition.of.some(excludesUnknown);
}

/**
 * The rows that a list is read from: entries, marks, or the words of a large library. Each has an index in the default
 * order; the index of the words has the scholars, too.
 */
export type Source = 'user_publications' | 'library_words' | 'unread' | 'favorites' | 'read since';

/**
 * The sources of a list, which have no rows in common. Marks come first, because a user has fewer of them than entries.
 */
export function sourcesOf({ condition, snapshot = null, keepRead = false, hasWords = false }: List): Source[] {
  const parts = partsOf(condition);
  const requires = (kind: Condition['kind']) => parts.some((one) => one.kind === kind);
  if (requires('unread')) return keepRead && snapshot ? ['unread', 'read since'] : ['unread'];
  if (requires('favorite')) return ['favorites'];
  return [hasWords && parts.some(isInWords) ? 'library_words' : 'user_publications'];
}

/** Whether a condition is only about what `library_words` has: words of the text, and scholars. */
function isInWords(condition: Condition): boolean {
  const isOfWords = (one: Condition): boolean => {
    if (one.kind === 'not') return isOfWords(one.of);
    return one.kind === 'and' || one.kind === 'or' ? one.of.every(isOfWords) : ['text', 'scholars'].includes(one.kind);
  };
  return hasKind(condition, 'text') && isOfWords(condition);
}

/** A number that the library or a scholar keeps, so that the list need not be counted. */
export type KeptCount = 'all' | 'unread' | 'favorite' | { readonly scholarId: number; readonly isUnread: boolean };

/** Which kept number counts the entries that satisfy a condition; null: none. */
export function keptCountOf(condition: Condition): KeptCount | null {
  const parts = partsOf(condition);
  const isUnread = parts.some(({ kind }) => kind === 'unread');
  const [only = null, ...more] = parts.filter(({ kind }) => kind !== 'unread');
  if (more.length > 0) return null;
  if (only === null) return isUnread ? 'unread' : 'all';
  const scholarId = singleScholarOf(only);
  if (scholarId !== null) return { scholarId, isUnread };
  return only.kind === 'favorite' && !isUnread ? 'favorite' : null;
}

/** The scholar that a condition names; null if it names several, or is of another kind. */
export function singleScholarOf(condition: Condition): number | null {
  const [id = null, ...more] = condition.kind === 'scholars' ? condition.ids : [];
  return more.length === 0 ? id : null;
}
