import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PublicationPage } from '../../api/shapes.ts';
import { formatNumber } from '../../ui/format.ts';
import { fetchPage, LIST_KEY } from './list-query.ts';
import { useShownPage } from './show-marks.ts';

const REFETCH_MS = 15_000;
/** The service counts what is unread today, or in a view, only so far. */
const MAX_COUNTED = 1000;

/** The counts beside all lists. They come with a list of one row. */
export const countsQuery = queryOptions({
  queryKey: [...LIST_KEY, 'counts'],
  queryFn: ({ signal }) => fetchPage({ mode: 'today', page_size: 1 }, signal),
  refetchInterval: REFETCH_MS,
});

/** How much there is to read today, unread in all, and starred, with the unconfirmed marks. */
export function useCounts() {
  const show = useShownPage();
  const select = useCallback(
    (page: PublicationPage) => {
      const { today_count: today, unread_count: unread, favorites_count: favorites } = show(page);
      return { today, unread, favorites };
    },
    [show],
  );
  return useQuery({ ...countsQuery, select }).data;
}

/** A count of unread publications, which may be more than the service counts. */
export function formatUnread(count: number): string {
  return formatNumber(count) + (count >= MAX_COUNTED ? '+' : '');
}
