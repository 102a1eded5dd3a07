import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { AUTHOR_SOURCES, type AuthorId } from '../sources/author-list.ts';
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

/** What this installation knows of a person, for one user. */
export interface KnownPerson {
  /** in the order of `AUTHOR_SOURCES`, and the given ids before the others of their source */
  readonly ids: readonly AuthorId[];
  /** the user's scholar with one of the ids */
  readonly scholarId: number | null;
}

/**
 * Completes the ids of each person: with those that the profiles name, in either direction, and with the confirmed
 * profiles of the user's scholar that has one of them. An id that the user rejected for the scholar, or that is another
 * scholar's, is left out.
 */
export async function completeIds(
  db: Queries,
  userId: number,
  people: readonly (readonly AuthorId[])[],
): Promise<KnownPerson[]> {
  const given = people.flatMap((ids, at) => ids.map((id) => ({ at, ...id })));
  const { rows } = await sql<AuthorId & { at: number; scholarId: number | null }>`
    with given as materialized (
      select distinct at, source, id as source_id from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (at integer, source text, id text)
    ), named as (
      select g.at, g.source as from_source, g.source_id as from_id, l.source, l.source_id
      from given g join profiles f using (source, source_id) join profile_links l on l.profile_id = f.id
      union
      select g.at, g.source, g.source_id, f.source, f.source_id
      from given g join profile_links l using (source, source_id) join profiles f on f.id = l.profile_id
    ), rejected as (
      select f.source, f.source_id, d.source as rejected_source, d.source_id as rejected_id
      from scholar_profiles c join scholar_decisions d using (scholar_id) join profiles f on f.id = c.profile_id
      where c.user_id = ${userId} and d.decision = 'rejected'
    ), near as (
      select at, source, source_id, 0 as distance from given
      union all
      select at, source, source_id, 1 from named n where not exists (
        select from rejected r
        where (r.source, r.source_id, r.rejected_source, r.rejected_id) = (n.from_source, n.from_id, n.source, n.source_id)
          or (r.source, r.source_id, r.rejected_source, r.rejected_id) = (n.source, n.source_id, n.from_source, n.from_id))
    ), held as materialized (
      select n.*, c.scholar_id from near n left join profiles f using (source, source_id)
      left join scholar_profiles c on c.profile_id = f.id and c.user_id = ${userId}
    ), tracked as materialized (
      select distinct on (at) at, scholar_id from held where scholar_id is not null order by at, distance, scholar_id
    ), known as (
      select h.at, h.source, h.source_id, h.distance from held h left join tracked t using (at)
      where h.distance = 0 or h.scholar_id is null or h.scholar_id = t.scholar_id
      union all
      select t.at, f.source, f.source_id, 1 from tracked t join scholar_profiles c using (scholar_id) join profiles f on f.id = c.profile_id
    )
    select k.at, k.source, k.source_id as id, t.scholar_id as "scholarId" from known k left join tracked t using (at)
    group by k.at, k.source, k.source_id, t.scholar_id
    order by k.at, array_position(${[...AUTHOR_SOURCES]}::text[], k.source), min(k.distance), k.source_id`.execute(db);
  return people.map((_, at) => {
    const found = rows.filter((row) => row.at === at);
    return { ids: found.map(({ source, id }) => ({ source, id })), scholarId: found[0]?.scholarId ?? null };
  });
}
