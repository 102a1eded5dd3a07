import { queryClient } from '../../api/query-client.ts';
import type { Publication, PublicationDetail, PublicationPage, PublicationQuery } from '../../api/shapes.ts';
import { VIEW_COUNTS_KEY } from '../views/views-query.ts';
import { isHead, LIST_KEY } from './list-query.ts';
import { isOfTodaysDays, todayQuery } from './today-query.ts';
import { type Mark, valuesWithout, withMarks } from './unconfirmed-marks.ts';

/** Query key of the details of single publications. */
export const DETAIL_KEY = ['publications', 'detail'] as const;

/** A publication from any cached list, or from its own details. */
export function findCached(id: number): Publication | undefined {
  for (const [, page] of queryClient.getQueriesData<PublicationPage>({ queryKey: LIST_KEY })) {
    const found = page?.publications.find(({ publication_id }) => publication_id === id);
    if (found) return found;
  }
  return queryClient.getQueryData<PublicationDetail>([...DETAIL_KEY, id]);
}

/** The current state of selected publications. One that is no longer cached is returned as it was when selected. */
export function latestOf(selected: ReadonlyMap<number, Publication>): Publication[] {
  return [...selected].map(([id, then]) => findCached(id) ?? then);
}

/** Optimistically changes publications and counts in all cached lists and details. */
export function updateCached(change: (publication: Publication) => Publication): void {
  const seen = new Set<number>();
  let [unread, today, favorites, latestUnread] = [0, 0, 0, 0];
  for (const [, page] of queryClient.getQueriesData<PublicationPage>({ queryKey: LIST_KEY })) {
    for (const before of page?.publications ?? []) {
      if (seen.has(before.publication_id)) continue;
      seen.add(before.publication_id);
      const after = change(before);
      const newUnread = Number(before.is_read) - Number(after.is_read);
      unread += newUnread;
      if (isOfTodaysDays(after.first_seen_at)) today += newUnread;
      if (after.is_new_in_latest_run) latestUnread += newUnread;
      favorites += Number(after.is_favorite) - Number(before.is_favorite);
    }
  }
  queryClient.setQueriesData<PublicationPage>({ queryKey: LIST_KEY }, (page) =>
    page === undefined
      ? undefined
      : {
          ...page,
          unread_count: Math.max(0, page.unread_count + unread),
          today_count: Math.max(0, page.today_count + today),
          latest_unread_count: Math.max(0, page.latest_unread_count + latestUnread),
          favorites_count: Math.max(0, page.favorites_count + favorites),
          publications: page.publications.map(change),
        },
  );
  queryClient.setQueriesData<PublicationDetail>({ queryKey: DETAIL_KEY }, (detail) =>
    // keep the scholars of the details, because lists have less data on them
    detail === undefined ? undefined : { ...detail, ...change(detail), scholars: detail.scholars },
  );
}

/** The publications on the cached pages of a list, in its order. */
export function loadedOf(query: PublicationQuery): Publication[] {
  const pages = queryClient.getQueriesData<PublicationPage>({ queryKey: [...LIST_KEY, query] });
  const loaded = pages.flatMap(([, page]) => page ?? []).sort((a, b) => a.page - b.page);
  return loaded.flatMap(({ publications }) => publications);
}

/** Marks publications in the cache. */
export function markCached({ ids, marks }: Mark): void {
  updateCached((publication) => (ids.has(publication.publication_id) ? withMarks(publication, marks) : publication));
}

/** Reverts a refused mark in the cache. */
export function unmarkCached(refused: Mark): void {
  const valuesOf = valuesWithout(refused);
  updateCached((publication) =>
    refused.ids.has(publication.publication_id)
      ? withMarks(publication, valuesOf(publication.publication_id))
      : publication,
  );
}

/** Hashes of the lists that are shown now. */
export function visibleLists(): ReadonlySet<string> {
  const shown = queryClient.getQueryCache().findAll({ queryKey: LIST_KEY, type: 'active' });
  return new Set(shown.map(({ queryHash }) => queryHash));
}

/** Invalidates what counts today's reading and the unread publications of views. */
function invalidateCounts(): void {
  for (const queryKey of [todayQuery.queryKey, VIEW_COUNTS_KEY]) void queryClient.invalidateQueries({ queryKey });
}

/** Invalidates all lists and counts. Resolves when the lists that are shown are there again. */
export function invalidateLists(): Promise<void> {
  invalidateCounts();
  return queryClient.invalidateQueries({ queryKey: LIST_KEY });
}

/**
 * Invalidates the lists that were not visible when the user marked something, because the publication may now belong
 * there. Visible lists keep their rows.
 */
export function invalidateOtherLists(visible: ReadonlySet<string>): void {
  invalidateCounts();
  void queryClient.invalidateQueries({
    queryKey: LIST_KEY,
    // later pages belong to the snapshot of their first page
    predicate: ({ queryKey, queryHash }) => isHead(queryKey) && !visible.has(queryHash),
  });
}

export function replaceCached(publication: Publication): void {
  updateCached((known) => (known.publication_id === publication.publication_id ? { ...known, ...publication } : known));
}
