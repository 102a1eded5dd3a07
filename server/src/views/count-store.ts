import { sql } from 'kysely';
import { latestRun } from '../library/condition-store.ts';
import type { Queries } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { UnreadCount } from './contract.ts';

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
