import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { IMPORT } from './imported.ts';

/** A work that nothing but imports knows, and the work of a source that it is. */
export interface Absorbed {
  readonly id: number;
  readonly into: number;
  /** what led to `into`, where others were merged into that: see found-by.ts */
  readonly foundBy: string | null;
}

/**
 * Lets works that nothing but imports knows be others: their users have those, with their marks, and what was found for them is gone. However many
 * works become one and however many users have them, it takes as many statements. Works and libraries are locked; no work is another's `into`.
 */
export async function absorbWorks(tx: Tx, absorbed: readonly Absorbed[]): Promise<void> {
  const ids = absorbed.map(({ id }) => id);
  const pairs = sql`unnest(${ids}::bigint[], ${absorbed.map(({ into }) => into)}::bigint[],
    ${absorbed.map(({ foundBy }) => foundBy)}::text[]) as k (id, into_id, found_by)`;
  await joinLinks(tx, ids, pairs);
  await sql`
    with moved as (
      delete from scholar_publications o using ${pairs} where o.publication_id = k.id returning o.*, k.into_id
    )
    insert into scholar_publications as o (user_id, profile_id, publication_id, created_at)
    select user_id, profile_id, into_id, min(created_at) from moved group by 1, 2, 3
    on conflict (user_id, profile_id, publication_id) do update set created_at = excluded.created_at
    where excluded.created_at < o.created_at`.execute(tx);
  await sql`
    update publication_sources s set publication_id = k.into_id, found_by = k.found_by from ${pairs}
    where s.publication_id = k.id and s.source = ${IMPORT} and s.key like 'item %'`.execute(tx);
  await sql`delete from publication_sources where publication_id = any(${ids})`.execute(tx);
  await sql`delete from publication_identifiers where publication_id = any(${ids})`.execute(tx);
  // the time at which it is done, which unmark-store.ts asks for: the transaction may have waited
  await sql`
    update publications p set merged_into = k.into_id, updated_at = clock_timestamp() from ${pairs} where p.id = k.id`.execute(
    tx,
  );
}

/** One link for all that a user has of a work and of what becomes it, by the rules of join-rows.ts. */
async function joinLinks(tx: Tx, ids: readonly number[], pairs: ReturnType<typeof sql>): Promise<void> {
  const byFirst = sql`order by first_seen_at, link_number`;
  await sql`
    with moved as (
      select k.into_id, u.* from ${pairs} join user_publications u on u.publication_id = k.id
    ), links as (
      select * from moved
      union all
      select u.publication_id, u.* from user_publications u
      where (u.user_id, u.publication_id) in (select user_id, into_id from moved)
    ), joined as (
      select user_id, into_id, coalesce(min(link_number) filter (where not is_hidden), min(link_number)) as link_number,
        bool_or(is_read) as is_read, bool_or(is_favorite) as is_favorite, bool_and(is_hidden) as is_hidden,
        -- read by this: after all lists of unread works that are open
        bool_or(is_read) and bool_or(not is_hidden and not is_read) as is_read_now,
        coalesce(max(read_number) filter (where not is_hidden), max(read_number)) as read_number, min(first_seen_at) as first_seen_at,
        (array_agg(first_seen_run_id ${byFirst}))[1] as first_seen_run_id, (array_agg(first_scholar_id ${byFirst}))[1] as first_scholar_id
      from links group by user_id, into_id
    ), numbered as (
      select j.*, case when j.is_read_now then l.last_read_number + 1 else j.read_number end as number
      from joined j join libraries l on l.user_id = j.user_id
    ), counted as (
      update libraries l set last_read_number = l.last_read_number + 1
      where l.user_id in (select user_id from joined where is_read_now)
    )
    insert into user_publications (user_id, publication_id, link_number, is_read, is_favorite, read_number, is_hidden, first_seen_at,
      first_seen_run_id, first_scholar_id)
    select user_id, into_id, link_number, is_read, is_favorite, number, is_hidden, first_seen_at, first_seen_run_id, first_scholar_id
    from numbered
    on conflict (user_id, publication_id) do update set
      link_number = excluded.link_number, is_read = excluded.is_read, is_favorite = excluded.is_favorite, read_number = excluded.read_number,
      is_hidden = excluded.is_hidden, first_seen_at = excluded.first_seen_at, first_seen_run_id = excluded.first_seen_run_id,
      first_scholar_id = excluded.first_scholar_id`.execute(tx);
  await sql`delete from user_publications where publication_id = any(${ids})`.execute(tx);
}
