import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import { PLANNED_EACH_TIME } from '../platform/database/pools.ts';
import { listNewest } from './candidate-store.ts';
import { rowsOf } from './condition-store.ts';
import { allOf, type Condition, hasKind, keptCountOf, type List, type Source, sourcesOf, UNREAD } from './predicate.ts';

type Sql = RawBuilder<unknown>;

/** How many of the newest unread publications are searched for the words of abstracts before all are. */
const NEWEST = 5000;

/**
 * The number of entries of a list, in a statement that reads the library `l`. Uses a number that the library keeps if
 * there is one, and subtracts the few entries after the snapshot. Counts other lists.
 */
export function totalCount(userId: number, list: List): Sql {
  const { condition, snapshot = null, keepRead = false } = list;
  const kept = keptCountOf(condition);
  const later = (more: Sql) => sql`(
    select count(*) from user_publications k
    where k.user_id = ${userId} and k.entry_number > ${snapshot?.entry ?? 0} and k.hidden_as is null ${more})`;
  if (kept === 'all') return snapshot ? sql`l.entry_count - ${later(sql``)}` : sql`l.entry_count`;
  if (kept === 'unread') {
    if (!snapshot) return sql`l.unread_count`;
    // the current count without the entries after the snapshot
    const stillUnread = sql`l.unread_count - ${later(
      sql`and exists (select from unread r where r.user_id = k.user_id and r.publication_id = k.publication_id)`,
    )}`;
    return keepRead ? sql`${stillUnread} + ${countOf(userId, list, 'read since')}` : stillUnread;
  }
  if (kept === 'favorite' && !snapshot) return sql`l.favorite_count`;
  if (kept !== null && typeof kept === 'object' && !snapshot)
    return sql`(select ${sql.raw(kept.isUnread ? 'unread_count' : 'publication_count')} from scholar_counts where scholar_id = ${kept.scholarId})`;
  return sql.join(
    sourcesOf(list).map((source) => countOf(userId, list, source)),
    sql` + `,
  );
}

function countOf(userId: number, list: List, source: Source): Sql {
  return sql`(select count(*) from ${rowsOf(userId, list, source)})`;
}

/**
 * How many unread publications each list has, counted up to `max`, in one statement. A word that most abstracts have
 * is found in those of all libraries, so only the abstracts of the newest unread publications are read at first. They
 * are all that a list has, or mostly enough for `max`.
 */
export async function countUnread(db: Queries, userId: number, lists: readonly List[], max: number): Promise<number[]> {
  if (lists.length === 0) return [];
  const countUpTo =
    (...conditions: Condition[]) =>
    (list: List) => {
      const unread = { ...list, condition: allOf(list.condition, UNREAD, ...conditions) };
      return sql`(select count(*) from (select from ${rowsOf(userId, unread, 'unread')} limit ${sql.lit(max)}) k)`;
    };
  const readsAbstracts = ({ condition }: List) => hasKind(condition, 'abstract');
  const newest = lists.some(readsAbstracts) ? await listNewest(db, userId, { condition: UNREAD }, NEWEST) : [];
  const ofAll = countUpTo();
  const ofNewest = countUpTo({ kind: 'publications', ids: newest.map(({ id }) => id) });
  const counts = lists.map((list) => {
    if (!readsAbstracts(list)) return ofAll(list);
    if (newest.length < NEWEST) return ofNewest(list);
    return sql`case when ${ofNewest(list)} = ${sql.lit(max)} then ${sql.lit(max)} else ${ofAll(list)} end`;
  });
  const { rows } = await sql<{
    counts: number[];
  }>`${PLANNED_EACH_TIME} select json_build_array(${sql.join(counts)}) as counts`.execute(db);
  return one(rows, 'the unread counts').counts;
}
