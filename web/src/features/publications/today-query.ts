import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** What is new to read, by scholar. */
export const todayQuery = queryOptions({
  queryKey: ['publications', 'today'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/publications/today', { signal })),
});
