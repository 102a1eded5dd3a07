import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { lockIdentity } from './canonical-store.ts';

export async function isTracked(db: Queries, userId: number, scholarId: number): Promise<boolean> {
  const row = await db
    .selectFrom('scholars')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', scholarId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the user's library for the rest of the transaction. Call it before you change entries or marks. */
export async function lockLibrary(tx: Tx, userId: number): Promise<{ lastEntry: number; lastRead: number }> {
  const row = await tx
    .selectFrom('libraries')
    .select(['last_entry_number as lastEntry', 'last_read_number as lastRead'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row;
}

/** The current time of the database's clock in milliseconds. `now()` is too early if the transaction waited for a lock. */
export async function readTime(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(tx);
  return rows[0]?.ms ?? 0;
}

/**
 * Marks entries of a locked library as read. `readNumber` is the library's next read number. The marked entries are stored as a batch for a
 * day, so that open lists can keep them and mark-all-read can be undone. Returns how many entries changed.
 */
export async function markEntriesRead(
  tx: Tx,
  userId: number,
  which: { publicationIds: readonly number[] } | { scholarId: number | null; upTo: number },
  readNumber: number,
): Promise<number> {
  const chosen =
    'publicationIds' in which
      ? sql`r.publication_id = any(${which.publicationIds})`
      : sql`r.entry_number <= ${which.upTo}`;
  const ofScholar =
    'publicationIds' in which || which.scholarId === null ? sql`` : sql`and ${which.scholarId} = any(r.scholar_ids)`;
  const { rows } = await sql<{ n: number }>`
    with marked as (
      delete from unread r where r.user_id = ${userId} and ${chosen} ${ofScholar} returning publication_id
    ), batch as (
      insert into read_batches (user_id, read_number, publication_ids)
      select ${userId}, ${readNumber}, array_agg(publication_id) from marked having count(*) > 0
    ), old as (
      delete from read_batches where user_id = ${userId} and at < now() - interval '1 day'
    ), numbered as (
      update libraries set last_read_number = ${readNumber} where user_id = ${userId} and exists (select from marked)
    )
    select count(*) as n from marked`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Marks entries of a locked library as unread; returns how many entries changed. */
export async function markEntriesUnread(tx: Tx, userId: number, publicationIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with marked as (
      insert into unread
      select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications
      where user_id = ${userId} and publication_id = any(${publicationIds}) and hidden_as is null
      on conflict do nothing returning 1
    ) select count(*) as n from marked`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Marks the entries of a batch as unread again in a locked library, visible or hidden; returns how many. An entry of a later batch stays
 * read, because the user marked it as unread and as read since. A publication into which others were merged since stays read, too,
 * because one of them may have been read before.
 */
export async function undoReadBatch(
  tx: Tx,
  userId: number,
  { readNumber, issuedAtMs }: { readonly readNumber: number; readonly issuedAtMs: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with undone as materialized (
      select unnest(publication_ids) as publication_id from read_batches where user_id = ${userId} and read_number = ${readNumber}
      except
      select unnest(publication_ids) from read_batches where user_id = ${userId} and read_number > ${readNumber}
      except
      select target_id from merges where created_at >= to_timestamp(${issuedAtMs}::float8 / 1000) and undone_at is null
    ), shown as (
      insert into unread
      select u.user_id, u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids from undone join user_publications u using (publication_id)
      where u.user_id = ${userId} and u.hidden_as is null
      on conflict do nothing returning 1
    ), hidden as (
      update user_publications u set hidden_as = 'unread' from undone n
      where u.user_id = ${userId} and u.publication_id = n.publication_id and u.hidden_as = 'read' returning 1
    )
    select (select count(*) from shown) + (select count(*) from hidden) as n`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Sets the favorite mark of a visible entry, or inverts it if `isFavorite` is null. Returns whether there is such an entry. */
export async function setFavorite(
  tx: Tx,
  userId: number,
  publicationId: number,
  isFavorite: boolean | null,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with entry as materialized (
      select user_id, publication_id, first_seen_at, entry_number, scholar_ids, coalesce(${isFavorite}::boolean, not is_favorite) as is_wanted
      from library_entries where user_id = ${userId} and publication_id = ${publicationId} and not is_hidden
    ), added as (
      insert into favorites select user_id, publication_id, first_seen_at, entry_number, scholar_ids from entry where is_wanted on conflict do nothing
    ), removed as (
      delete from favorites f using entry e where not e.is_wanted and f.user_id = e.user_id and f.publication_id = e.publication_id
    )
    select exists (select from entry) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/**
 * Adds a profile's listings after a number to a locked library. A hidden entry becomes visible again, with its marks. Returns the publications
 * that the library never had. The caller shares the identity lock, so that no merge changes the publication of a listing meanwhile.
 */
export async function addListed(
  tx: Tx,
  userId: number,
  scholar: { id: number; profileId: number; afterNumber: number },
  seen: { at: Date; runId: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    with listed as (
      select publication_id, min(number) as number from listings
      where profile_id = ${scholar.profileId} and number > ${scholar.afterNumber} and removed_at is null group by publication_id
    ), saved as (
      insert into user_publications as u (user_id, publication_id, entry_number, first_seen_at, first_seen_run_id, first_scholar_id, scholar_ids,
        year, citations, title_prefix, pdf_rank)
      select ${userId}, l.publication_id, b.last_entry_number + row_number() over (order by l.number), ${seen.at}, ${seen.runId}, ${scholar.id},
        array[${scholar.id}::bigint], o.year, o.citations, o.title_prefix, o.pdf_rank
      from listed l join libraries b on b.user_id = ${userId} join publication_order o using (publication_id)
      on conflict (user_id, publication_id) do update
        set hidden_as = null, entry_number = case when u.hidden_as is null then u.entry_number else excluded.entry_number end,
          first_scholar_id = coalesce(u.first_scholar_id, excluded.first_scholar_id), scholar_ids = ${withScholar(scholar.id)}
        where not ${scholar.id} = any(u.scholar_ids)
      returning u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids, xmax = 0 as is_new
    ), counted as (
      update libraries set last_entry_number = greatest(last_entry_number, (select max(entry_number) from saved))
      where user_id = ${userId} and exists (select from saved)
    ), marked as (
      insert into unread select ${userId}, publication_id, first_seen_at, entry_number, scholar_ids from saved where is_new
    )
    select publication_id as id, is_new from saved order by entry_number`.execute(tx);
  return rows.flatMap(({ id, is_new }) => (is_new ? id : []));
}

/** The scholars of an entry `u` and this one. */
function withScholar(scholarId: number) {
  return sql`array(select distinct k.id from unnest(u.scholar_ids || ${scholarId}::bigint) as k (id) order by k.id)`;
}

/** Attributes what the user's imports list on a profile to its new scholar, and shows hidden entries again. Locks the library if there are such listings. */
export async function showImported(tx: Tx, userId: number, scholar: { id: number; profileId: number }): Promise<void> {
  const { rows } = await sql`
    select from listings where owner_user_id = ${userId} and profile_id = ${scholar.profileId} limit 1`.execute(tx);
  if (rows.length === 0) return;
  await lockIdentity(tx, 'shared');
  await lockLibrary(tx, userId);
  await sql`
    with shown as (
      update user_publications u set hidden_as = null, scholar_ids = ${withScholar(scholar.id)},
        entry_number = case when u.hidden_as is null then u.entry_number else b.last_entry_number + n.at end,
        first_scholar_id = case when u.hidden_as is null then u.first_scholar_id else ${scholar.id} end
      from (
        select e.publication_id, row_number() over (partition by e.hidden_as is null order by e.entry_number) as at from user_publications e
        where e.user_id = ${userId} and e.publication_id in (
          select publication_id from listings where owner_user_id = ${userId} and profile_id = ${scholar.profileId})
      ) n, libraries b
      where u.user_id = ${userId} and b.user_id = ${userId} and u.publication_id = n.publication_id
      returning u.entry_number
    )
    update libraries set last_entry_number = greatest(last_entry_number, (select max(entry_number) from shown))
    where user_id = ${userId} and exists (select from shown)`.execute(tx);
}

/** Titles and addresses of publications, in the order of the ids. */
export async function listTitles(
  tx: Tx,
  publicationIds: readonly number[],
): Promise<{ id: number; title: string; pub_url: string | null }[]> {
  const { rows } = await sql<{ id: number; title: string; pub_url: string | null }>`
    select p.id, p.title, p.pub_url from unnest(${publicationIds}::bigint[]) with ordinality as k (id, at)
    join publications p on p.id = k.id order by k.at`.execute(tx);
  return rows;
}

/**
 * Removes a scholar from the entries of a locked library, before the scholar is deleted. Hides the entries that no other scholar accounts for,
 * except favorites.
 */
export async function releaseEntries(tx: Tx, userId: number, scholarId: number): Promise<void> {
  const others = sql`array_remove(u.scholar_ids, ${scholarId}::bigint)`;
  await sql`
    update user_publications u set scholar_ids = ${others},
      first_scholar_id = case when u.first_scholar_id = ${scholarId} then (${others})[1] else u.first_scholar_id end,
      hidden_as = case
        when ${others} <> '{}' or exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id) then null
        when exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id) then 'unread'
        else 'read' end
    where u.user_id = ${userId} and ${scholarId} = any(u.scholar_ids)`.execute(tx);
}
