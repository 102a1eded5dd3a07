import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { DisplayIdentifier } from '../platform/database/tables.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
import type { Snapshot } from './snapshot.ts';

export interface LibraryState {
  readonly lastLink: number;
  readonly lastRead: number;
  readonly linkCount: number;
  readonly unreadCount: number;
  readonly favoriteCount: number;
  /** the newest run that ended with success or partial_failure */
  readonly latestRunId: number | null;
  readonly latestCount: number;
}

export async function getLibraryState(db: Queries, userId: number): Promise<LibraryState> {
  const { rows } = await sql<LibraryState>`
    select l.last_link_number as "lastLink", l.last_read_number as "lastRead", l.link_count as "linkCount", l.unread_count as "unreadCount",
      l.favorite_count as "favoriteCount", r.id as "latestRunId",
      (select count(*) from user_publications u where u.first_seen_run_id = r.id and u.user_id = l.user_id and not u.is_hidden) as "latestCount"
    from libraries l
    left join lateral (
      select id from runs where user_id = l.user_id and status in ('success', 'partial_failure') order by id desc limit 1
    ) r on true
    where l.user_id = ${userId}`.execute(db);
  const [state] = rows;
  if (!state) throw new Error(`user ${userId} has no library`);
  return state;
}

export interface Filter {
  readonly unread: boolean;
  readonly favorite: boolean;
  /** only what this run was the first to see */
  readonly runId: number | null;
  readonly scholarId: number | null;
  /** a tsquery */
  readonly words: string | null;
  /** null: the library as it is now */
  readonly snapshot: Snapshot | null;
}

function matching(userId: number, filter: Filter) {
  const { snapshot } = filter;
  const conditions = [sql`u.user_id = ${userId} and not u.is_hidden`];
  if (filter.unread)
    conditions.push(snapshot ? sql`(not u.is_read or u.read_number > ${snapshot.read})` : sql`not u.is_read`);
  if (filter.favorite) conditions.push(sql`u.is_favorite`);
  if (filter.runId !== null) conditions.push(sql`u.first_seen_run_id = ${filter.runId}`);
  if (snapshot) conditions.push(sql`u.link_number <= ${snapshot.link}`);
  if (filter.words !== null) conditions.push(sql`p.search_vector @@ ${filter.words}::tsquery`);
  if (filter.scholarId !== null) {
    conditions.push(sql`exists (
      select from scholar_works w where w.scholar_id = ${filter.scholarId} and w.user_id = ${userId} and w.publication_id = u.publication_id)`);
  }
  return sql.join(conditions, sql` and `);
}

const fromLibrary = sql`user_publications u`;
const fromLibraryAndWorks = sql`user_publications u join publications p on p.id = u.publication_id`;

