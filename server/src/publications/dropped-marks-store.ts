import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { keepDismissals } from './dropped-dismissals-store.ts';
import { FINGERPRINT } from './dropped-key.ts';
import { IMPORT } from './imported.ts';

/**
 * Gives links of a locked library the marks that their works had when all publications were dropped: read, favorite, and since when they are known.
 * `made` are links that were just made, `linked` others that may have waited for their marks. A work is recognised by its keys at the sources; by
 * its fingerprint only where it has none of them, and where the profile `listedBy` had no row of its own for the dropped work, since that row
 * comes back by its key. Returns the works that were known before.
 *
 * What was given is forgotten when all the keys that led to the dropped work lead to works again: what was one work by a merge comes back as two.
 * A link gets it once: from then on it is known for as long.
 */
export async function restoreMarks(
  tx: Tx,
  userId: number,
  made: readonly number[],
  { linked = [], listedBy = null }: { linked?: readonly number[]; listedBy?: string | null } = {},
): Promise<number[]> {
  const publicationIds = [...new Set([...made, ...linked])];
  if (publicationIds.length === 0) return [];
  const { rows } = await sql<{ id: number; dropped_ids: number[]; is_marked: boolean }>`
    with asked as materialized (
      select id from unnest(${publicationIds}::bigint[]) as k (id) where exists (select from dropped_marks where user_id = ${userId})
    ), by_key as materialized (
      select distinct a.id, k.dropped_id from asked a
      cross join lateral (
        select source, key from publication_sources where publication_id = a.id
        union all
        -- what an import named is kept as its own, with the source before the key and the user behind it
        select split_part(key, ' ', 1), split_part(key, ' ', 2)
        from publication_sources where publication_id = a.id and source = ${IMPORT} and key like '% ' || ${userId}::bigint
        union all
        -- and what only the user's imports knew comes back by a crawl
        select ${IMPORT}::text, source || ' ' || key || ' ' || ${userId}::bigint from publication_sources where publication_id = a.id and source <> ${IMPORT}
        union all
        select ${IMPORT}::text, 'fingerprint ' || encode(fingerprint, 'hex') || ' ' || ${userId}::bigint
        from publication_fingerprints where publication_id = a.id offset 0
      ) s
      cross join lateral (select dropped_id from dropped_keys where source = s.source and key = s.key limit 1) k
    ), known as (
      select id, dropped_id from by_key
      union all
      select a.id, k.dropped_id from asked a
      cross join lateral (select fingerprint from publication_fingerprints where publication_id = a.id offset 0) f
      cross join lateral (select dropped_id from dropped_keys where source = ${FINGERPRINT} and key = encode(f.fingerprint, 'hex') limit 1) k
      where not exists (select from by_key b where b.id = a.id)
        and not exists (select from dropped_keys o where o.dropped_id = k.dropped_id and starts_with(o.key, ${listedBy}::text || ':'))
    ), marks as (
      select k.id, bool_or(m.is_read) as is_read, bool_or(m.is_favorite) as is_favorite, min(m.first_seen_at) as first_seen_at,
        array_agg(m.dropped_id) as dropped_ids
      from known k join dropped_marks m on m.dropped_id = k.dropped_id and m.user_id = ${userId} group by k.id
    ), library as (
      select last_read_number + 1 as next_read from libraries where user_id = ${userId}
    ), marked as (
      update user_publications u set is_read = u.is_read or m.is_read, is_favorite = u.is_favorite or m.is_favorite,
        read_number = case when u.is_read or m.is_read then coalesce(u.read_number, library.next_read) end,
        first_seen_at = least(u.first_seen_at, m.first_seen_at), first_seen_run_id = null
      from marks m, library
      where u.user_id = ${userId} and u.publication_id = m.id
        and (u.publication_id = any(${made}) or u.first_seen_at > m.first_seen_at)
      returning u.publication_id as id, u.read_number
    ), counted as (
      update libraries l set last_read_number = greatest(l.last_read_number, (select max(read_number) from marked))
      where l.user_id = ${userId} and exists (select from marked where read_number is not null)
    )
    select m.id, m.dropped_ids, exists (select from marked where marked.id = m.id) as is_marked from marks m`.execute(
    tx,
  );
  if (rows.length > 0)
    await forgetMarks(
      tx,
      userId,
      rows.flatMap((row) => row.dropped_ids),
    );
  return rows.flatMap(({ id, is_marked }) => (is_marked ? id : []));
}

