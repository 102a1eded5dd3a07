import { queryClient } from '../../api/query-client.ts';
import type { Publication, PublicationDetail, PublicationPage } from '../../api/shapes.ts';
import { LIST_KEY } from './list-query.ts';

/** Single publications with all that is known of them. */
export const DETAIL_KEY = ['publications', 'detail'] as const;

type Marks = Partial<Pick<Publication, 'is_read' | 'is_favorite'>>;

/** A publication of any list that is known here. */
export function findKnown(id: number): Publication | undefined {
  for (const [, page] of queryClient.getQueriesData<PublicationPage>({ queryKey: LIST_KEY })) {
    const found = page?.publications.find(({ publication_id }) => publication_id === id);
    if (found) return found;
  }
  return undefined;
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

export function markKnown(ids: ReadonlySet<number>, marks: Marks): void {
  changeKnown((publication) => (ids.has(publication.publication_id) ? { ...publication, ...marks } : publication));
}

export function replaceKnown(publication: Publication): void {
  changeKnown((known) => (known.publication_id === publication.publication_id ? publication : known));
}
