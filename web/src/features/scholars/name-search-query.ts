import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** Searches the sources for a name. It never refetches automatically, because the sources limit requests. */
export const nameSearchQuery = (name: string) =>
  queryOptions({
    queryKey: ['name-search', name],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/scholars/search', { params: { query: { query: name } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
