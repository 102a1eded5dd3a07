import { queryClient } from '../../api/query-client.ts';
import { detailQuery } from './detail-query.ts';

/** How long the pointer must rest on a row. Moving across rows fetches nothing. */
const HOVER_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Prefetches the details of the publication under the pointer, which the user is likely to open. */
export function prefetchDetail(id: number | undefined): void {
  clearTimeout(timer);
  if (id === undefined) return;
  timer = setTimeout(() => {
    void queryClient.prefetchQuery(detailQuery(id));
    void import('./publication-detail.tsx');
  }, HOVER_MS);
}
