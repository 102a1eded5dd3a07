import { type RawBuilder, sql } from 'kysely';
import { refreshEntries } from '../library/entry-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { LOCKS } from '../platform/database/locks.ts';
import { one } from '../platform/database/one.ts';
import { PARTS, type Part } from '../reading-order/parts.ts';
import type { NewTag } from '../tags/store.ts';

/*
 * These statements save what a whole import says of a library, from `import_items` (the file) and `import_matches` (the
 * scholar and publication of each item).
 */

/**
 * The tags of the file that the user does not have, the most frequent first. A color is the first one that the file
 * gives.
 */
export async function listNewTags(tx: Tx, userId: number): Promise<NewTag[]> {
  const { rows } = await sql<NewTag>`
    select (array_agg(n.name order by i.position))[1] as name, n.key, (array_agg(n.color order by i.position) filter (where n.color is not null))[1] as color
    from import_tags n join import_items i using (position) join import_matches m using (digest)
    where not exists (select from tags t where t.user_id = ${userId} and t.name_key = n.key)
    group by n.key order by count(*) desc, n.key`.execute(tx);
  return rows;
}

/**
 * Creates the table `import_entries` with what the file says of each publication for a locked library, and whether the
 * library has the publication for the file's scholars already. Leaves out what the user rejected. Call it before the
 * library changes.
 */
export async function planEntries(tx: Tx, userId: number): Promise<void> {
  await sql`
    create temporary table import_entries on commit drop as
    with items as materialized (
      select m.position, m.scholar_id, m.canonical_id, i.is_read, i.is_favorite, i.interest, i.interest_at, i.single_read_at, i.first_seen_at,
        u.publication_id is not null and (m.scholar_id is null or m.scholar_id = any(u.scholar_ids)) as is_known
      from import_matches m join import_items i using (digest)
      left join user_publications u on u.user_id = ${userId} and u.publication_id = m.canonical_id and u.hidden_as is null
      where not exists (${rejectionOf(userId, sql`m`)})
    )
    select canonical_id as publication_id, min(position) as position, bool_or(is_read) as is_read, bool_or(is_favorite) as is_favorite,
      -- "less" comes before "more", as in the reading order
      min(interest) as interest, max(interest_at) as interest_at, max(single_read_at) filter (where is_read) as single_read_at,
      coalesce(min(first_seen_at), now()) as first_seen_at,
      bool_and(is_known) as is_known, count(distinct coalesce(scholar_id, 0)) filter (where not is_known) as new_pairs
    from items group by canonical_id`.execute(tx);
}

/**
 * Adds the planned entries to a locked library and shows hidden ones again. New entries have no first run, and are
 * unread until they are marked. Returns the known ones that changed.
 */
