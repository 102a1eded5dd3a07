import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** The user's saved views in their order. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/views', { signal }))).views,
});

/** Query key of the unread counts at any state of the library. */
export const VIEW_COUNTS_KEY = ['view-counts'] as const;
/** Marks that follow one another at once make one request. */
const PAUSE_MS = 2000;

/**
 * The unread counts of the views by their ids. `snapshot` is that of the latest list, so that counts are requested when
 * something arrived or was read. Changes that the user makes here invalidate them.
 */
export function viewCountsQuery(snapshot: string | undefined) {
  return queryOptions({
    queryKey: [...VIEW_COUNTS_KEY, snapshot],
    async queryFn({ client, signal }) {
      // a later change cancels this request and makes its own
      if (client.getQueriesData({ queryKey: VIEW_COUNTS_KEY }).some(([, known]) => known !== undefined))
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      signal.throwIfAborted();
      const { counts } = await unwrap(api.GET('/api/v1/views/counts', { signal }));
      return Object.fromEntries(counts.map(({ view_id: id, unread_count: unread }) => [id, unread]));
    },
    enabled: snapshot !== undefined,
    placeholderData: keepPreviousData,
  });
}
