import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** The integrity report. It reads the whole database, so it is refreshed only on request. */
export const integrityQuery = queryOptions({
  queryKey: ['admin', 'integrity'],
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/admin/db/integrity', { signal })),
});
