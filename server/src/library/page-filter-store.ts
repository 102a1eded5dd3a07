import { sql } from 'kysely';
import { type Condition, hasKind, satisfies } from './condition-store.ts';
import type { Snapshot } from './snapshot.ts';

/** Today's reading is what is unread of the last two weeks, so that somebody who was away for a week misses nothing. */
export const TODAY_DAYS = 14;

/** Selects visible entries of a library. */
export interface Filter {
  readonly unread?: boolean;
  /** with `unread` and a snapshot: include what was read after the snapshot, for a day */
  readonly keepRead?: boolean;
  readonly favorite?: boolean;
  /** only what was first seen on the last so many days, today included */
  readonly seenWithinDays?: number | null;
  /** only what the latest completed run saw first; with a snapshot, the latest run of the snapshot */
  readonly latest?: boolean;
  /** a run in progress that has found something counts as the latest */
  readonly withRunning?: boolean;
  readonly scholarId?: number | null;
  readonly publicationId?: number;
  /** only these; null: all */
  readonly publicationIds?: readonly number[] | null;
  /** a tsquery */
  readonly words?: string | null;
  /** tsqueries, each matched by the text or by one of these scholars */
  readonly named?: readonly { readonly word: string; readonly scholarIds: readonly number[] }[];
  /** what else a search requires */
  readonly conditions?: readonly Condition[];
  /** search in the library's own words instead of the texts of publications */
  readonly hasWords?: boolean;
  /** the range of years, inclusive; either end leaves out publications without a year */
  readonly yearFrom?: number | null;
  readonly yearTo?: number | null;
  /** null: the library as it is now */
  readonly snapshot?: Snapshot | null;
}

/** The id of the latest run that ended with success or partial_failure; with `withRunning` also of the one in progress, if it has found something. */
export function latestRun(userId: number, { withRunning = false }: Filter) {
  return sql`(
    select id from runs where user_id = ${userId} and (status in ('success', 'partial_failure')
      or ${withRunning} and status in ('running', 'resolving') and new_publication_count > 0) order by id desc limit 1)`;
}

/** Whether a row `u` was first seen on the last so many days. Days begin in the database's time zone, so that all pages of a list agree. */
export function isSeenWithin(days: number) {
  return sql`u.first_seen_at >= date_trunc('day', now()) - make_interval(days => ${sql.lit(days)})`;
}

/** Whether an entry `u` was marked as read after a snapshot and is still read. */
function isReadSince(userId: number, { read }: Snapshot) {
  // an array instead of a subquery, because the planner underestimates the rows of the subquery
  return sql`u.publication_id = any(array(
      select unnest(publication_ids) from read_batches where user_id = ${userId} and read_number > ${read}))
    and not exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id)`;
}

/** The rows that a list is read from: entries, marks or words. Entries and marks have an index in the default order. */
type Source = 'user_publications' | 'library_words' | 'unread' | 'favorites' | 'read since';

/** The sources of a list. They have no rows in common. */
export function sourcesOf(filter: Filter): Source[] {
  if (filter.unread) return filter.keepRead && filter.snapshot ? ['unread', 'read since'] : ['unread'];
  if (filter.favorite) return ['favorites'];
  return isSearch(filter) && filter.hasWords ? ['library_words'] : ['user_publications'];
}

function isSearch({ words = null, named = [] }: Filter): boolean {
  return words !== null || named.length > 0;
}

const isEntry = (source: Source) => source === 'user_publications' || source === 'read since';

/** The alias of the entry in `tables`. */
export function entryOf(source: Source) {
  return sql.raw(isEntry(source) ? 'u' : 'e');
}

/** What a list reads besides its source. */
interface Needs {
  readonly entry: boolean;
  readonly publication: boolean;
  readonly words: boolean;
}

/** The rows `u` of a source, joined with the entry `e`, the publication `p` and the words `w` if they are needed. */
export function tables(source: Source, needs: Needs) {
  const entry =
    needs.entry && !isEntry(source)
      ? sql`join user_publications e on e.user_id = u.user_id and e.publication_id = u.publication_id and e.hidden_as is null`
      : sql``;
  const publication = needs.publication ? sql`join publications p on p.id = u.publication_id` : sql``;
  const words =
    needs.words && source !== 'library_words'
      ? sql`join library_words w on w.publication_id = u.publication_id and w.user_id = u.user_id`
      : sql``;
  return sql`${sql.table(isEntry(source) ? 'user_publications' : source)} u ${entry} ${publication} ${words}`;
}

/** Whether the text of a row matches a tsquery. The word with the user's id leaves out the words of other libraries. */
function matchesText(userId: number, { hasWords }: Filter, source: Source, query: string) {
  if (!hasWords) return sql`p.search_vector @@ ${query}::tsquery`;
  const words = sql.raw(source === 'library_words' ? 'u.words' : 'w.words');
  return sql`${words} @@ (${`'@${userId}'`}::tsquery && ${query}::tsquery)`;
}

