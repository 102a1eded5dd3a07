import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';

/** It looks through the whole database: anew only when somebody asks. */
export const integrityQuery = queryOptions({
  queryKey: ['admin', 'integrity'],
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  queryFn: ({ signal }) => take(api.GET('/api/v1/admin/db/integrity', { signal })),
});
