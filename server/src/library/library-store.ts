import { type RawBuilder, sql } from 'kysely';
import { recordNew, recordRead } from '../events/event-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { lockIdentity } from './canonical-store.ts';
import { type Filter, unreadIds } from './page-filter-store.ts';
import { releaseEffects } from './rule-effect-store.ts';

export async function isTracked(db: Queries, userId: number, scholarId: number): Promise<boolean> {
  const row = await db
    .selectFrom('scholars')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', scholarId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the user's library for the rest of the transaction. Call it before you change entries or what the user keeps about them. It is an update, because that
 * gives the row a new version: kept counts are no longer used, and a drop exports the library again.
 */
export async function lockLibrary(tx: Tx, userId: number): Promise<{ lastEntry: number; lastRead: number }> {
  const { rows } = await sql<{ lastEntry: number; lastRead: number }>`
    update libraries set has_words = has_words where user_id = ${userId}
    returning last_entry_number as "lastEntry", last_read_number as "lastRead"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`user ${userId} has no library`);
  return row;
}

/** The current time of the database's clock in milliseconds. `now()` is too early if the transaction waited for a lock. */
export async function readTime(db: Queries): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
  return rows[0]?.ms ?? 0;
}

/**
 * Marks entries of a locked library as read: those that a filter selects, or publications that the user chose (`isChosen`) or a rule did. `readNumber` is
 * the library's next read number. The marked entries are stored as a batch for a day, so that open lists can keep them and mark-all-read can be undone.
 * Returns how many entries changed.
 */
export async function markEntriesRead(
  tx: Tx,
  userId: number,
  which: { publicationIds: readonly number[]; isChosen: boolean } | { filter: Filter },
  readNumber: number,
): Promise<number> {
  const isChosen = 'publicationIds' in which && which.isChosen;
  const wanted =
    'publicationIds' in which ? sql`any(${which.publicationIds})` : sql`any(array(${unreadIds(userId, which.filter)}))`;
  const { rows } = await sql<{ n: number }>`
    with marked as (
      delete from unread r where r.user_id = ${userId} and r.publication_id = ${wanted} returning publication_id
    ), chosen as (
      -- the reading order learns from what the user chose to read
      insert into single_reads (user_id, publication_id) select ${userId}, publication_id from marked where ${isChosen}
      on conflict (user_id, publication_id) do update set read_at = excluded.read_at
    ), batch as (
      insert into read_batches (user_id, read_number, publication_ids)
      select ${userId}, ${readNumber}, array_agg(publication_id) from marked having count(*) > 0
    ), old as (
      delete from read_batches where user_id = ${userId} and at < now() - interval '1 day'
    ), numbered as (
      update libraries set last_read_number = ${readNumber} where user_id = ${userId} and exists (select from marked)
    ), recorded as (${recordRead(userId, sql`marked`)})
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
      on conflict do nothing returning publication_id
    ), forgotten as (
      delete from single_reads where user_id = ${userId} and publication_id = any(${publicationIds})
    ), released as (${releaseEffects(userId, sql`marked`, sql`marked_read = false`)})
    select count(*) as n from marked`.execute(tx);
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
      returning f.publication_id
    ), released as (${releaseEffects(userId, sql`removed`, sql`marked_favorite = false`)})
    select exists (select from entry) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/**
 * Adds the listings of a scholar's profile after a number to a locked library. New entries are unread, except those of the past that the user does not want
 * to read. A hidden entry becomes visible again, with its marks. The user's rules look at all of them soon, and events say which are news. Returns the publications that the library never had. The caller shares the identity lock, so that no merge changes the publication of a listing meanwhile.
 */
export async function addListed(
  tx: Tx,
  userId: number,
  scholar: { id: number; profileId: number; afterNumber: number },
  seen: { at: Date; runId: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    with listed as (
      select publication_id, min(number) as number from scholar_listings
      where scholar_id = ${scholar.id} and profile_id = ${scholar.profileId} and number > ${scholar.afterNumber} and removed_at is null
      group by publication_id
    ), saved as (
      insert into user_publications as u (user_id, publication_id, entry_number, first_seen_at, first_seen_run_id, first_scholar_id, scholar_ids,
        year, citations, title_prefix, pdf_rank)
      select ${userId}, l.publication_id, b.last_entry_number + row_number() over (order by l.number), ${seen.at}, ${seen.runId}, ${scholar.id},
        array[${scholar.id}::bigint], o.year, o.citations, o.title_prefix, o.pdf_rank
      from listed l join libraries b on b.user_id = ${userId} join publication_order o using (publication_id)
      on conflict (user_id, publication_id) do update
        set hidden_as = null, entry_number = case when u.hidden_as is null then u.entry_number else excluded.entry_number end,
          first_number = case when u.hidden_as is null then u.first_number else coalesce(u.first_number, u.entry_number) end,
          first_scholar_id = coalesce(u.first_scholar_id, excluded.first_scholar_id), scholar_ids = ${withScholar(scholar.id)}
        where not ${scholar.id} = any(u.scholar_ids)
      returning u.publication_id, u.first_seen_at, u.entry_number, u.scholar_ids, u.year, xmax = 0 as is_new
    ), counted as (
      update libraries set last_entry_number = greatest(last_entry_number, (select max(entry_number) from saved))
      where user_id = ${userId} and exists (select from saved)
    ), marked as (
      insert into unread
      select ${userId}, publication_id, first_seen_at, entry_number, scholar_ids from saved where is_new and ${isUnreadAtFirst(scholar)}
    ), candidates as (
      insert into rule_candidates (user_id, publication_id, entry_number)
      select ${userId}, publication_id, entry_number from saved
      where is_new and exists (select from rules where user_id = ${userId} and is_enabled)
      on conflict do nothing
    ), changed as (
      -- they have one more scholar
      update rule_candidates c set is_due = true from saved s where c.user_id = ${userId} and c.publication_id = s.publication_id and not s.is_new
    ), recorded as (${recordNew(userId, scholar, sql`saved`)})
    select publication_id as id, is_new from saved order by entry_number`.execute(tx);
  return rows.flatMap(({ id, is_new }) => (is_new ? id : []));
}

