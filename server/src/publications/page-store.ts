import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { DisplayIdentifier, PdfStatus } from '../platform/database/tables.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
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
  /** null: the library as it is now */
  readonly snapshot?: Snapshot | null;
}

export type SortKey = 'first_seen' | 'title' | 'year' | 'citations' | 'scholar' | 'pdf_status';

export interface Sorting {
  readonly by: SortKey;
  readonly direction: 'asc' | 'desc';
}

/** How near a work is to a PDF that opens. */
const PDF_RANK = sql`case j.status when 'resolved' then 4 when 'running' then 3 when 'queued' then 2 when 'failed' then 1 else 0 end`;

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
      return sql`${PDF_RANK} ${way}, ${newestFirst}`;
  }
}

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
}

const LIBRARY = sql`user_publications u`;
const LIBRARY_AND_WORKS = sql`user_publications u join publications p on p.id = u.publication_id`;

function matching(userId: number, filter: Filter) {
  const { snapshot = null, scholarId = null, words = null } = filter;
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
  if (scholarId !== null) {
    conditions.push(sql`exists (
      select from scholar_works w where w.scholar_id = ${scholarId} and w.user_id = ${userId} and w.publication_id = u.publication_id)`);
  }
  return sql.join(conditions, sql` and `);
}

/** The library keeps the counts of its plain views, and few links are later than a snapshot; the rest is counted. */
function totalCount(userId: number, filter: Filter) {
  const {
    unread = false,
    favorite = false,
    latest = false,
    scholarId = null,
    publicationId,
    words = null,
    snapshot = null,
  } = filter;
  const plain = !latest && scholarId === null && publicationId === undefined && words === null;
  if (plain && !unread && !favorite) {
    if (!snapshot) return sql`l.link_count`;
    return sql`l.link_count - (
      select count(*) from ${LIBRARY} where u.user_id = ${userId} and u.link_number > ${snapshot.link} and not u.is_hidden)`;
  }
  if (plain && !snapshot && unread !== favorite) return unread ? sql`l.unread_count` : sql`l.favorite_count`;
  return sql`(select count(*) from ${words === null ? LIBRARY : LIBRARY_AND_WORKS} where ${matching(userId, filter)})`;
}

/**
 * The window as numbers in the text, where few texts come of it: PostgreSQL keeps one plan for a statement whose limit it knows, and
 * plans it anew each time when it has to guess.
 */
function limitTo({ limit, offset }: RowWindow) {
  return sql`limit ${sql.lit(limit)} offset ${offset === 0 ? sql.lit(0) : offset}`;
}

/**
 * A window of the user's library in order, with its counts. One statement, so that all of it is of one moment; the state of the library
 * comes with the first row, which is there even when the page is empty.
 */
export async function readLibraryPage(
  db: Queries,
  userId: number,
  filter: Filter,
  sorting: Sorting,
  window: RowWindow,
): Promise<{ state: LibraryState; rows: LibraryRow[] }> {
  const needsWork = (filter.words ?? null) !== null || ['title', 'year', 'citations'].includes(sorting.by);
  const sortedByPdf =
    sorting.by === 'pdf_status' ? sql`left join pdf_jobs j on j.publication_id = u.publication_id` : sql``;
  const { rows } = await sql<LibraryRow & { state: LibraryState | null }>`
    with library as materialized (
      select l.*, (
        select id from runs where user_id = l.user_id and status in ('success', 'partial_failure') order by id desc limit 1
      ) as latest_run_id
      from libraries l where l.user_id = ${userId}
    ), page as materialized (
      select u.*, row_number() over () as at
      from (
        select u.* from ${needsWork ? LIBRARY_AND_WORKS : LIBRARY} ${sortedByPdf}
        where ${matching(userId, filter)}
        order by ${orderBy(sorting)}
        ${limitTo(window)}
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
      j.failure_detail as pdf_failure_detail
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
