import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { WHILE_EMPTY_MS } from './list-query.ts';

/** What is new to read, by scholar. */
export const todayQuery = queryOptions({
  queryKey: ['publications', 'today'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/publications/today', { signal })),
  // as the list, which fills by itself
  refetchInterval: ({ state }) => (state.data?.new_count === 0 ? WHILE_EMPTY_MS : false),
});