/** The days that count as recent. Of most publications only the year is known. */
const RECENT_DAYS = 90;

/** Whether a new entry is unread: after the first crawl of the profile all are, and before what the user chose for the past. */
function isUnreadAtFirst({ id, profileId }: { id: number; profileId: number }) {
  return sql`(
    select c.baseline_completed or s.unread_past = 'all'
      or s.unread_past = 'recent' and coalesce(saved.year >= extract(year from now() - make_interval(days => ${sql.lit(RECENT_DAYS)})), false)
    from scholar_profiles c join scholars s on s.id = c.scholar_id where c.scholar_id = ${id} and c.profile_id = ${profileId})`;
}

/** The scholars of an entry `u` and this one. */
function withScholar(scholarId: number) {
  return sql`array(select distinct k.id from unnest(u.scholar_ids || ${scholarId}::bigint) as k (id) order by k.id)`;
}

/**
 * Attributes the entries that a profile is known to list to its new scholar, and shows hidden ones again, before the profile is crawled. Locks the
 * library if there are such entries.
 */
export async function showKnown(tx: Tx, userId: number, scholar: { id: number; profileId: number }): Promise<void> {
  const listed = sql`
    select publication_id from scholar_listings
    where scholar_id = ${scholar.id} and profile_id = ${scholar.profileId} and removed_at is null`;
  const { rows } = await sql`
    select from user_publications where user_id = ${userId} and publication_id in (${listed}) limit 1`.execute(tx);
  if (rows.length === 0) return;
  await lockIdentity(tx, 'shared');
  await lockLibrary(tx, userId);
  await showEntries(tx, userId, scholar.id, listed);
}

