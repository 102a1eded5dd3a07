import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';

/** The sources count what they are asked, so only the reader asks again; answers are kept by the service, too. */
export const nameSearchQuery = (name: string) =>
  queryOptions({
    queryKey: ['name-search', name],
    queryFn: ({ signal }) => take(api.GET('/api/v1/scholars/search', { params: { query: { query: name } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
