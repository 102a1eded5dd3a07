import { sql } from 'kysely';
import type { OwnName } from '../library/own-name.ts';
import type { KeptKind } from '../library/owned-kind.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { MAX_NAME_LENGTH, MAX_VIEWS, type View } from './contract.ts';

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
