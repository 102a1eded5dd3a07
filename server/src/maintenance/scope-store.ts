import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

/** The users with libraries, by id; with `userId` this one, if there is such a user. */
export async function listUsersWithLinks(db: Queries, userId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where ${userId}::bigint is null or id = ${userId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of the scholars that the user does not track. */
export async function listStrangeScholars(
  db: Queries,
  userId: number,
  scholarIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select k.id from unnest(${scholarIds}::bigint[]) as k (id)
    where not exists (select from scholars s where s.id = k.id and s.user_id = ${userId}) order by k.id`.execute(db);
  return rows.map(({ id }) => id);
}
