import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';

const EVERY_MS = 15_000;

/** The sources as they are; kept up while they are looked at. */
export const sourcesQuery = queryOptions({
  queryKey: ['admin', 'sources'],
  queryFn: async ({ signal }) => (await take(api.GET('/api/v1/admin/sources', { signal }))).sources,
  refetchInterval: EVERY_MS,
});
