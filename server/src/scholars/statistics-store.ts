import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

export interface YearTally {
  /** null: publications without a year */
  readonly year: number | null;
  readonly publication_count: number;
  readonly citation_count: number;
}

/**
 * Counts the scholar's visible publications by year, in ascending order with null last. Also returns whether the user
 * tracks the scholar.
 */
export async function readYears(
  db: Queries,
  userId: number,
  scholarId: number,
): Promise<{ isTracked: boolean; years: YearTally[] }> {
  const { rows } = await sql<YearTally | Record<keyof YearTally, null>>`
    select y.year, y.publication_count, y.citation_count
    from scholars s left join lateral (
      select p.year, count(*) as publication_count, sum(p.citation_count)::bigint as citation_count
      -- starts from the listings, because the scholar has only few entries of a large library
      from (select distinct user_id, scholar_id, publication_id from scholar_listings) w
      join user_publications u on u.user_id = w.user_id and u.publication_id = w.publication_id and w.scholar_id = any(u.scholar_ids)
      join publications p on p.id = w.publication_id
      where w.scholar_id = s.id group by p.year
    ) y on true
    where s.user_id = ${userId} and s.id = ${scholarId} order by y.year nulls last`.execute(db);
  return {
    isTracked: rows.length > 0,
    years: rows.flatMap((row) => (row.publication_count === null ? [] : row)),
  };
}
