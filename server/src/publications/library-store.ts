import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { restoreMarks } from './dropped-marks-store.ts';

export async function isTracked(db: Queries, userId: number, scholarId: number): Promise<boolean> {
  const row = await db
    .selectFrom('scholars')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', scholarId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the user's library for the rest of the transaction; whoever changes links or marks does so first. */
export async function lockLibrary(tx: Tx, userId: number): Promise<{ link: number; read: number }> {
  const row = await tx
    .selectFrom('libraries')
    .select(['last_link_number as link', 'last_read_number as read'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row;
}

/** The time by the database's clock, in milliseconds; the transaction may have begun long before, and waited. */
export async function readTime(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(tx);
  return rows[0]?.ms ?? 0;
}

/** Marks links of a locked library as read or unread; `readNumber` is the library's next. Returns how many changed. */
export async function markLinks(
  tx: Tx,
  userId: number,
  which: { publicationIds: readonly number[] } | { scholarId: number | null; upTo: number },
  isRead: boolean,
  readNumber: number,
): Promise<number> {
  const chosen =
    'publicationIds' in which
      ? sql`u.publication_id = any(${which.publicationIds})`
      : which.scholarId === null
        ? sql`true`
        : sql`exists (
            select from scholar_works w
            where w.scholar_id = ${which.scholarId} and w.user_id = ${userId} and w.publication_id = u.publication_id)`;
  const upTo = 'upTo' in which ? sql`and u.link_number <= ${which.upTo}` : sql``;
  const { rows } = await sql<{ n: number }>`
    with changed as (
      update user_publications u set is_read = ${isRead}, read_number = ${isRead ? readNumber : null}
      where u.user_id = ${userId} and not u.is_hidden and u.is_read <> ${isRead} and ${chosen} ${upTo}
      returning 1
    ) select count(*) as n from changed`.execute(tx);
  const changed = rows[0]?.n ?? 0;
  if (isRead && changed > 0)
    await tx.updateTable('libraries').set({ last_read_number: readNumber }).where('user_id', '=', userId).execute();
  return changed;
}

/** Sets the favorite mark of a visible link, or inverts it; returns whether there is such a link. */
export async function setFavorite(
  tx: Tx,
  userId: number,
  publicationId: number,
  isFavorite: boolean | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_publications')
    .set({ is_favorite: isFavorite ?? sql<boolean>`not is_favorite` })
    .where('user_id', '=', userId)
    .where('publication_id', '=', publicationId)
    .where('is_hidden', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface MadeLinks {
  /** all that were made, also of works that the library had before they were dropped */
  readonly made: readonly number[];
  /** of works that the library never had */
  readonly news: readonly number[];
}

/**
 * Links a profile's listings after `afterListing` into a locked library; one that was hidden comes back with its marks, and so does a work that was
 * dropped.
 */
export async function linkListings(
  tx: Tx,
  library: { userId: number; lastLink: number },
  scholar: { id: number; profileId: number; afterListing: number },
  seen: { at: Date; runId: number | null },
): Promise<MadeLinks> {
  const { rows } = await sql<{ publication_id: number | null; is_new: boolean; dropped_of: string | null }>`
    with saved as (
      insert into user_publications as u (user_id, publication_id, link_number, first_seen_at, first_seen_run_id, first_scholar_id)
      select ${library.userId}, l.publication_id, ${library.lastLink}::bigint + row_number() over (order by l.listing_number), ${seen.at}, ${seen.runId}, ${scholar.id}
      from profile_publications l where l.profile_id = ${scholar.profileId} and l.listing_number > ${scholar.afterListing}
      on conflict (user_id, publication_id) do update
        set is_hidden = false, link_number = case when u.is_hidden then excluded.link_number else u.link_number end,
          first_scholar_id = coalesce(u.first_scholar_id, excluded.first_scholar_id)
        where u.is_hidden or u.first_scholar_id is null
      returning u.publication_id, xmax = 0 as is_new, link_number
    ), counted as (
      update libraries set last_link_number = greatest(last_link_number, (select max(link_number) from saved))
      where user_id = ${library.userId} and exists (select from saved)
    )
    select s.publication_id, coalesce(s.is_new, false) as is_new, d.profile as dropped_of
    from (
      select (select source_id from profiles where id = ${scholar.profileId} and exists (select from dropped_marks where user_id = ${library.userId})) as profile
    ) d left join saved s on true order by s.link_number`.execute(tx);
  const made = rows.flatMap((row) => (row.is_new && row.publication_id !== null ? row.publication_id : []));
  const profile = rows[0]?.dropped_of ?? null;
  if (profile === null) return { made, news: made };
  const listed = await listNewListings(tx, scholar);
  const known = new Set(await restoreMarks(tx, library.userId, made, { linked: listed, listedBy: profile }));
  return { made, news: made.filter((id) => !known.has(id)) };
}

async function listNewListings(tx: Tx, { profileId, afterListing }: { profileId: number; afterListing: number }) {
  const { rows } = await sql<{ id: number }>`
    select publication_id as id from profile_publications where profile_id = ${profileId} and listing_number > ${afterListing}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** What a person recognises works by, in the order of the ids given. */
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
 * Before a scholar is deleted: hides the links that no other scholar of the user accounts for, favorites excepted, and hands the rest over.
 */
export async function releaseLinks(tx: Tx, userId: number, scholarId: number): Promise<void> {
  await sql`
    update user_publications u set
      first_scholar_id = case when u.first_scholar_id = ${scholarId} then heir.id else u.first_scholar_id end,
      is_hidden = heir.id is null and not u.is_favorite
    from scholar_works w left join lateral (
      select min(o.scholar_id) as id from (
        -- each work by itself: joined, all that the user has would be read for each
        select scholar_id from scholar_works where user_id = ${userId} and publication_id = w.publication_id offset 0
      ) o where o.scholar_id <> ${scholarId}
    ) heir on true
    where w.scholar_id = ${scholarId} and w.user_id = ${userId} and u.user_id = ${userId} and u.publication_id = w.publication_id and not u.is_hidden
  `.execute(tx);
}
