import { queryClient } from '../../api/query-client.ts';
import { detailQuery } from './detail-query.ts';

/** So long a pointer rests on what one means; passing over rows asks nothing. */
const REST_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

/** What is pointed at is likely to be opened: all of it is asked for once the pointer rests. */
export function fetchAhead(id: number | undefined): void {
  clearTimeout(timer);
  if (id === undefined) return;
  timer = setTimeout(() => {
    void queryClient.prefetchQuery(detailQuery(id));
    void import('./publication-detail.tsx');
  }, REST_MS);
}
