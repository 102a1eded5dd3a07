import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

const REFRESH_MS = 15_000;

/** The state of the sources, refreshed while it is shown. */
export const sourcesQuery = queryOptions({
  queryKey: ['admin', 'sources'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/admin/sources', { signal }))).sources,
  refetchInterval: REFRESH_MS,
});
