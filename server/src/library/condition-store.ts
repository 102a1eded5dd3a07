import { type RawBuilder, sql } from 'kysely';
import type { Moment, Range } from '../search-language/query.ts';
import type { Snapshot } from './paging.ts';
import { type Condition, hasKind, type List, partsOf, type Source, singleScholarOf, TODAY_DAYS } from './predicate.ts';
import { citing } from './reference-store.ts';
import { currentRetraction, joinShowing } from './shown-store.ts';

type Sql = RawBuilder<unknown>;

/**
 * What the SQL of conditions refers to, beside the row `u` with user and publication: the entry, the latest run, and
 * the publication's text.
 */
export interface Names {
  readonly userId: number;
  readonly e: Sql;
  readonly run: Sql;
  /** if the statement reads only these publications, abstracts of others are not read */
  readonly publicationIds?: readonly number[];
  matchesText(query: string): Sql;
}

/** What a statement reads besides the rows of a list. */
interface Needs {
  readonly entry?: boolean;
  readonly publication?: boolean;
}

/** The status of a PDF that lists show, in `pdf_rank` (shown-store.ts). */
const RESOLVED_RANK = 4;

/**
 * The id of the latest run that ended with success or partial_failure; with `withRunning` also of the one in progress,
 * if it has found something.
 */
export function latestRun(userId: number, withRunning = false): Sql {
  return sql`(
    select id from runs where user_id = ${userId} and (status in ('success', 'partial_failure')
      or ${withRunning} and status in ('running', 'resolving') and new_publication_count > 0) order by id desc limit 1)`;
}

const isEntry = (source: Source) => source === 'user_publications' || source === 'read since';

/** The alias of the entry in `rowsOf`. */
export function entryOf(source: Source): Sql {
  return sql.raw(isEntry(source) ? 'u' : 'e');
}

/**
 * The SQL after `from` in a statement that reads one source of a list: the rows `u` that belong to the list, joined
 * with the entry `e` and the publication `p` if these are needed. It ends with the conditions, so a caller may append
 * `and` and another one.
 */
export function rowsOf(userId: number, list: List, source: Source, needs: Needs = {}): Sql {
  const { condition, snapshot = null, hasWords = false } = list;
  const readsEntry = needs.entry || hasKind(condition, 'year', 'citations', 'latest', 'pdf');
  const readsText = hasKind(condition, 'text');
  const entry =
    readsEntry && !isEntry(source)
      ? sql`join user_publications e on e.user_id = u.user_id and e.publication_id = u.publication_id and e.hidden_as is null`
      : sql``;
  const publication =
    needs.publication || (readsText && !hasWords) ? sql`join publications p on p.id = u.publication_id` : sql``;
  const words =
    readsText && hasWords && source !== 'library_words'
      ? sql`join library_words w on w.publication_id = u.publication_id and w.user_id = u.user_id`
      : sql``;
  const names = namesOf(userId, list, source);
  const conditions = [
    sql`u.user_id = ${userId}`,
    ...(isEntry(source) ? [sql`u.hidden_as is null`] : []),
    ...(source === 'read since' && snapshot ? [isReadSince(userId, snapshot)] : []),
    ...(snapshot ? [sql`u.entry_number <= ${snapshot.entry}`] : []),
    ...partsOf(condition)
      .filter(({ kind }) => !IMPLIED[source]?.includes(kind))
      .map((one) => requires(one, source, names)),
  ];
  return sql`${sql.table(isEntry(source) ? 'user_publications' : source)} u ${entry} ${publication} ${words} where ${sql.join(conditions, sql` and `)}`;
}

/** The conditions that all rows of a source satisfy. What was read since a snapshot was unread in it. */
const IMPLIED: { readonly [S in Source]?: readonly Condition['kind'][] } = {
  unread: ['unread'],
  'read since': ['unread'],
  favorites: ['favorite'],
};

/** The names in `rowsOf`. */
export function namesOf(userId: number, list: List, source: Source): Names {
  const { condition, snapshot = null, hasWords = false, withRunning } = list;
  const selection = partsOf(condition).find((one) => one.kind === 'publications');
  return {
    userId,
    e: entryOf(source),
    run: snapshot ? sql`${snapshot.run}` : latestRun(userId, withRunning),
    ...(selection?.kind === 'publications' ? { publicationIds: selection.ids } : {}),
    matchesText(query) {
      if (!hasWords) return sql`p.search_vector @@ ${query}::tsquery`;
      // the word with the user's id leaves out the words of other libraries
      return sql`${sql.raw(source === 'library_words' ? 'u' : 'w')}.words @@ (${`'@${userId}'`}::tsquery && ${query}::tsquery)`;
    },
  };
}

/** Whether an entry `u` was marked as read after a snapshot and is still read. */
function isReadSince(userId: number, { read }: Snapshot): Sql {
  // an array, because the planner underestimates the rows of a subquery
  return sql`u.publication_id = any(array(
      select unnest(publication_ids) from read_batches where user_id = ${userId} and read_number > ${read}))
    and not exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id)`;
}

/**
 * The SQL of a condition that each row must satisfy. A scholar's listings have an index that finds the few entries in a
 * large library.
 */
function requires(condition: Condition, source: Source, names: Names): Sql {
  const scholarId = singleScholarOf(condition);
  if (scholarId === null || source === 'library_words') return satisfies(condition, names);
  return sql`${scholarId} = any(u.scholar_ids) and exists (
    select from scholar_listings w where w.scholar_id = ${scholarId} and w.user_id = ${names.userId} and w.publication_id = u.publication_id)`;
}

/**
 * The SQL of a condition. It may be null where the condition is false, unless `isNegated`, because `not null` is not
 * true.
 */
