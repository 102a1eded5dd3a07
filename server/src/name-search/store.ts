import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { KeptSearch } from './name-search.ts';

export interface StoredSearch {
  readonly search: KeptSearch;
  readonly requestedAt: Date;
}

/** The kept result for a name, if it is still valid. */
export async function findSearch(db: Queries, query: string): Promise<StoredSearch | undefined> {
  const { rows } = await sql<StoredSearch>`
    select answer as search, asked_at as "requestedAt" from name_searches
    where query = ${query} and expires_at > clock_timestamp()`.execute(db);
  return rows[0];
}

/** Keeps a result in place of an earlier one. */
export async function saveSearch(
  db: Queries,
  query: string,
  { search, requestedAt, lifetimeSeconds }: StoredSearch & { readonly lifetimeSeconds: number },
): Promise<void> {
  await sql`
    insert into name_searches (query, answer, asked_at, expires_at)
    values (${query}, ${JSON.stringify(search)}::jsonb, ${requestedAt}, clock_timestamp() + make_interval(secs => ${lifetimeSeconds}::float8))
    on conflict (query) do update set answer = excluded.answer, asked_at = excluded.asked_at, expires_at = excluded.expires_at`.execute(
    db,
  );
}

/**
 * Deletes up to `limit` results that are no longer valid. Each search adds at most one, so their number stays bounded.
 */
export async function deleteOldSearches(db: Queries, limit: number): Promise<void> {
  await sql`
    delete from name_searches where query in (
      select query from name_searches where expires_at <= now() order by expires_at limit ${limit} for update skip locked)`.execute(
    db,
  );
}