export async function countLinks(db: Queries, userId: number, filter: Filter): Promise<number> {
  const from = filter.words === null ? fromLibrary : fromLibraryAndWorks;
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${from} where ${matching(userId, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export type SortKey = 'first_seen' | 'title' | 'year' | 'citations' | 'scholar' | 'pdf_status';

export interface Sorting {
  readonly by: SortKey;
  readonly direction: 'asc' | 'desc';
}

/** Newest first; of what was seen at one time, in the source's order, which is newest first as well. */
function orderBy({ by, direction }: Sorting) {
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const newestFirst = sql`u.first_seen_at desc, u.link_number asc`;
  switch (by) {
    case 'first_seen':
      return direction === 'desc' ? newestFirst : sql`u.first_seen_at asc, u.link_number desc`;
    case 'title':
      return sql`p.title_key ${way}, ${newestFirst}`;
    case 'year':
      return sql`p.year ${way} nulls last, ${newestFirst}`;
    case 'citations':
      return sql`p.citation_count ${way}, ${newestFirst}`;
    case 'scholar':
      return sql`(select lower(coalesce(f.display_name, f.source_id)) from scholars s join profiles f on f.id = s.profile_id
        where s.id = u.first_scholar_id) ${way} nulls last, ${newestFirst}`;
    case 'pdf_status':
      // no work has a PDF job yet: all are equal
      return newestFirst;
  }
}

export interface LibraryRow {
  publication_id: number;
  first_scholar_id: number | null;
  scholars: { scholar_profile_id: number; label: string }[];
  title: string;
  author_text: string | null;
  year: number | null;
  citation_count: number;
  venue_text: string | null;
  pub_url: string | null;
  doi: string | null;
  display_identifier: DisplayIdentifier | null;
  is_read: boolean;
  is_favorite: boolean;
  first_seen_at: Date;
  first_seen_run_id: number | null;
}

/** A window of the user's library, in order, each work with those of the user's scholars who wrote it. */
export async function listLinks(
  db: Queries,
  userId: number,
  filter: Filter,
  sorting: Sorting,
  window: RowWindow,
): Promise<LibraryRow[]> {
  const needsWork = filter.words !== null || ['title', 'year', 'citations'].includes(sorting.by);
  const { rows } = await sql<LinkRow>`
    with page as materialized (
      select ${linkColumns}, row_number() over () as at
      from (
        select u.* from ${needsWork ? fromLibraryAndWorks : fromLibrary}
        where ${matching(userId, filter)}
        order by ${orderBy(sorting)}
        limit ${window.limit} offset ${window.offset}
      ) u
    )
    select ${linkColumns}, ${workColumns} from page u join publications p on p.id = u.publication_id order by u.at`.execute(
    db,
  );
  return addScholars(db, userId, rows);
}

export async function findLink(db: Queries, userId: number, publicationId: number): Promise<LibraryRow | undefined> {
  const { rows } = await sql<LinkRow>`
    select ${linkColumns}, ${workColumns} from ${fromLibraryAndWorks}
    where u.user_id = ${userId} and u.publication_id = ${publicationId} and not u.is_hidden`.execute(db);
  const [row] = await addScholars(db, userId, rows);
  return row;
}

const workColumns = sql`p.title, p.author_text, p.year, p.citation_count, p.venue_text, p.pub_url, p.doi, p.display_identifier`;
const linkColumns = sql`u.publication_id, u.first_scholar_id, u.is_read, u.is_favorite, u.first_seen_at, u.first_seen_run_id`;

type LinkRow = Omit<LibraryRow, 'scholars'>;

/** Adds to each link those of the user's scholars who wrote the work. */
async function addScholars(db: Queries, userId: number, links: readonly LinkRow[]): Promise<LibraryRow[]> {
  if (links.length === 0) return [];
  const { rows } = await sql<{ publication_id: number; scholar_profile_id: number; label: string }>`
    select w.publication_id, w.scholar_id as scholar_profile_id, coalesce(f.display_name, f.source_id) as label
    from scholar_works w join scholars s on s.id = w.scholar_id join profiles f on f.id = s.profile_id
    where w.publication_id = any(${links.map((link) => link.publication_id)}::bigint[]) and w.user_id = ${userId}
    order by w.scholar_id`.execute(db);
  const scholarsOf = new Map<number, LibraryRow['scholars']>(links.map((link) => [link.publication_id, []]));
  for (const { publication_id, ...scholar } of rows) scholarsOf.get(publication_id)?.push(scholar);
  return links.map((link) => ({ ...link, scholars: scholarsOf.get(link.publication_id) ?? [] }));
}

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
      : matching(userId, {
          unread: true,
          favorite: false,
          runId: null,
          scholarId: which.scholarId,
          words: null,
          snapshot: null,
        });
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

export interface NewLink {
  readonly publicationId: number;
  readonly title: string;
  readonly pubUrl: string | null;
}

/**
 * Links a profile's listings after `afterListing` into a locked library; one that was hidden comes back with its marks.
 * Returns the works that the library never had before.
 */
export async function linkListings(
  tx: Tx,
  library: { userId: number; lastLink: number },
  scholar: { id: number; profileId: number; afterListing: number },
  seen: { at: Date; runId: number | null },
): Promise<NewLink[]> {
  const { rows } = await sql<{ publication_id: number; is_new: boolean }>`
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
    select publication_id, is_new from saved order by link_number`.execute(tx);
  const newIds = rows.filter((row) => row.is_new).map((row) => row.publication_id);
  if (newIds.length === 0) return [];
  const works = await tx
    .selectFrom('publications')
    .select(['id', 'title', 'pub_url'])
    .where('id', '=', sql<number>`any(${newIds})`)
    .execute();
  const workOf = new Map(works.map((work) => [work.id, work]));
  return newIds.flatMap((id) => {
    const work = workOf.get(id);
    return work ? [{ publicationId: id, title: work.title, pubUrl: work.pub_url }] : [];
  });
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
      select min(o.scholar_id) as id from scholar_works o
      where o.user_id = ${userId} and o.publication_id = w.publication_id and o.scholar_id <> ${scholarId}
    ) heir on true
    where w.scholar_id = ${scholarId} and w.user_id = ${userId} and u.user_id = ${userId} and u.publication_id = w.publication_id and not u.is_hidden
  `.execute(tx);
}
