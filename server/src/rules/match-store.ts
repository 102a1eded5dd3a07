import { sql } from 'kysely';
import { type Condition, satisfies } from '../library/condition-store.ts';
import { latestRun } from '../library/page-filter-store.ts';
import type { Queries } from '../platform/database/database.ts';

/** A publication, and the places of the conditions that it satisfies. */
interface Matched {
  readonly publicationId: number;
  readonly places: readonly number[];
}

/**
 * Which conditions the visible entries of these publications satisfy. One statement for all conditions reads each publication once: a hundred conditions cost
 * little more than one.
 */
export async function listMatched(
  db: Queries,
  userId: number,
  publicationIds: readonly number[],
  conditions: readonly Condition[],
): Promise<Matched[]> {
  if (conditions.length === 0) return [];
  const names = {
    userId,
    e: sql`u`,
    run: latestRun(userId, {}),
    publicationIds,
    matchesText: (query: string) => sql`p.search_vector @@ ${query}::tsquery`,
  };
  const places = conditions.map((one, at) => sql`case when ${satisfies(one, names)} then ${sql.lit(at)} end`);
  const { rows } = await sql<Matched>`
    select u.publication_id as "publicationId", array_remove(array[${sql.join(places)}], null) as places
    from user_publications u join publications p on p.id = u.publication_id
    where u.user_id = ${userId} and u.publication_id = any(${publicationIds}) and u.hidden_as is null`.execute(db);
  return rows;
}