export async function addEntries(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    with planned as (
      select array_agg(publication_id order by position) as ids, array_agg(first_seen_at order by position) as seen_at from import_entries
    ), saved as materialized (
      select (after).publication_id from planned, refresh_entries(array[${userId}::bigint], ids, seen_at)
    )
    select coalesce(array_agg(publication_id) filter (where is_known), '{}') as ids from saved left join import_entries using (publication_id)`.execute(
    tx,
  );
  return one(rows, 'the changed entries').ids;
}

/**
 * Adds marks, tags and notes to the planned entries, and never changes or removes those that exist. Call it after
 * `addEntries`, because hidden entries get their marks back there. `changedIds` are known entries that changed. Returns
 * how many pairs of a scholar and a publication are new, how many entries were known, and how many of these changed.
 */
export async function markEntries(
  tx: Tx,
  userId: number,
  readNumber: number,
  changedIds: readonly number[],
): Promise<{ created: number; known: number; updated: number }> {
  const { rows } = await sql<{ ids: number[]; created: number; known: number }>`
    with read as (
      delete from unread r using import_entries w where r.user_id = ${userId} and r.publication_id = w.publication_id and w.is_read
      returning w.publication_id
    ), batch as (
      insert into read_batches (user_id, read_number, publication_ids)
      select ${userId}, ${readNumber}, array_agg(publication_id) from read having count(*) > 0
    ), numbered as (
      update libraries set last_read_number = ${readNumber} where user_id = ${userId} and exists (select from read)
    ), liked as (
      insert into favorites
      select u.user_id, u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids
      from import_entries w join user_publications u on u.user_id = ${userId} and u.publication_id = w.publication_id where w.is_favorite
      on conflict do nothing returning publication_id
    ), tagged as (
      insert into publication_tags (user_id, publication_id, tag_id)
      select distinct ${userId}::bigint, w.publication_id, t.id
      from import_tags n join import_items i using (position) join import_matches m using (digest) join import_entries w on w.publication_id = m.canonical_id
      join tags t on t.user_id = ${userId} and t.name_key = n.key
      on conflict do nothing returning publication_id
    ), interested as (
      insert into reading_marks (user_id, publication_id, mark, marked_at)
      select ${userId}::bigint, w.publication_id, w.interest, coalesce(w.interest_at, now()) from import_entries w
      where w.interest is not null and not exists (${ofMembers(userId, sql`reading_marks`)})
      returning publication_id
    ), chosen as (
      insert into single_reads (user_id, publication_id, read_at)
      select ${userId}::bigint, w.publication_id, w.single_read_at from import_entries w
      where w.single_read_at is not null and not exists (${ofMembers(userId, sql`single_reads`)})
      returning publication_id
    ), noted as (
      insert into notes (user_id, id, publication_id, text, words, created_at, updated_at)
      select ${userId}, n.id, w.publication_id, n.text, n.words, coalesce(n.created_at, now()), coalesce(n.updated_at, n.created_at, now())
      from import_notes n join import_items i using (position) join import_matches m using (digest) join import_entries w on w.publication_id = m.canonical_id
      order by n.position
      on conflict do nothing returning publication_id
    )
    select array(
        select publication_id from (
          table read union all table liked union all table tagged union all table interested union all table chosen union all table noted
        ) k join import_entries w using (publication_id) where w.is_known) as ids,
      (select coalesce(sum(new_pairs), 0)::bigint from import_entries) as created,
      (select count(*) from import_entries where is_known) as known`.execute(tx);
  // a favorite is visible also if nothing accounts for it
  await refreshEntries(tx, [userId], sql`select publication_id from import_entries where is_favorite`);
  const { ids, created, known } = one(rows, 'what an import changed');
  return { created, known, updated: new Set([...changedIds, ...ids]).size };
}

/** The user's rows of a table for the publications of an entry `w` and of those merged into it. */
function ofMembers(userId: number, table: RawBuilder<unknown>) {
  return sql`
    select from ${table} k join publications p on p.id = k.publication_id where k.user_id = ${userId} and p.canonical_id = w.publication_id`;
}

/** The user's rejection of the publication of a match `m` for its scholar. */
function rejectionOf(userId: number, m: RawBuilder<unknown>) {
  return sql`
    select from scholar_rejections r where r.user_id = ${userId} and r.scholar_id = ${m}.scholar_id and r.publication_id = ${m}.canonical_id`;
}

/**
 * Records which publications are not by their scholars, as the file says. The entries are added before, so that they
 * have the marks of the file if the user takes a rejection back. Call it after `addEntries`. Returns how many entries
 * changed that the library had before.
 */
export async function saveRejected(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number; is_known: boolean }>`
    with rejected as materialized (
      select distinct m.scholar_id, m.canonical_id as publication_id from import_matches m join import_items i using (digest)
      where i.is_rejected and m.scholar_id is not null and not exists (${rejectionOf(userId, sql`m`)})
    ), saved as (
      insert into rejected_publications (user_id, profile_id, publication_id)
      select c.user_id, c.profile_id, r.publication_id from rejected r join scholar_profiles c using (scholar_id) order by 2, 3 on conflict do nothing
    )
    select r.publication_id as id, w.is_known from rejected r join import_entries w using (publication_id)`.execute(tx);
  await refreshEntries(
    tx,
    [userId],
    rows.map(({ id }) => id),
  );
  return rows.filter((row) => row.is_known).length;
}

/**
 * Switches off the parts of the reading order that the file leaves out, unless the user has switched off some. Returns
 * how many settings changed.
 */
export async function saveReadingParts(tx: Tx, userId: number, parts: readonly Part[] | null): Promise<number> {
  if (parts === null || parts.length === PARTS.length) return 0;
  const { numAffectedRows } = await sql`
    update user_settings set reading_order_parts = ${[...parts]}::text[]
    where user_id = ${userId} and cardinality(reading_order_parts) = ${PARTS.length}`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Saves the file's cite keys of publications for which the user has none yet, unless the user has the key for another
 * publication.
 */
export async function saveCiteKeys(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.citeKeys}, ${userId}::bigint::int)`.execute(tx);
  await sql`
    insert into cite_keys (user_id, publication_id, key, stem, number)
    select distinct on (m.canonical_id) ${userId}::bigint, m.canonical_id, i.cite_key, i.cite_key, 0
    from import_matches m join import_items i using (position)
    where i.cite_key is not null and not exists (
      select from cite_keys k join publications p on p.id = k.publication_id where k.user_id = ${userId} and p.canonical_id = m.canonical_id)
    order by m.canonical_id, m.position
    on conflict do nothing`.execute(tx);
}
