import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { Feed } from '../../api/shapes.ts';

/** The user's feeds, the oldest first. */
export const feedsQuery = queryOptions({
  queryKey: ['feeds'],
  queryFn: async ({ signal }): Promise<Feed[]> => (await unwrap(api.GET('/api/v1/feeds', { signal }))).feeds,
});
