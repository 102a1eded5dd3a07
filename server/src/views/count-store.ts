import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { UnreadCount } from './contract.ts';

/** Some changes do not change the library's row: the passage of time, and what is found out about publications. */
const KEPT_FOR = sql.lit('5 minutes');

/** The version of a library, and the counts that were kept of this version; null if there are none. Marks, tags, entries and views change the version. */
export async function readKeptCounts(
  db: Queries,
  userId: number,
): Promise<{ version: string; kept: UnreadCount[] | null }> {
  const { rows } = await sql<{ version: string; kept: UnreadCount[] | null }>`
    select l.xmin::text as version, c.counts as kept from libraries l
    left join view_counts c on c.user_id = l.user_id and c.library_version = l.xmin::text and c.counted_at > now() - interval ${KEPT_FOR}
    where l.user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`user ${userId} has no library`);
  return row;
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