/** Forgets a user's marks of dropped works all of whose keys lead to works again, and what nobody's marks are left for. */
async function forgetMarks(tx: Tx, userId: number, droppedIds: readonly number[]): Promise<void> {
  await sql`
    delete from dropped_marks m where m.user_id = ${userId} and m.dropped_id = any(${droppedIds}) and not exists (
      select from dropped_keys k where k.dropped_id = m.dropped_id and k.source <> ${FINGERPRINT}
        and not exists (select from publication_sources s where s.source = k.source and s.key = k.key))`.execute(tx);
  await sql`
    delete from dropped_keys k where k.dropped_id = any(${droppedIds})
      and not exists (select from dropped_marks m where m.dropped_id = k.dropped_id)
      and not exists (select from dropped_dismissals d where d.low_id = k.dropped_id or d.high_id = k.dropped_id)`.execute(
    tx,
  );
}

/**
 * Keeps the marks of all links, the pairs that were dismissed, and the keys by which their works may come back. What is left of an earlier drop goes
 * on with the works that have its keys now; its marks count beside newer ones where they were never given back. Returns how many marks are kept.
 */
export async function keepMarks(tx: Tx): Promise<number> {
  // what makes a table takes no parameters
  const fingerprint = sql.lit(FINGERPRINT);
  await sql`
    create temp table works_now on commit drop as
    select s.source, s.key, coalesce(p.merged_into, p.id) as id from publication_sources s join publications p on p.id = s.publication_id
    union all
    select ${fingerprint}, encode(f.fingerprint, 'hex'), coalesce(p.merged_into, p.id)
    from publication_fingerprints f join publications p on p.id = f.publication_id`.execute(tx);
  await sql`analyze works_now`.execute(tx);
  await sql`
    create temp table heirs on commit drop as
    with by_key as (
      select distinct k.dropped_id, w.id, k.source = ${fingerprint} as is_weak
      from dropped_keys k join works_now w on w.source = k.source and w.key = k.key
    )
    select dropped_id, id from by_key b
    where not is_weak or not exists (select from by_key o where o.dropped_id = b.dropped_id and not o.is_weak)`.execute(
    tx,
  );
  // in the order of the index: millions of rows in any other take many times as long
  const { numAffectedRows } = await sql`
    insert into dropped_marks (dropped_id, user_id, is_read, is_favorite, first_seen_at)
    select publication_id, user_id, is_read, is_favorite, first_seen_at from user_publications order by publication_id, user_id`.execute(
    tx,
  );
  await moveMarksToRoots(tx);
  await sql`
    insert into dropped_marks as m (dropped_id, user_id, is_read, is_favorite, first_seen_at)
    select h.id, o.user_id, bool_or(o.is_read), bool_or(o.is_favorite), min(o.first_seen_at)
    from heirs h join dropped_marks o on o.dropped_id = h.dropped_id group by 1, 2
    on conflict (dropped_id, user_id) do update set is_read = m.is_read or excluded.is_read, is_favorite = m.is_favorite or excluded.is_favorite,
      first_seen_at = excluded.first_seen_at
    where m.first_seen_at > excluded.first_seen_at`.execute(tx);
  await sql`delete from dropped_marks where dropped_id in (select dropped_id from heirs)`.execute(tx);
  await keepDismissals(tx);
  await sql`
    update dropped_keys k set dropped_id = h.id from (select dropped_id, min(id) as id from heirs group by dropped_id) h
    where k.dropped_id = h.dropped_id`.execute(tx);
  await sql`
    insert into dropped_keys (source, key, dropped_id) select distinct on (source, key) source, key, id from works_now w
    where exists (select from dropped_marks m where m.dropped_id = w.id)
      or w.id in (select low_id from dropped_dismissals union all select high_id from dropped_dismissals)
    on conflict (source, key) do update set dropped_id = excluded.dropped_id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Marks of merged works count for the works that stand for them. */
async function moveMarksToRoots(tx: Tx): Promise<void> {
  await sql`
    insert into dropped_marks as m (dropped_id, user_id, is_read, is_favorite, first_seen_at)
    select p.merged_into, o.user_id, bool_or(o.is_read), bool_or(o.is_favorite), min(o.first_seen_at)
    from publications p join dropped_marks o on o.dropped_id = p.id where p.merged_into is not null group by 1, 2
    on conflict (dropped_id, user_id) do update set is_read = m.is_read or excluded.is_read, is_favorite = m.is_favorite or excluded.is_favorite,
      first_seen_at = least(m.first_seen_at, excluded.first_seen_at)`.execute(tx);
  await sql`
    delete from dropped_marks using publications p where p.id = dropped_id and p.merged_into is not null`.execute(tx);
}
