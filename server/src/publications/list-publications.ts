import type { Static } from 'typebox';
import type { Database } from '../platform/database/database.ts';
import { paginationOf, windowOf } from '../platform/http/shapes.ts';
import type { Item, ListQuery, PublicationList } from './contract.ts';
import { countLinks, type Filter, getLibraryState, type LibraryRow, type LibraryState, listLinks } from './library-store.ts';
import { prefixQuery } from './search-words.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './snapshot.ts';

const PAGE_SIZE = 100;

/**
 * A page of the user's library with its counts.
 * @throws Problem `validation_error` for two paging styles at once, `invalid_snapshot`
 */
export async function listPublications(
  db: Database,
  userId: number,
  query: Static<typeof ListQuery>,
): Promise<Static<typeof PublicationList>> {
  const window = windowOf(query, PAGE_SIZE);
  const given = query.snapshot === undefined ? null : readSnapshot(query.snapshot);
  const state = await getLibraryState(db, userId);
  const now: Snapshot = { link: state.lastLink, read: state.lastRead };
  const { mode = 'all', favorite_only = false, scholar_profile_id: scholarId = null, sort_by = 'first_seen', sort_dir = 'desc' } = query;
  const filter: Filter = {
    unread: mode === 'unread',
    favorite: favorite_only,
    runId: mode === 'latest' || mode === 'new' ? (state.latestRunId ?? 0) : null,
    scholarId,
    words: query.search === undefined || query.search === '' ? null : prefixQuery(query.search),
    // a snapshot of this very moment filters nothing
    snapshot: given && (given.link < now.link || given.read < now.read) ? given : null,
  };
  const findsNothing = query.search !== undefined && query.search !== '' && filter.words === null;
  const [rows, totalCount] = findsNothing
    ? [[], 0]
    : await Promise.all([
        listLinks(db, userId, filter, { by: sort_by, direction: sort_dir }, window),
        countMatching(db, userId, filter, state),
      ]);
  const pagination = paginationOf(window, totalCount);
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
    snapshot: writeSnapshot(given ?? now),
    publications: rows.map((row) => itemOf(row, { scholarId, latestRunId: state.latestRunId })),
  };
}

/** The library keeps the counts of its plain views; the others are counted. */
async function countMatching(db: Database, userId: number, filter: Filter, state: LibraryState): Promise<number> {
  const { unread, favorite, runId, scholarId, words, snapshot } = filter;
  const plain = runId === null && scholarId === null && words === null;
  if (plain && snapshot === null) {
    if (!unread && !favorite) return state.linkCount;
    if (unread !== favorite) return unread ? state.unreadCount : state.favoriteCount;
  }
  return countLinks(db, userId, filter);
}

/** A row of the library as the wire has it; `scholarId` is the filtered scholar. */
export function itemOf(row: LibraryRow, { scholarId, latestRunId }: { scholarId: number | null; latestRunId: number | null }): Item {
  const named = row.scholars.find((one) => one.scholar_profile_id === (scholarId ?? row.first_scholar_id)) ?? row.scholars[0];
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
