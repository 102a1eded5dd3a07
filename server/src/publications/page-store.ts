import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { DisplayIdentifier, PdfStatus } from '../platform/database/tables.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
import {
  isBehind,
  isSeenBehind,
  isSeenThenBehind,
  orderBy,
  type Place,
  placeValue,
  type Sorting,
} from './page-order-store.ts';
import type { Snapshot } from './snapshot.ts';

/** Which links of a library are asked for; they are never hidden ones. */
export interface Filter {
  readonly unread?: boolean;
  readonly favorite?: boolean;
  /** only what the latest completed run was the first to see: that of the snapshot, where one is given */
  readonly latest?: boolean;
  readonly scholarId?: number | null;
  readonly publicationId?: number;
  /** a tsquery */
  readonly words?: string | null;
  /** the year of the work, from and to; works without one are left out by either */
  readonly yearFrom?: number | null;
  readonly yearTo?: number | null;
  /** null: the library as it is now */
  readonly snapshot?: Snapshot | null;
}

/** Rows after a place, as many as `limit`; or those of a window. */
export type PageWindow = RowWindow & { readonly after?: Place | null };

/** What the library is at the moment of the page. */
export interface LibraryState {
  readonly lastLink: number;
  readonly lastRead: number;
  readonly unreadCount: number;
  readonly favoriteCount: number;
  /** the newest run that ended with success or partial_failure */
  readonly latestRunId: number | null;
  readonly latestCount: number;
  /** how many links the filter lets through */
  readonly totalCount: number;
  /** names of the scholars on this page, by id */
  readonly labels: Readonly<Record<string, string>>;
}

export interface LibraryRow {
  readonly publication_id: number;
  readonly first_scholar_id: number | null;
  /** those of the user's scholars who wrote the work, in the order of their ids */
  readonly scholar_ids: readonly number[] | null;
  readonly title: string;
  readonly author_text: string | null;
  readonly year: number | null;
  readonly citation_count: number;
  readonly venue_text: string | null;
  readonly pub_url: string | null;
  readonly doi: string | null;
  readonly display_identifier: DisplayIdentifier | null;
  readonly pdf_url: string | null;
  /** null: a PDF was never looked for */
  readonly pdf_status: PdfStatus | null;
  readonly pdf_attempt_count: number | null;
  readonly pdf_failure_reason: string | null;
  readonly pdf_failure_detail: string | null;
  readonly is_read: boolean;
  readonly is_favorite: boolean;
  readonly first_seen_at: Date;
  readonly is_new_in_latest_run: boolean;
  /** of the last row that the window asks for; null for the others */
  readonly place: Place | null;
}

const LIBRARY = sql`user_publications u`;
const LIBRARY_AND_WORKS = sql`user_publications u join publications p on p.id = u.publication_id`;

function matching(userId: number, filter: Filter) {
  const { snapshot = null, scholarId = null, words = null, yearFrom = null, yearTo = null } = filter;
  const conditions = [sql`u.user_id = ${userId} and not u.is_hidden`];
  if (filter.publicationId !== undefined) conditions.push(sql`u.publication_id = ${filter.publicationId}`);
  if (filter.unread)
    conditions.push(snapshot ? sql`(not u.is_read or u.read_number > ${snapshot.read})` : sql`not u.is_read`);
  if (filter.favorite) conditions.push(sql`u.is_favorite`);
  if (filter.latest)
    conditions.push(
      sql`u.first_seen_run_id = ${snapshot ? sql`${snapshot.run}` : sql`(select latest_run_id from library)`}`,
    );
  if (snapshot) conditions.push(sql`u.link_number <= ${snapshot.link}`);
  if (words !== null) conditions.push(sql`p.search_vector @@ ${words}::tsquery`);
  if (yearFrom !== null) conditions.push(sql`p.year >= ${yearFrom}`);
  if (yearTo !== null) conditions.push(sql`p.year <= ${yearTo}`);
  if (scholarId !== null) {
    conditions.push(sql`exists (
      select from scholar_works w where w.scholar_id = ${scholarId} and w.user_id = ${userId} and w.publication_id = u.publication_id)`);
  }
  return sql.join(conditions, sql` and `);
}

/** Whether rows are told by what the works say. */
function asksWorks({ words = null, yearFrom = null, yearTo = null }: Filter): boolean {
  return words !== null || yearFrom !== null || yearTo !== null;
}

/** The library keeps the counts of its plain views, and few links are later than a snapshot; the rest is counted. */
function totalCount(userId: number, filter: Filter) {
  const { unread = false, favorite = false, latest = false, scholarId = null, publicationId, snapshot = null } = filter;
  const plain = !latest && scholarId === null && publicationId === undefined && !asksWorks(filter);
  if (plain && !unread && !favorite) {
    if (!snapshot) return sql`l.link_count`;
    return sql`l.link_count - (
      select count(*) from ${LIBRARY} where u.user_id = ${userId} and u.link_number > ${snapshot.link} and not u.is_hidden)`;
  }
  if (plain && snapshot && unread && !favorite) {
    // those of now, without what came since, and with what was read since
    return sql`l.unread_count - (
        select count(*) from ${LIBRARY}
        where u.user_id = ${userId} and u.link_number > ${snapshot.link} and not u.is_hidden and not u.is_read
      ) + (
        select count(*) from ${LIBRARY}
        where u.user_id = ${userId} and u.is_read and u.read_number > ${snapshot.read} and u.link_number <= ${snapshot.link} and not u.is_hidden)`;
  }
  if (plain && !snapshot && unread !== favorite) return unread ? sql`l.unread_count` : sql`l.favorite_count`;
  return sql`(select count(*) from ${asksWorks(filter) ? LIBRARY_AND_WORKS : LIBRARY} where ${matching(userId, filter)})`;
}

