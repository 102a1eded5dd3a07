import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { type Filter, matching, needsOf, tables } from './page-filter-store.ts';

/** How many unread publications each filter selects, counted up to `max`, in one statement. */
export async function countUnread(
  db: Queries,
  userId: number,
  filters: readonly Filter[],
  max: number,
): Promise<number[]> {
  if (filters.length === 0) return [];
  const counts = filters.map((one) => {
    const filter = { ...one, unread: true };
    return sql`(
      select count(*) from (
        select from ${tables('unread', needsOf(filter))} where ${matching(userId, filter, 'unread')} limit ${sql.lit(max)}) k)`;
  });
  const { rows } = await sql<{ counts: number[] }>`select json_build_array(${sql.join(counts)}) as counts`.execute(db);
  return rows[0]?.counts ?? [];
}
