import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { startOfDay } from '../../ui/format.ts';
import { WHILE_EMPTY_MS } from './list-query.ts';

const TODAY_DAYS = 14;

/** What is new to read, by scholar. */
export const todayQuery = queryOptions({
  queryKey: ['publications', 'today'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/publications/today', { signal })),
  // as the list, which fills by itself
  refetchInterval: ({ state }) => (state.data?.new_count === 0 ? WHILE_EMPTY_MS : false),
});

/** Whether Today shows what happened at a time: since the beginning of a day two weeks ago, as in the service. */
export function isOfTodaysDays(time: string): boolean {
  const first = new Date();
  first.setDate(first.getDate() - TODAY_DAYS);
  return Date.parse(time) >= startOfDay(first);
}
