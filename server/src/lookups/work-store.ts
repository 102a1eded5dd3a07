import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { listIdentifiers } from '../publications/identifier-store.ts';
import type { SearchedWork } from './progress.ts';

/**
 * Works with their identifiers by id, in the order of their ids; merged ones are left out. With `lock` their rows are held to the end of the
 * transaction, taken in that order, so that two transactions never wait for each other.
 */
export async function findSearchedWorks(
  db: Queries,
  publicationIds: readonly number[],
  { lock = false } = {},
): Promise<Map<number, SearchedWork>> {
  if (publicationIds.length === 0) return new Map();
  const { rows } = await sql<Omit<SearchedWork, 'identifiers'>>`
    select p.id, p.title, p.year, p.author_text as "authorText", p.venue_text as "venueText" from publications p
    where p.id = any(${publicationIds}) and p.merged_into is null
    order by p.id ${lock ? sql`for no key update` : sql``}`.execute(db);
  const identifiers = await listIdentifiers(db, publicationIds);
  return new Map(rows.map((row) => [row.id, { ...row, identifiers: identifiers.get(row.id) ?? [] }]));
}
