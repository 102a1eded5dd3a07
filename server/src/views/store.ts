import { sql } from 'kysely';
import { latestRun } from '../library/condition-store.ts';
import type { OwnName } from '../library/own-name.ts';
import type { KeptKind } from '../library/owned-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { MAX_NAME_LENGTH, MAX_VIEWS, type UnreadCount, type View } from './contract.ts';

export const VIEWS: KeptKind<View> = {
  ...{ noun: 'view', table: 'stored_views', maxCount: MAX_VIEWS, maxNameLength: MAX_NAME_LENGTH },
  list: listViews,
};

/** What a view shows, with its name. */
export type NewView = OwnName & Pick<View, 'parameters' | 'layout'>;

/** The user's views in their order. */
export async function listViews(db: Queries, userId: number): Promise<View[]> {
  const { rows } = await sql<View>`
    select id, name, parameters, layout, row_number() over (order by place, id) as position
    from saved_views where user_id = ${userId} order by position`.execute(db);
  return rows;
}

/** The id of the user's scholar with a profile; undefined if the user tracks none. */
export async function findScholar(db: Queries, userId: number, { source, id }: AuthorId): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.scholar_id as id from scholar_profiles c join profiles p on p.id = c.profile_id
    where c.user_id = ${userId} and p.source = ${source} and p.source_id = ${id}`.execute(db);
  return rows[0]?.id;
}

/** Adds a view after the others, and returns its id. The caller has locked the library and checked name and limit. */
export async function insertView(tx: Tx, userId: number, { name, key, parameters, layout }: NewView): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into stored_views (user_id, name, name_key, parameters, layout, place)
    select ${userId}, ${name}, ${key}, ${JSON.stringify(parameters)}, ${layout}, coalesce(max(place), 0) + 1 from saved_views where user_id = ${userId}
    returning id`.execute(tx);
  return one(rows, 'the new view').id;
}

export async function updateView(tx: Tx, id: number, { name, key, parameters, layout }: NewView): Promise<void> {
  await sql`
    update stored_views set name = ${name}, name_key = ${key}, parameters = ${JSON.stringify(parameters)}, layout = ${layout}
    where id = ${id}`.execute(tx);
}

/** Gives views their places in the order of their ids. */
export async function orderViews(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update stored_views v set place = o.place from unnest(${ids}::bigint[]) with ordinality as o (id, place)
    where v.user_id = ${userId} and v.id = o.id`.execute(tx);
}

/** Some changes do not change the library's row: the passage of time, and what is found out about publications. */
const KEPT_FOR = sql.lit('5 minutes');

/**
 * The version of a library, and the counts that were kept of this version; null if there are none. Each transaction
 * that locks the library changes the version. The end of a run changes it, too, because views may search for `is:new`.
 */
export async function readKeptCounts(
  db: Queries,
  userId: number,
): Promise<{ version: string; kept: UnreadCount[] | null }> {
  const { rows } = await sql<{ version: string; kept: UnreadCount[] | null }>`
    select v.version, c.counts as kept
    from (select user_id, concat_ws(' ', xmin, ${latestRun(userId)}) as version from libraries where user_id = ${userId}) v
    left join view_counts c on c.user_id = v.user_id and c.library_version = v.version and c.counted_at > now() - interval ${KEPT_FOR}`.execute(
    db,
  );
  return one(rows, `the library of user ${userId}`);
}

export async function keepCounts(
  db: Queries,
  userId: number,
  counts: readonly UnreadCount[],
  version: string,
): Promise<void> {
  await sql`
    insert into view_counts (user_id, counts, library_version) values (${userId}, ${JSON.stringify(counts)}, ${version})
    on conflict (user_id) do update set counts = excluded.counts, library_version = excluded.library_version, counted_at = now()`.execute(
    db,
  );
}
