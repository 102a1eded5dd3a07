import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { KeptSearch } from './name-search.ts';

export interface StoredSearch {
  readonly search: KeptSearch;
  readonly askedAt: Date;
}

/** The kept result for a name, if it is still valid. */
export async function findSearch(db: Queries, query: string): Promise<StoredSearch | undefined> {
  const { rows } = await sql<StoredSearch>`
    select answer as search, asked_at as "askedAt" from name_searches
    where query = ${query} and expires_at > clock_timestamp()`.execute(db);
  return rows[0];
}

/**
 * Claims a name for as long as a search may last. Returns null if there is a valid result or another process has the claim.
 */
export async function claimSearch(db: Queries, query: string, seconds: number): Promise<number | null> {
  const until = sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
  const { rows } = await sql<{ claim: number }>`
    insert into name_searches as s (query, claimed_until, claim_number) values (${query}, ${until}, 1)
    on conflict (query) do update set claimed_until = excluded.claimed_until, claim_number = s.claim_number + 1
    where not coalesce(s.expires_at > clock_timestamp() or s.claimed_until > clock_timestamp(), false)
    returning claim_number as claim`.execute(db);
  return rows[0]?.claim ?? null;
}

/** Ends a claim without a result. */
export async function releaseSearch(db: Queries, query: string, claim: number): Promise<void> {
  await sql`
    with unused as (
      delete from name_searches where query = ${query} and claim_number = ${claim} and answer is null
    )
    update name_searches set claimed_until = clock_timestamp() where query = ${query} and claim_number = ${claim} and answer is not null`.execute(
    db,
  );
}

/** Saves a result, unless another process has the claim by now. Returns the saved time. */
export async function saveSearch(
  db: Queries,
  query: string,
  { claim, search, lifetimeSeconds }: { claim: number; search: KeptSearch; lifetimeSeconds: number },
): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    with saved as (
      update name_searches set answer = ${JSON.stringify(search)}::jsonb, asked_at = now(), claimed_until = null,
        expires_at = clock_timestamp() + make_interval(secs => ${lifetimeSeconds}::float8)
      where query = ${query} and claim_number = ${claim}
    )
    select now() as at`.execute(db);
  return rows[0]?.at ?? new Date();
}

/** Deletes up to `limit` names without a valid result or claim. Each search adds at most one, so their number stays bounded. */
export async function deleteOldSearches(db: Queries, limit: number): Promise<void> {
  await sql`
    delete from name_searches where query in (
      select query from name_searches
      where coalesce(expires_at, claimed_until) <= now() and (claimed_until is null or claimed_until <= now())
      order by coalesce(expires_at, claimed_until) limit ${limit} for update skip locked)`.execute(db);
}

/**
 * Takes one search from a user's allowance, which is `burst` at once and one more every `stepSeconds`. Returns null, or the time of the next
 * search if none is left.
 */
export async function spendAllowance(
  db: Queries,
  userId: number,
  { burst, stepSeconds }: { burst: number; stepSeconds: number },
): Promise<Date | null> {
  const step = sql`make_interval(secs => ${stepSeconds}::float8)`;
  const window = sql`make_interval(secs => ${burst * stepSeconds}::float8)`;
  const spent = sql`greatest(a.spent_until, clock_timestamp())`;
  const { rows } = await sql`
    insert into name_search_allowances as a (user_id, spent_until) values (${userId}, clock_timestamp() + ${step})
    on conflict (user_id) do update set spent_until = ${spent} + ${step}
    where ${spent} + ${step} <= clock_timestamp() + ${window}
    returning 1`.execute(db);
  if (rows.length > 0) return null;
  const free = await sql<{ at: Date }>`
    select spent_until + ${step} - ${window} as at from name_search_allowances where user_id = ${userId}`.execute(db);
  return free.rows[0]?.at ?? null;
}

/** Returns a search to a user's allowance, because no request was sent. */
export async function returnAllowance(
  db: Queries,
  userId: number,
  { stepSeconds }: { stepSeconds: number },
): Promise<void> {
  await sql`
    update name_search_allowances set spent_until = spent_until - make_interval(secs => ${stepSeconds}::float8)
    where user_id = ${userId}`.execute(db);
}
