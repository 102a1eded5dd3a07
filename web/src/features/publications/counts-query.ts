import { queryOptions } from '@tanstack/react-query';
import { formatNumber } from '../../ui/format.ts';
import { fetchPage, LIST_KEY } from './list-query.ts';

const REFETCH_MS = 15_000;
/** The service counts what is unread today, or in a view, only so far. */
const MAX_COUNTED = 1000;

/**
 * How much there is to read today, unread in all, and starred. It is the answer of a list with one row, so marks change
 * it at once, too.
 */
export const countsQuery = queryOptions({
  queryKey: [...LIST_KEY, 'counts'],
  queryFn: ({ signal }) => fetchPage({ mode: 'today', page_size: 1 }, signal),
  select: ({ today_count: today, unread_count: unread, favorites_count: favorites }) => ({ today, unread, favorites }),
  refetchInterval: REFETCH_MS,
});

/** A count of unread publications, which may be more than the service counts. */
export function formatUnread(count: number): string {
  return formatNumber(count) + (count >= MAX_COUNTED ? '+' : '');
}