export function satisfies(condition: Condition, names: Names, isNegated = false): Sql {
  const { e } = names;
  const unlessNull = (value: Sql) => (isNegated ? sql`coalesce(${value}, false)` : value);
  switch (condition.kind) {
    case 'text':
      return sql`(${names.matchesText(condition.words)})`;
    case 'abstract':
      return hasAbstract(condition.words, names);
    case 'has abstract':
      // the limit keeps PostgreSQL from reading the metadata of all libraries into a hash table
      return sql`coalesce((
        select true from publication_metadata d where d.publication_id = u.publication_id and d.abstract is not null limit 1
      ), u.publication_id in (${mergedWithAbstract(sql`true`)}))`;
    case 'note':
      return hasNote(names.userId, sql`n.words @@ ${condition.words}::tsquery`);
    case 'has note':
      return hasNote(names.userId, sql`true`);
    case 'retracted':
      return hasNotice(sql`exists (select from ${currentRetraction(sql`n.doi`)} s)`);
    case 'has notice':
      return hasNotice(sql`true`);
    case 'preprint':
    case 'published':
      return sql`exists (select from publications d where d.id = u.publication_id and d.stage = ${condition.kind})`;
    case 'now-published':
      return sql`u.publication_id in (
        select d.id from published_preprints t join publications m on m.id = t.publication_id join publications d on d.id = m.canonical_id and d.stage = 'published'
        where t.user_id = ${names.userId} and t.published_at >= ${timeOf({ startOfDayAgo: TODAY_DAYS })})`;
    case 'cites':
      return sql`u.publication_id in (${citing(names.userId, condition.publication)})`;
    case 'publications':
      return sql`u.publication_id = any(${condition.ids}::bigint[])`;
    case 'scholars':
      return sql`u.scholar_ids && ${condition.ids}::bigint[]`;
    case 'tags':
      return sql`u.publication_id in (
        select k.publication_id from publication_tags k where k.user_id = ${names.userId} and k.tag_id = any(${condition.ids}::bigint[]))`;
    case 'year':
    case 'citations': {
      const value = sql`${e}.${sql.raw(condition.kind)}`;
      // an unknown year is not in a range, and is in its negation
      return unlessNull(within(condition, (end) => [sql`${value} >= ${end}`, sql`${value} <= ${end}`]));
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
      return unlessNull(sql`${e}.first_seen_run_id = ${names.run}`);
    case 'pdf':
      return sql`${e}.pdf_rank = ${sql.lit(RESOLVED_RANK)}`;
    case 'doi':
      return sql`exists (select from publications d where d.id = u.publication_id and d.doi is not null)`;
    case 'nothing':
      return sql`false`;
    case 'not':
      return sql`not ${satisfies(condition.of, names, true)}`;
    default:
      return sql`(${sql.join(
        condition.of.map((one) => satisfies(one, names, isNegated)),
        sql.raw(` ${condition.kind} `),
      )})`;
  }
}

/**
 * Whether an abstract of the publication, or of one merged into it, has these words. PostgreSQL cannot estimate how
 * many have, so `is true` makes it read them once into a hash table, instead of joining them.
 */
function hasAbstract(words: string, { publicationIds }: Names): Sql {
  const isWanted = sql`abstract_words(d.abstract) @@ ${words}::tsquery`;
  const isAmong = (id: Sql) => (publicationIds ? sql`${id} = any(${publicationIds}::bigint[])` : sql`true`);
  return sql`((u.publication_id in (
    select d.publication_id from publication_metadata d
    where d.abstract is not null and ${isWanted} and ${isAmong(sql`d.publication_id`)}
    union all
    ${mergedWithAbstract(sql`${isWanted} and ${isAmong(sql`m.canonical_id`)}`)})) is true)`;
}

/** The canonical publications of those that were merged into another one and have an abstract `d` like this (view shown_members). */
function mergedWithAbstract(isWanted: Sql): Sql {
  return sql`
    select m.canonical_id from publications m join publications c on c.id = m.canonical_id join publication_metadata d on d.publication_id = m.id
    where m.merged_into is not null and m.owner_user_id is not distinct from c.owner_user_id and d.abstract is not null and ${isWanted}`;
}

/** Whether the user has a note `n` like this on the publication, or on one merged into it. */
function hasNote(userId: number, isWanted: Sql): Sql {
  return sql`u.publication_id in (
    select m.canonical_id from notes n join publications m on m.id = n.publication_id where n.user_id = ${userId} and ${isWanted})`;
}

/** Whether there is a notice `n` like this about the DOI that the publication shows. */
function hasNotice(isWanted: Sql): Sql {
  return sql`u.publication_id in (
    select p.id from notices n ${joinShowing(sql`n.doi`)} where ${isWanted})`;
}

/** A range; `compare` gives the comparisons with its beginning and its end. */
function within<T>({ from, to }: Range<T>, compare: (end: T) => [Sql, Sql]): Sql {
  const ends = [from === null ? null : compare(from)[0], to === null ? null : compare(to)[1]];
  return sql`(${sql.join(
    ends.filter((end) => end !== null),
    sql` and `,
  )})`;
}

/** Days begin in the database's time zone, so that all pages of a list agree. */
function timeOf(moment: Moment | { readonly startOfDayAgo: number }): Sql {
  if ('startOfDayAgo' in moment)
    return sql`date_trunc('day', now()) - make_interval(days => ${sql.lit(moment.startOfDayAgo)})`;
  if ('day' in moment) return sql`${moment.day}::date::timestamptz`;
  return sql`now() - ${`${moment.ago} ${moment.unit}`}::interval`;
}
