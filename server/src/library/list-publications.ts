import type { Static } from 'typebox';
import type { Database, Queries } from '../platform/database/database.ts';
import { invalidValue } from '../platform/errors.ts';
import { paginationOf, windowOf } from '../platform/http/shapes.ts';
import { paperCacheOf } from '../reading-order/paper-cache.ts';
import type { Item, ListQuery, PublicationList } from './contract.ts';
import { type LibraryRow, type LibraryState, type PageWindow, readLibraryPage } from './page-store.ts';
import { type Cursor, type ListSorting, readCursor, type Snapshot, writeCursor, writeSnapshot } from './paging.ts';
import type { List } from './predicate.ts';
import { basisOf, rankEntries } from './rank-entries.ts';
import { readList } from './read-list.ts';

const PAGE_SIZE = 100;

/**
 * A page of the user's library with its counts, read in one snapshot. A page after a cursor takes the same time
 * wherever in the list it begins.
 * @throws Problem `validation_error` for two paging styles at once, `invalid_snapshot`, `invalid_cursor`,
 * `scholar_not_found`
 */
export async function listPublications(
  db: Database,
  userId: number,
  query: Static<typeof ListQuery>,
): Promise<Static<typeof PublicationList>> {
  const { mode = 'all', favorite_only = false, scholar_profile_id: scholarId = null } = query;
  const sorting = sortingOf(query);
  const { window, cursor } = placeOf(query, sorting);
  const list = await readList(db, userId, query);
  const withAbstract = query.with_abstract ?? false;
  const { state, rows, reasons, basis } = await readPage(db, userId, { list, sorting, window }, withAbstract);
  const shown = rows.slice(0, window.limit);
  const counted = paginationOf({ limit: window.limit, offset: cursor?.shown ?? window.offset }, state.totalCount);
  const pagination = cursor ? { ...counted, has_prev: true, has_next: rows.length > window.limit } : counted;
  const place = pagination.has_next ? shown.at(-1)?.place : null;
  return {
    // `new` is the older name of `latest`
    mode: mode === 'new' ? 'latest' : mode,
    favorite_only,
    selected_scholar_profile_id: scholarId,
    unread_count: state.unreadCount,
    today_count: state.todayCount,
    favorites_count: state.favoriteCount,
    latest_count: state.latestCount,
    latest_unread_count: state.latestUnreadCount,
    new_count: state.latestCount,
    ...pagination,
    pagination,
    next_cursor: place ? writeCursor({ sorting, place, shown: (cursor?.shown ?? window.offset) + shown.length }) : null,
    snapshot: writeSnapshot({ ...momentOf(state, list.snapshot ?? null), ...(basis === null ? {} : { basis }) }),
    publications: shown.map((row) => ({
      ...itemOf(row, state, scholarId),
      ...(withAbstract ? { abstract_start: row.abstract_start } : {}),
      ...(reasons ? { reading_reasons: [...(reasons.get(row.publication_id) ?? [])] } : {}),
    })),
  };
}

/** Reads a page, in reading order with the reasons and the number of the basis. */
async function readPage(
  db: Database,
  userId: number,
  { list, sorting, window }: { list: List; sorting: ListSorting; window: PageWindow },
  withAbstract: boolean,
) {
  const { by, direction } = sorting;
  if (by !== 'reading') {
    const page = await readLibraryPage(db, userId, list, { by, direction }, window, { withAbstract });
    return { ...page, reasons: null, basis: null };
  }
  const basis = await basisOf(db, userId, list.snapshot?.basis ?? null);
  // the order and the rows belong to one moment
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const ranked = await rankEntries(tx, userId, basis, { list, direction, window, cache: paperCacheOf(db) });
      const page = await readLibraryPage(tx, userId, list, ranked.rows, window, { withAbstract });
      return { ...page, reasons: await ranked.reasonsOf(page.state), basis: basis.number };
    });
}

