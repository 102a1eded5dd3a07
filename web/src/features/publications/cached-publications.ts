import { queryClient } from '../../api/query-client.ts';
import type { Publication, PublicationDetail, PublicationPage, PublicationQuery } from '../../api/shapes.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { VIEW_COUNTS_KEY } from '../views/views-query.ts';
import { isHead, LIST_KEY } from './list-query.ts';
import { countMark, withMarks, withMarksOnAll } from './show-marks.ts';
import { todayQuery } from './today-query.ts';
import { type Mark, unconfirmedMarks } from './unconfirmed-marks.ts';

/** Query key of the details of single publications. */
export const DETAIL_KEY = ['publications', 'detail'] as const;

/** A publication as it is shown, from any cached list, or from its own details. */
export function findCached(id: number): Publication | undefined {
  for (const [, page] of queryClient.getQueriesData<PublicationPage>({ queryKey: LIST_KEY })) {
    const found = page?.publications.find(({ publication_id }) => publication_id === id);
    if (found) return withMarks(found, unconfirmedMarks());
  }
  const detail = queryClient.getQueryData<PublicationDetail>([...DETAIL_KEY, id]);
  return detail && withMarks(detail, unconfirmedMarks());
}

/** The current state of selected publications. One that is no longer cached is returned as it was when selected. */
export function latestOf(selected: ReadonlyMap<number, Publication>): Publication[] {
  return [...selected].map(([id, then]) => findCached(id) ?? then);
}

/** Changes publications in all cached lists and details. */
export function updateCached(change: <P extends Publication>(publication: P) => P): void {
  queryClient.setQueriesData<PublicationPage>(
    { queryKey: LIST_KEY },
    (page) => page && { ...page, publications: page.publications.map(change) },
  );
  queryClient.setQueriesData<PublicationDetail>({ queryKey: DETAIL_KEY }, (detail) => detail && change(detail));
}

/** Marks cached publications as the service has done, and changes the counts of all lists. */
export function markCached(mark: Mark): void {
  queryClient.setQueriesData<PublicationPage>(
    { queryKey: LIST_KEY },
    (page) => page && countMark(withMarksOnAll(page, [mark]), mark),
  );
  queryClient.setQueriesData<PublicationDetail>(
    { queryKey: DETAIL_KEY },
    (detail) => detail && withMarks(detail, [mark]),
  );
}

/** The publications on the cached pages of a list as they are shown, in its order. */
export function loadedOf(query: PublicationQuery): Publication[] {
  const pages = queryClient.getQueriesData<PublicationPage>({ queryKey: [...LIST_KEY, query] });
  const loaded = pages.flatMap(([, page]) => page ?? []).sort((a, b) => a.page - b.page);
  const marks = unconfirmedMarks();
  return loaded.flatMap(({ publications }) => publications.map((one) => withMarks(one, marks)));
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

/** Invalidates all that depends on who wrote publications. Resolves when what is shown is there again. */
export async function invalidateAuthors(ids: readonly number[]): Promise<void> {
  // with what is rejected for each scholar
  void queryClient.invalidateQueries({ queryKey: scholarsQuery.queryKey });
  const details = ids.map((id) => queryClient.invalidateQueries({ queryKey: [...DETAIL_KEY, id] }));
  await Promise.all([invalidateLists(), ...details]);
}

/** Replaces a publication in all lists and details. Details know more of its scholars, so these stay. */
export function replaceCached(publication: Publication): void {
  updateCached((known) =>
    known.publication_id === publication.publication_id
      ? { ...known, ...publication, scholars: known.scholars }
      : known,
  );
}
