import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

/**
 * The name of a scholar `s`; `profile` is the alias of its profile in the statement. It is the name at the source or,
 * until the first crawl, the name in the user's import; null if both are unknown.
 */
export function scholarName(profile = 'p'): RawBuilder<string | null> {
  return sql`coalesce(${sql.ref(`${profile}.display_name`)}, s.imported_name)`;
}

/** The name of a scholar, or its id at the source if the name is unknown. */
export function scholarLabel(profile = 'p'): RawBuilder<string> {
  return sql`coalesce(${scholarName(profile)}, ${sql.ref(`${profile}.source_id`)})`;
}

export async function getScholarLabel(db: Queries, scholarId: number): Promise<string> {
  const { rows } = await sql<{ label: string }>`
    select ${scholarLabel()} as label from scholars s join profiles p on p.id = s.profile_id where s.id = ${scholarId}`.execute(
    db,
  );
  return rows[0]?.label ?? '';
}

/**
 * The scholars that a user tracks, or those of them with these ids: the ids of their main profiles at the source, by
 * their ids here.
 */
export async function readSourceIds(
  db: Queries,
  userId: number,
  ids: readonly number[] | null,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; source_id: string }>`
    select s.id, p.source_id from scholars s join profiles p on p.id = s.profile_id
    where s.user_id = ${userId} and (${ids}::bigint[] is null or s.id = any(${ids}::bigint[]))`.execute(db);
  return new Map(rows.map(({ id, source_id }) => [id, source_id]));
}