/** The requested rows: a window, or those after the cursor. */
function placeOf(query: Static<typeof ListQuery>, sorting: ListSorting): { window: PageWindow; cursor: Cursor | null } {
  const window = windowOf(query, PAGE_SIZE);
  if (query.cursor === undefined) return { window, cursor: null };
  const [path] = (['page', 'offset'] as const).filter((name) => query[name] !== undefined);
  if (path !== undefined) {
    const advice = 'cursor cannot be combined with page or offset. Send one of them.';
    throw invalidValue(path, 'cannot be combined with cursor', advice);
  }
  const cursor = readCursor(query.cursor, sorting);
  return { window: { ...window, after: cursor.place }, cursor };
}

/**
 * The snapshot for the next pages: the given one, limited to numbers that this library has reached. A restored backup
 * may have lower numbers.
 */
function momentOf(state: LibraryState, given: Snapshot | null): Snapshot {
  const now = { entry: state.lastEntry, read: state.lastRead, run: state.latestRunId ?? 0 };
  return given
    ? { entry: Math.min(given.entry, now.entry), read: Math.min(given.read, now.read), run: given.run }
    : now;
}

/**
 * The order. With a scholar filter, all rows have the same scholar label, so the order by scholar becomes that by first
 * seen.
 */
export function sortingOf({
  sort_by = 'first_seen',
  sort_dir = 'desc',
  scholar_profile_id,
}: Pick<Static<typeof ListQuery>, 'sort_by' | 'sort_dir' | 'scholar_profile_id'>): ListSorting {
  if (sort_by === 'scholar' && scholar_profile_id !== undefined) return { by: 'first_seen', direction: 'desc' };
  return { by: sort_by, direction: sort_dir };
}

/**
 * Converts a row of the library to the shape of the API. `scholarId` is the scholar of the filter, who then gives the
 * row its label.
 */
export function itemOf(row: LibraryRow, { labels, tags, tagIds }: LibraryState, scholarId: number | null): Item {
  const ids = row.scholar_ids;
  const tagged = tagIds.get(row.publication_id);
  const named = [scholarId, row.first_scholar_id, ids[0]].find((id) => id != null && ids.includes(id)) ?? null;
  return {
    publication_id: row.publication_id,
    scholar_profile_id: named,
    scholar_label: named === null ? null : (labels[named] ?? null),
    scholars: ids.map((id) => ({ scholar_profile_id: id, label: labels[id] ?? '' })),
    title: row.title,
    author_text: row.author_text,
    year: row.year,
    citation_count: row.citation_count,
    venue_text: row.venue_text,
    pub_url: row.pub_url,
    doi: row.doi,
    display_identifier: row.display_identifier,
    stage: row.stage,
    became_published_at: row.became_published_at,
    notice: row.notice,
    pdf_url: row.pdf_url,
    pdf_status: row.pdf_status ?? 'untracked',
    pdf_attempt_count: row.pdf_attempt_count ?? 0,
    pdf_failure_reason: row.pdf_failure_reason,
    pdf_failure_detail: row.pdf_failure_detail,
    is_read: row.is_read,
    is_favorite: row.is_favorite,
    tags: tagged ? tags.filter(({ id }) => tagged.includes(id)) : [],
    note_count: row.note_count,
    first_seen_at: row.first_seen_at,
    is_new_in_latest_run: row.is_new_in_latest_run,
  };
}

const NEWEST_FIRST = { by: 'first_seen', direction: 'desc' } as const;

/**
 * A publication as the API shows it to a user, labeled with `scholarId` if that scholar lists it; undefined if it is
 * not in the library.
 */
export async function readItem(
  q: Queries,
  userId: number,
  publicationId: number,
  scholarId: number | null,
): Promise<Item | undefined> {
  const { state, rows } = await readLibraryPage(
    q,
    userId,
    { condition: { kind: 'publications', ids: [publicationId] } },
    NEWEST_FIRST,
    { limit: 1, offset: 0 },
  );
  const [row] = rows;
  return row && itemOf(row, state, scholarId);
}