/** Adds a scholar to entries of a locked library. Hidden ones become visible again, with their marks and new numbers. The user's rules look at new ones again. */
async function showEntries(
  tx: Tx,
  userId: number,
  scholarId: number,
  publicationIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with shown as (
      update user_publications u set hidden_as = null, scholar_ids = ${withScholar(scholarId)},
        entry_number = case when u.hidden_as is null then u.entry_number else b.last_entry_number + n.at end,
        first_number = case when u.hidden_as is null then u.first_number else coalesce(u.first_number, u.entry_number) end,
        first_scholar_id = case when u.hidden_as is null then u.first_scholar_id else ${scholarId} end
      from (
        select e.publication_id, row_number() over (partition by e.hidden_as is null order by e.entry_number) as at from user_publications e
        where e.user_id = ${userId} and e.publication_id in (${publicationIds})
      ) n, libraries b
      where u.user_id = ${userId} and b.user_id = ${userId} and u.publication_id = n.publication_id
      returning u.publication_id, u.entry_number
    ), changed as (
      update rule_candidates c set is_due = true from shown s where c.user_id = ${userId} and c.publication_id = s.publication_id
    )
    update libraries set last_entry_number = greatest(last_entry_number, (select max(entry_number) from shown))
    where user_id = ${userId} and exists (select from shown)`.execute(tx);
}

/** Replaces a scholar by another one in the entries of a locked library. */
export async function replaceScholar(
  tx: Tx,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    update user_publications u set first_scholar_id = case when u.first_scholar_id = ${from} then ${to} else u.first_scholar_id end,
      scholar_ids = array(select distinct case when k.id = ${from} then ${to}::bigint else k.id end as id from unnest(u.scholar_ids) as k (id) order by id)
    where u.user_id = ${userId} and (${from} = any(u.scholar_ids) or u.first_scholar_id = ${from})`.execute(tx);
}

/**
 * Records that a publication is not by a scholar, for all profiles of the scholar. Returns whether it is recorded now: it is not if the scholar does not account for a visible entry of
 * it. The caller has locked the library.
 */
export async function rejectPublication(
  tx: Tx,
  userId: number,
  scholarId: number,
  publicationId: number,
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean; is_known: boolean }>`
    with added as (
      insert into rejected_publications (user_id, profile_id, publication_id)
      select u.user_id, c.profile_id, u.publication_id from user_publications u join scholar_profiles c on c.scholar_id = ${scholarId}
      where u.user_id = ${userId} and u.publication_id = ${publicationId} and u.hidden_as is null and ${scholarId} = any(u.scholar_ids)
      on conflict do nothing returning 1
    )
    select exists (select from added) as is_new, exists (
      select from scholar_rejections where scholar_id = ${scholarId} and publication_id = ${publicationId}) as is_known`.execute(
    tx,
  );
  const { is_new: isNew = false, is_known: isKnown = false } = rows[0] ?? {};
  if (isNew) await releaseEntries(tx, userId, scholarId, publicationId);
  return isNew || isKnown;
}

/** Takes back that a publication is not by a scholar. Does nothing if that was not recorded. The caller has locked the library. */
export async function acceptPublication(
  tx: Tx,
  userId: number,
  scholarId: number,
  publicationId: number,
): Promise<void> {
  const { rows } = await sql`
    delete from rejected_publications r using publications p, scholar_profiles c
    where c.scholar_id = ${scholarId} and r.user_id = c.user_id and r.profile_id = c.profile_id
      and p.id = r.publication_id and p.canonical_id = ${publicationId} returning 1`.execute(tx);
  const listed = sql`
    select publication_id from scholar_listings where scholar_id = ${scholarId} and publication_id = ${publicationId} and is_processed`;
  if (rows.length > 0) await showEntries(tx, userId, scholarId, listed);
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
 * Removes a scholar from the entries of a locked library for which none of its profiles accounts any more. Hides the entries that no other
 * scholar accounts for, except favorites. With a publication it changes only the entry of this one.
 */
export async function releaseEntries(
  tx: Tx,
  userId: number,
  scholarId: number,
  publicationId: number | null = null,
): Promise<void> {
  const isWanted = publicationId === null ? sql`true` : sql`u.publication_id = ${publicationId}`;
  const others = sql`array_remove(u.scholar_ids, ${scholarId}::bigint)`;
  await sql`
    update user_publications u set scholar_ids = ${others},
      first_scholar_id = case when u.first_scholar_id = ${scholarId} then (${others})[1] else u.first_scholar_id end,
      hidden_as = case
        when ${others} <> '{}' or exists (select from favorites f where f.user_id = u.user_id and f.publication_id = u.publication_id) then null
        when exists (select from unread r where r.user_id = u.user_id and r.publication_id = u.publication_id) then 'unread'
        else 'read' end
    where u.user_id = ${userId} and ${isWanted} and ${scholarId} = any(u.scholar_ids)
      and not exists (select from scholar_listings w where w.scholar_id = ${scholarId} and w.publication_id = u.publication_id)`.execute(
    tx,
  );
}
