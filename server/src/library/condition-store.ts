import { type RawBuilder, sql } from 'kysely';
import type { Moment, Range } from '../search-language/query.ts';

type Sql = RawBuilder<unknown>;

/** What a search requires of an entry, with tsqueries and ids instead of words and names. */
export type Condition =
  /** in the publication's text */
  | { readonly kind: 'text'; readonly words: string }
  /** in the publication's text, or in the name of one of these scholars */
  | { readonly kind: 'named'; readonly words: string; readonly scholarIds: readonly number[] }
  | { readonly kind: 'abstract' | 'note'; readonly words: string }
  | { readonly kind: 'scholars' | 'tags'; readonly ids: readonly number[] }
  | ({ readonly kind: 'year' | 'citations' } & Range<number>)
  | ({ readonly kind: 'seen' } & Range<Moment>)
  | { readonly kind: 'unread' | 'favorite' | 'latest' | 'pdf' | 'doi' | 'has abstract' | 'has note' | 'nothing' }
  | { readonly kind: 'not'; readonly of: Condition }
  | ConditionList;

export interface ConditionList {
  readonly kind: 'and' | 'or';
  readonly of: readonly Condition[];
}

/** How a statement of a user names what conditions read: the row `u` with the user and publication, its entry, its text and the latest run. */
export interface Names {
  readonly userId: number;
  readonly e: Sql;
  readonly run: Sql;
  /** if the statement reads only these publications, abstracts of others are not read */
  readonly publicationIds?: readonly number[];
  matchesText(query: string): Sql;
}

/** The status of a PDF that lists show, in `pdf_rank` (shown-pdf-store.ts). */
const RESOLVED_RANK = 4;

/** The SQL of a condition. */
export function satisfies(condition: Condition, names: Names): Sql {
  const { e } = names;
  switch (condition.kind) {
    case 'text':
      return sql`(${names.matchesText(condition.words)})`;
    case 'named':
      return sql`(${names.matchesText(condition.words)} or u.scholar_ids && ${condition.scholarIds}::bigint[])`;
    case 'abstract':
      return hasAbstract(
        sql`d.abstract is not null and abstract_words(d.abstract) @@ ${condition.words}::tsquery`,
        names,
      );
    case 'has abstract':
      return hasAbstract(sql`d.abstract is not null`, names);
    case 'note':
      return hasNote(names.userId, sql`n.words @@ ${condition.words}::tsquery`);
    case 'has note':
      return hasNote(names.userId, sql`true`);
    case 'scholars':
      return sql`u.scholar_ids && ${condition.ids}::bigint[]`;
    case 'tags':
      return sql`u.publication_id in (
        select k.publication_id from publication_tags k where k.user_id = ${names.userId} and k.tag_id = any(${condition.ids}::bigint[]))`;
    case 'year':
    case 'citations': {
      const value = sql`${e}.${sql.raw(condition.kind)}`;
      // an unknown year is not in a range, and is in its negation
      return sql`coalesce(${within(condition, (end) => [sql`${value} >= ${end}`, sql`${value} <= ${end}`])}, false)`;
    }
    case 'seen':
      return within(condition, (end) => [
        sql`u.first_seen_at >= ${timeOf(end)}`,
        sql`u.first_seen_at < ${timeOf(end)}`,
      ]);
    case 'unread':
      return sql`exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id)`;
    case 'favorite':
      return sql`exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id)`;
    case 'latest':
      return sql`coalesce(${e}.first_seen_run_id = ${names.run}, false)`;
    case 'pdf':
      return sql`${e}.pdf_rank = ${sql.lit(RESOLVED_RANK)}`;
    case 'doi':
      return sql`exists (select from publications d where d.id = u.publication_id and d.doi is not null)`;
    case 'nothing':
      return sql`false`;
    case 'not':
      return sql`not ${satisfies(condition.of, names)}`;
    default:
      return sql`(${sql.join(
        condition.of.map((one) => satisfies(one, names)),
        sql.raw(` ${condition.kind} `),
      )})`;
  }
}

/**
 * Whether the publication or one merged into it (view shown_members) has metadata `d` like this. PostgreSQL cannot estimate how many have, so `is true`
 * makes it read them once into a hash table, instead of joining them.
 */
function hasAbstract(isWanted: Sql, { publicationIds }: Names): Sql {
  const isAmong = (id: Sql) => (publicationIds ? sql`${id} = any(${publicationIds}::bigint[])` : sql`true`);
  return sql`((u.publication_id in (
    select d.publication_id from publication_metadata d where ${isWanted} and ${isAmong(sql`d.publication_id`)}
    union all
    select m.canonical_id from publications m join publications c on c.id = m.canonical_id join publication_metadata d on d.publication_id = m.id
    where m.merged_into is not null and m.owner_user_id is not distinct from c.owner_user_id and ${isWanted}
      and ${isAmong(sql`m.canonical_id`)})) is true)`;
}

/** Whether the user has a note `n` like this on the publication, or on one merged into it. */
function hasNote(userId: number, isWanted: Sql): Sql {
  return sql`u.publication_id in (
    select m.canonical_id from notes n join publications m on m.id = n.publication_id where n.user_id = ${userId} and ${isWanted})`;
}

/** A range; `compare` gives the comparisons with its beginning and its end. */
function within<T>({ from, to }: Range<T>, compare: (end: T) => [Sql, Sql]): Sql {
  const ends = [from === null ? null : compare(from)[0], to === null ? null : compare(to)[1]];
  return sql`(${sql.join(
    ends.filter((end) => end !== null),
    sql` and `,
  )})`;
}

/** Days begin in the database's time zone, as in `isSeenWithin`. */
function timeOf(moment: Moment): Sql {
  if ('day' in moment) return sql`${moment.day}::date::timestamptz`;
  return sql`now() - ${`${moment.ago} ${moment.unit}`}::interval`;
}

/** Whether one of the conditions, or a part of one, is of one of these kinds. */
export function hasKind(conditions: readonly Condition[], ...kinds: Condition['kind'][]): boolean {
  return conditions.some((one) => {
    if (kinds.includes(one.kind)) return true;
    return 'of' in one && hasKind(one.kind === 'not' ? [one.of] : one.of, ...kinds);
  });
}
