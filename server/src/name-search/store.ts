import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { KeptSearch } from './name-search.ts';

export interface StoredSearch {
  readonly search: KeptSearch;
  readonly askedAt: Date;
}

/** An answer from the future was kept before the clock was set back: it may be a failure, which is to be forgotten in a minute. */
const HOLDS = sql`(expires_at > clock_timestamp() and asked_at <= clock_timestamp())`;

/** What is kept of a name and still holds. */
export async function findSearch(db: Queries, query: string): Promise<StoredSearch | undefined> {
  const { rows } = await sql<StoredSearch>`
    select answer as search, asked_at as "askedAt" from name_searches
    where query = ${query} and ${HOLDS}`.execute(db);
  return rows[0];
}

/**
 * Takes a name for as long as asking may last; null when an answer is kept, or somebody else asks. A claim that ends later than one of now was made
 * before the clock was set back, and holds no longer.
 */
export async function claimSearch(db: Queries, query: string, seconds: number): Promise<number | null> {
  const until = sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
  const { rows } = await sql<{ claim: number }>`
    insert into name_searches as s (query, claimed_until, claim_number) values (${query}, ${until}, 1)
    on conflict (query) do update set claimed_until = excluded.claimed_until, claim_number = s.claim_number + 1
    where not coalesce(s.expires_at > clock_timestamp() and s.asked_at <= clock_timestamp(), false)
      and not coalesce(s.claimed_until > clock_timestamp() and s.claimed_until <= ${until}, false)
    returning claim_number as claim`.execute(db);
  return rows[0]?.claim ?? null;
}

/** Gives a name back without an answer. */
export async function releaseSearch(db: Queries, query: string, claim: number): Promise<void> {
  await sql`
    with fruitless as (
      delete from name_searches where query = ${query} and claim_number = ${claim} and answer is null
    )
    update name_searches set claimed_until = clock_timestamp() where query = ${query} and claim_number = ${claim} and answer is not null`.execute(
    db,
  );
}

/** Keeps an answer, unless somebody else asks by now; gives the time that is noted. */
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

/** Deletes some names that nothing holds any more: each search makes one at most, so they do not grow. */
export async function deleteOldSearches(db: Queries, most: number): Promise<void> {
  await sql`
    delete from name_searches where query in (
      select query from name_searches
      where coalesce(expires_at, claimed_until) <= now() and (claimed_until is null or claimed_until <= now())
      order by coalesce(expires_at, claimed_until) limit ${most} for update skip locked)`.execute(db);
}

/**
 * Takes one search from a user's allowance: `burst` in a go, and one more every `stepSeconds`. Null, or when there will be one again. What is
 * spent for longer ahead than the burst was spent before the clock was set back, and counts as nothing.
 */
export async function spendAllowance(
  db: Queries,
  userId: number,
  { burst, stepSeconds }: { burst: number; stepSeconds: number },
): Promise<Date | null> {
  const step = sql`make_interval(secs => ${stepSeconds}::float8)`;
  const window = sql`make_interval(secs => ${burst * stepSeconds}::float8)`;
  const spent = sql`case when a.spent_until > clock_timestamp() + ${window} then clock_timestamp() else greatest(a.spent_until, clock_timestamp()) end`;
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

/** Gives back a search that was taken from a user's allowance and not made. */
export async function returnAllowance(
  db: Queries,
  userId: number,
  { stepSeconds }: { stepSeconds: number },
): Promise<void> {
  await sql`
    update name_search_allowances set spent_until = spent_until - make_interval(secs => ${stepSeconds}::float8)
    where user_id = ${userId}`.execute(db);
}
