import { sql } from 'kysely';
import { namesOf, rowsOf, satisfies } from '../library/condition-store.ts';
import type { Condition, List } from '../library/predicate.ts';
import type { Queries } from '../platform/database/database.ts';

/** A publication, and the places of the conditions that it satisfies. */
interface Matched {
  readonly publicationId: number;
  readonly places: readonly number[];
}

/**
 * Which conditions the visible entries of these publications satisfy. One statement for all conditions reads each
 * publication once: a hundred conditions cost little more than one.
 */
export async function listMatched(
  db: Queries,
  userId: number,
  publicationIds: readonly number[],
  conditions: readonly Condition[],
): Promise<Matched[]> {
  if (conditions.length === 0) return [];
  const list: List = { condition: { kind: 'publications', ids: publicationIds } };
  const names = namesOf(userId, list, 'user_publications');
  const places = conditions.map((one, at) => sql`case when ${satisfies(one, names)} then ${sql.lit(at)} end`);
  const { rows } = await sql<Matched>`
    select u.publication_id as "publicationId", array_remove(array[${sql.join(places)}], null) as places
    from ${rowsOf(userId, list, 'user_publications', { publication: true })}`.execute(db);
  return rows;
}
