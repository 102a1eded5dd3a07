import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { scholarName } from './scholar-name-store.ts';

/**
 * Libraries with more entries get words of their own, because a search by the index of all publications reads many that
 * are not in the library.
 */
export const LARGE_LIBRARY = 20_000;

/**
 * Whether a library has words, and the names of the scholars that its user tracks, without scholars whose names are
 * unknown.
 */
export async function readSearchable(
  db: Queries,
  userId: number,
): Promise<{ hasWords: boolean; scholars: { id: number; name: string }[] }> {
  const { rows } = await sql<{ has_words: boolean; id: number | null; name: string | null }>`
    select l.has_words, s.id, ${scholarName()} as name from libraries l
    left join (scholars s join profiles p on p.id = s.profile_id) on s.user_id = l.user_id and ${scholarName()} is not null
    where l.user_id = ${userId}`.execute(db);
  return {
    hasWords: rows[0]?.has_words ?? false,
    scholars: rows.flatMap(({ id, name }) => (id === null || name === null ? [] : { id, name })),
  };
}

/** The user's tags with their names in the form that is compared. */
export async function listTagKeys(db: Queries, userId: number): Promise<{ id: number; key: string }[]> {
  return db.selectFrom('tags').select(['id', 'name_key as key']).where('user_id', '=', userId).execute();
}

/** The users with a large library without words. */
export async function listUsersWithoutWords(db: Queries): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from libraries where not has_words and entry_count > ${LARGE_LIBRARY} order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Gives a locked library its words. From then on `refresh_entries` and `refresh_copies` keep them. */
export async function addWords(tx: Tx, userId: number): Promise<void> {
  await sql`update libraries set has_words = true where user_id = ${userId}`.execute(tx);
  await sql`
    select refresh_words(array[${userId}::bigint], array(select publication_id from user_publications where user_id = ${userId}))`.execute(
    tx,
  );
}

/** Rows of `library_words` that are missing, or differ from their entry or publication although no change is queued. */
export const WRONG_WORDS = sql`(
  select l.user_id, k.publication_id from libraries l cross join lateral (
    select publication_id from (select * from entry_words where user_id = l.user_id offset 0) e
    full join (select * from library_words where user_id = l.user_id offset 0) w using (user_id, publication_id)
    where (e.first_seen_at, e.entry_number, e.scholar_ids, e.words) is distinct from (w.first_seen_at, w.entry_number, w.scholar_ids, w.words)
  ) k
  where l.has_words and not exists (select from order_changes c where c.publication_id = k.publication_id))`;

/** Corrects the words that a locked library has of these publications. */
export async function refreshWords(tx: Tx, userId: number, publicationIds: readonly number[]): Promise<void> {
  await sql`select refresh_words(array[${userId}::bigint], ${publicationIds}::bigint[])`.execute(tx);
}