/**
 * The window as numbers in the text, where few texts come of it: PostgreSQL keeps one plan for a statement whose limit it knows, and
 * plans it anew each time when it has to guess.
 */
function limitTo({ limit, offset }: RowWindow) {
  return sql`limit ${sql.lit(limit)} offset ${offset === 0 ? sql.lit(0) : offset}`;
}

/**
 * The rows of the page, in order, each with the value of its place. Behind a place in the order of first sight the rows of its very time, which may
 * be all that an import brought, and those of other times are looked up apart: so each begins in the index where it has to.
 */
function pageRows(userId: number, filter: Filter, sorting: Sorting, { after = null, ...window }: PageWindow) {
  const needsWork = asksWorks(filter) || ['title', 'year', 'citations'].includes(sorting.by);
  const sortedByPdf =
    sorting.by === 'pdf_status' ? sql`left join pdf_jobs j on j.publication_id = u.publication_id` : sql``;
  const rowsWhere = (behind: ReturnType<typeof sql>, limit: ReturnType<typeof sql>) => sql`
    select u.*, ${placeValue(sorting)} as place_value from ${needsWork ? LIBRARY_AND_WORKS : LIBRARY} ${sortedByPdf}
    where ${matching(userId, filter)} ${behind}
    order by ${orderBy(sorting)}
    ${limit}`;
  if (after === null) return rowsWhere(sql``, limitTo(window));
  // one more, which tells whether there is a next page
  const limit = limitTo({ limit: window.limit + 1, offset: 0 });
  if (sorting.by !== 'first_seen' || asksWorks(filter) || (filter.scholarId ?? null) !== null)
    return rowsWhere(sql`and ${isBehind(after, sorting)}`, limit);
  return sql`
    select u.* from (
      (${rowsWhere(sql`and ${isSeenThenBehind(after, sorting.direction)}`, limit)})
      union all
      (${rowsWhere(sql`and ${isSeenBehind(after, sorting.direction)}`, limit)})
    ) u order by ${orderBy(sorting)} ${limit}`;
}

/**
 * A window of the user's library in order, with its counts. One statement, so that all of it is of one moment; the state of the library
 * comes with the first row, which is there even when the page is empty. After a place it is a row more than asked for, where there is one.
 */
export async function readLibraryPage(
  db: Queries,
  userId: number,
  filter: Filter,
  sorting: Sorting,
  window: PageWindow,
): Promise<{ state: LibraryState; rows: LibraryRow[] }> {
  const { rows } = await sql<LibraryRow & { state: LibraryState | null }>`
    with library as materialized (
      select l.*, (
        select id from runs where user_id = l.user_id and status in ('success', 'partial_failure') order by id desc limit 1
      ) as latest_run_id
      from libraries l where l.user_id = ${userId}
    ), page as materialized (
      select u.*, row_number() over () as at
      from (
        ${pageRows(userId, filter, sorting, window)}
      ) u
    ), writers as materialized (
      select publication_id, array_agg(scholar_id) as scholar_ids
      from (
        -- sorted once, not once a work; each work looked up by itself: joined, all that the user has would be read
        select w.publication_id, w.scholar_id
        from page cross join lateral (
          select s.publication_id, s.scholar_id from scholar_works s
          where s.publication_id = page.publication_id and s.user_id = ${userId} offset 0
        ) w
        order by w.publication_id, w.scholar_id
      ) w
      group by publication_id
    )
    select
      case when coalesce(u.at, 1) = 1 then json_build_object(
        'lastLink', l.last_link_number, 'lastRead', l.last_read_number, 'unreadCount', l.unread_count, 'favoriteCount', l.favorite_count,
        'latestRunId', l.latest_run_id,
        'latestCount', (
          select count(*) from user_publications n
          where n.first_seen_run_id = l.latest_run_id and n.user_id = l.user_id and not n.is_hidden),
        'totalCount', ${totalCount(userId, filter)},
        'labels', (
          select coalesce(json_object_agg(s.id, coalesce(f.display_name, f.source_id)), '{}')
          from scholars s join profiles f on f.id = s.profile_id
          where s.id in (select unnest(scholar_ids) from writers))
      ) end as state,
      u.publication_id, u.first_scholar_id, writers.scholar_ids, u.is_read, u.is_favorite, u.first_seen_at,
      coalesce(u.first_seen_run_id = l.latest_run_id, false) as is_new_in_latest_run,
      p.title, p.author_text, p.year, p.citation_count, p.venue_text, p.pub_url, p.doi, p.display_identifier,
      j.pdf_url, j.status as pdf_status, j.attempt_count as pdf_attempt_count, j.failure_reason as pdf_failure_reason,
      j.failure_detail as pdf_failure_detail,
      case when u.at = ${sql.lit(window.limit)} then json_build_object(
        'value', u.place_value, 'seenSeconds', extract(epoch from u.first_seen_at)::text, 'link', u.link_number) end as place
    from library l
    left join (
      page u join publications p on p.id = u.publication_id
      left join writers on writers.publication_id = u.publication_id
      left join pdf_jobs j on j.publication_id = u.publication_id
    ) on true
    order by u.at`.execute(db);
  const state = rows[0]?.state;
  if (!state) throw new Error(`user ${userId} has no library`);
  return { state, rows: rows.filter((row) => row.publication_id !== null) };
}