/** The conditions for rows of a source that a filter selects. */
export function matching(userId: number, filter: Filter, source: Source) {
  const { snapshot = null, scholarId = null, words = null, named = [], yearFrom = null, yearTo = null } = filter;
  const { seenWithinDays = null, publicationIds = null } = filter;
  const e = entryOf(source);
  const conditions = [sql`u.user_id = ${userId}`];
  if (isEntry(source)) conditions.push(sql`u.hidden_as is null`);
  if (source === 'read since' && snapshot) conditions.push(isReadSince(userId, snapshot));
  if (filter.publicationId !== undefined) conditions.push(sql`u.publication_id = ${filter.publicationId}`);
  if (publicationIds !== null) conditions.push(sql`u.publication_id = any(${publicationIds}::bigint[])`);
  if (filter.unread && filter.favorite)
    conditions.push(
      sql`exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id)`,
    );
  const run = snapshot ? sql`${snapshot.run}` : latestRun(userId, filter);
  if (filter.latest) conditions.push(sql`${e}.first_seen_run_id = ${run}`);
  if (snapshot) conditions.push(sql`u.entry_number <= ${snapshot.entry}`);
  if (words !== null) conditions.push(matchesText(userId, filter, source, words));
  for (const { word, scholarIds } of named)
    conditions.push(sql`(${matchesText(userId, filter, source, word)} or u.scholar_ids && ${scholarIds}::bigint[])`);
  const names = { userId, e, run, matchesText: (query: string) => matchesText(userId, filter, source, query) };
  for (const condition of filter.conditions ?? []) conditions.push(satisfies(condition, names));
  if (seenWithinDays !== null) conditions.push(isSeenWithin(seenWithinDays));
  if (yearFrom !== null) conditions.push(sql`${e}.year >= ${yearFrom}`);
  if (yearTo !== null) conditions.push(sql`${e}.year <= ${yearTo}`);
  if (scholarId !== null) {
    // the index on listings finds the few entries in a large library
    conditions.push(sql`${scholarId} = any(u.scholar_ids) and exists (
      select from scholar_listings w where w.scholar_id = ${scholarId} and w.user_id = ${userId} and w.publication_id = u.publication_id)`);
  }
  return sql.join(conditions, sql` and `);
}

/** Which tables a filter needs besides its source. */
export function needsOf(filter: Filter): Needs {
  const { yearFrom = null, yearTo = null, latest = false, hasWords = false, conditions = [] } = filter;
  const readsText = isSearch(filter) || hasKind(conditions, 'text', 'named');
  return {
    entry: latest || yearFrom !== null || yearTo !== null || hasKind(conditions, 'year', 'citations', 'latest', 'pdf'),
    publication: readsText && !hasWords,
    words: readsText && hasWords,
  };
}

/** The number of rows. Unfiltered lists use the counts of the library, minus the few entries after the snapshot. Other lists are counted. */
export function totalCount(userId: number, filter: Filter) {
  const { unread = false, favorite = false, scholarId = null, publicationId, snapshot = null } = filter;
  const needs = needsOf(filter);
  const isSelection = publicationId !== undefined || (filter.publicationIds ?? null) !== null;
  const isWhole =
    !needs.entry &&
    !isSearch(filter) &&
    (filter.conditions ?? []).length === 0 &&
    !isSelection &&
    (filter.seenWithinDays ?? null) === null;
  const plain = isWhole && scholarId === null;
  const later = (more: ReturnType<typeof sql>) => sql`(
    select count(*) from user_publications k
    where k.user_id = ${userId} and k.entry_number > ${snapshot?.entry ?? 0} and k.hidden_as is null ${more})`;
  if (plain && !unread && !favorite) return snapshot ? sql`l.entry_count - ${later(sql``)}` : sql`l.entry_count`;
  if (plain && snapshot && unread && !favorite) {
    // the current count without the entries after the snapshot
    const stillUnread = sql`l.unread_count - ${later(
      sql`and exists (select from unread r where r.user_id = k.user_id and r.publication_id = k.publication_id)`,
    )}`;
    if (!filter.keepRead) return stillUnread;
    return sql`${stillUnread} + ${countOf(userId, filter, 'read since')}`;
  }
  if (plain && !snapshot && unread !== favorite) return unread ? sql`l.unread_count` : sql`l.favorite_count`;
  if (isWhole && scholarId !== null && !snapshot && !favorite)
    return sql`(select ${sql.raw(unread ? 'unread_count' : 'publication_count')} from scholar_counts where scholar_id = ${scholarId})`;
  return sql.join(
    sourcesOf(filter).map((source) => countOf(userId, filter, source)),
    sql` + `,
  );
}

function countOf(userId: number, filter: Filter, source: Source) {
  return sql`(select count(*) from ${tables(source, needsOf(filter))} where ${matching(userId, filter, source)})`;
}

/** The unread publications that a filter selects. */
export function unreadIds(userId: number, filter: Filter) {
  const unread = { ...filter, unread: true, keepRead: false };
  return sql`select u.publication_id from ${tables('unread', needsOf(unread))} where ${matching(userId, unread, 'unread')}`;
}
