import { queryClient } from '../../api/query-client.ts';
import type { Publication, PublicationDetail, PublicationPage } from '../../api/shapes.ts';
import { isHead, LIST_KEY } from './list-query.ts';
import { type Marks, rememberMarks } from './recent-marks.ts';

/** Single publications with all that is known of them. */
export const DETAIL_KEY = ['publications', 'detail'] as const;

/** A publication of any list that is known here, or that is shown by itself. */
export function findKnown(id: number): Publication | undefined {
  for (const [, page] of queryClient.getQueriesData<PublicationPage>({ queryKey: LIST_KEY })) {
    const found = page?.publications.find(({ publication_id }) => publication_id === id);
    if (found) return found;
  }
  return queryClient.getQueryData<PublicationDetail>([...DETAIL_KEY, id]);
}

/** What was selected, as it is now; a row that is far away by now may be forgotten, and is as it was then. */
export function asKnown(selected: ReadonlyMap<number, Publication>): Publication[] {
  return [...selected].map(([id, then]) => findKnown(id) ?? then);
}

/** Changes publications wherever they are shown, counts included, before the service has said so. */
export function changeKnown(change: (publication: Publication) => Publication): void {
  const seen = new Set<number>();
  let [unread, favorites] = [0, 0];
  for (const [, page] of queryClient.getQueriesData<PublicationPage>({ queryKey: LIST_KEY })) {
    for (const before of page?.publications ?? []) {
      if (seen.has(before.publication_id)) continue;
      seen.add(before.publication_id);
      const after = change(before);
      unread += Number(before.is_read) - Number(after.is_read);
      favorites += Number(after.is_favorite) - Number(before.is_favorite);
    }
  }
  queryClient.setQueriesData<PublicationPage>({ queryKey: LIST_KEY }, (page) =>
    page === undefined
      ? undefined
      : {
          ...page,
          unread_count: Math.max(0, page.unread_count + unread),
          favorites_count: Math.max(0, page.favorites_count + favorites),
          publications: page.publications.map(change),
        },
  );
  queryClient.setQueriesData<PublicationDetail>({ queryKey: DETAIL_KEY }, (detail) =>
    // what a list does not know of its scholars stays
    detail === undefined ? undefined : { ...detail, ...change(detail), scholars: detail.scholars },
  );
}

/** Returns what is to be called when the service has answered. */
export function markKnown(ids: ReadonlySet<number>, marks: Marks): () => void {
  changeKnown((publication) => (ids.has(publication.publication_id) ? { ...publication, ...marks } : publication));
  return rememberMarks(ids, marks);
}

/** Lists that are shown now, by name. */
export function shownLists(): ReadonlySet<string> {
  const shown = queryClient.getQueryCache().findAll({ queryKey: LIST_KEY, type: 'active' });
  return new Set(shown.map(({ queryHash }) => queryHash));
}

/**
 * All other lists are asked for anew when they are shown, or now if they came to be shown meanwhile: what was marked may belong there. Those
 * that one marks in stay as they are.
 */
export function outdateListsBut(shown: ReadonlySet<string>): void {
  void queryClient.invalidateQueries({
    queryKey: LIST_KEY,
    // later pages are of the moment of their head
    predicate: ({ queryKey, queryHash }) => isHead(queryKey) && !shown.has(queryHash),
  });
}

export function replaceKnown(publication: Publication): void {
  changeKnown((known) => (known.publication_id === publication.publication_id ? publication : known));
}
