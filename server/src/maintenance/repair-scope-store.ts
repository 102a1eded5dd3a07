import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

/** Lists the publications that these scholars list, and those whose library entry names one of them. */
export async function listPublicationsOf(
  db: Queries,
  userId: number,
  scholarIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select publication_id as id from scholar_listings where user_id = ${userId} and scholar_id = any(${scholarIds}::bigint[])
    union
    select coalesce(p.canonical_id, u.publication_id) from user_publications u left join publications p on p.id = u.publication_id
    where u.user_id = ${userId} and (u.first_scholar_id = any(${scholarIds}::bigint[]) or u.scholar_ids && ${scholarIds}::bigint[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Lists the users by id; with `userId` only this one, if it exists. */
export async function listUsers(db: Queries, userId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where ${userId}::bigint is null or id = ${userId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the scholars in the list that the user does not track. */
export async function listUntracked(db: Queries, userId: number, scholarIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select k.id from unnest(${scholarIds}::bigint[]) as k (id)
    where not exists (select from scholars s where s.id = k.id and s.user_id = ${userId}) order by k.id`.execute(db);
  return rows.map(({ id }) => id);
}
