import type { Static } from 'typebox';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { paginationOf, type RowWindow, windowOf } from '../platform/http/shapes.ts';
import type { Item, ListQuery, PublicationList } from './contract.ts';
import {
  countLinks,
  type Filter,
  getLibraryState,
  isTracked,
  type LibraryRow,
  type LibraryState,
  listLinks,
  type Sorting,
} from './library-store.ts';
import { scholarNotFound } from './scholar-not-found.ts';
import { prefixQuery } from './search-words.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './snapshot.ts';

const PAGE_SIZE = 100;

/**
 * A page of the user's library with its counts, all as of one moment: what arrives meanwhile is in none of them.
 * @throws Problem `validation_error` for two paging styles at once, `invalid_snapshot`, `scholar_not_found`
 */
export async function listPublications(
  db: Database,
  userId: number,
  query: Static<typeof ListQuery>,
): Promise<Static<typeof PublicationList>> {
  const window = windowOf(query, PAGE_SIZE);
  const given = query.snapshot === undefined ? null : readSnapshot(query.snapshot);
  const moment = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return moment.execute((tx) => readPage(tx, userId, query, { window, given }));
}

async function readPage(
  tx: Tx,
  userId: number,
  query: Static<typeof ListQuery>,
  { window, given }: { window: RowWindow; given: Snapshot | null },
): Promise<Static<typeof PublicationList>> {
  const { mode = 'all', favorite_only = false, scholar_profile_id: scholarId = null, search = '' } = query;
  const state = await getLibraryState(tx, userId);
  if (scholarId !== null && !(await isTracked(tx, userId, scholarId))) throw scholarNotFound();
  const now: Snapshot = { link: state.lastLink, read: state.lastRead, run: state.latestRunId ?? 0 };
  const snapshot = given === null ? now : atMost(given, now);
  const filter: Filter = {
    unread: mode === 'unread',
    favorite: favorite_only,
    runId: mode === 'latest' || mode === 'new' ? snapshot.run : null,
    scholarId,
    words: prefixQuery(search),
    // a snapshot of this very moment filters nothing
    snapshot: snapshot.link < now.link || snapshot.read < now.read ? snapshot : null,
  };
  const findsNothing = search !== '' && filter.words === null;
  const rows = findsNothing ? [] : await listLinks(tx, userId, filter, sortingOf(query), window);
  const pagination = paginationOf(window, findsNothing ? 0 : await countMatching(tx, userId, filter, state));
  return {
    mode,
    favorite_only,
    selected_scholar_profile_id: scholarId,
    unread_count: state.unreadCount,
    favorites_count: state.favoriteCount,
    latest_count: state.latestCount,
    new_count: state.latestCount,
    ...pagination,
    pagination,
    snapshot: writeSnapshot(snapshot),
    publications: rows.map((row) => itemOf(row, { scholarId, latestRunId: state.latestRunId })),
  };
}

/** A snapshot from the future, which this library never gave, would let arrivals in. */
function atMost(given: Snapshot, now: Snapshot): Snapshot {
  return { link: Math.min(given.link, now.link), read: Math.min(given.read, now.read), run: given.run };
}

/** Of one scholar's works, each bears that scholar's name: there is nothing to sort by it. */
function sortingOf({
  sort_by = 'first_seen',
  sort_dir = 'desc',
  scholar_profile_id,
}: Static<typeof ListQuery>): Sorting {
  if (sort_by === 'scholar' && scholar_profile_id !== undefined) return { by: 'first_seen', direction: 'desc' };
  return { by: sort_by, direction: sort_dir };
}

/** The library keeps the counts of its plain views; the others are counted. */
async function countMatching(db: Queries, userId: number, filter: Filter, state: LibraryState): Promise<number> {
  const { unread, favorite, runId, scholarId, words, snapshot } = filter;
  const plain = runId === null && scholarId === null && words === null;
  if (plain && snapshot === null) {
    if (!unread && !favorite) return state.linkCount;
    if (unread !== favorite) return unread ? state.unreadCount : state.favoriteCount;
  }
  return countLinks(db, userId, filter);
}

/** A row of the library as the wire has it; `scholarId` is the filtered scholar. */
export function itemOf(
  row: LibraryRow,
  { scholarId, latestRunId }: { scholarId: number | null; latestRunId: number | null },
): Item {
  const find = (id: number | null) => row.scholars.find((one) => one.scholar_profile_id === id);
  const named = find(scholarId) ?? find(row.first_scholar_id) ?? row.scholars[0];
  return {
    publication_id: row.publication_id,
    scholar_profile_id: named?.scholar_profile_id ?? null,
    scholar_label: named?.label ?? null,
    scholars: row.scholars,
    title: row.title,
    author_text: row.author_text,
    year: row.year,
    citation_count: row.citation_count,
    venue_text: row.venue_text,
    pub_url: row.pub_url,
    doi: row.doi,
    display_identifier: row.display_identifier,
    // nothing looks for PDFs yet, so none is tracked
    pdf_url: null,
    pdf_status: 'untracked',
    pdf_attempt_count: 0,
    pdf_failure_reason: null,
    pdf_failure_detail: null,
    is_read: row.is_read,
    is_favorite: row.is_favorite,
    first_seen_at: row.first_seen_at,
    is_new_in_latest_run: latestRunId !== null && row.first_seen_run_id === latestRunId,
  };
}
