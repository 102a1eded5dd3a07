import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { PublicationPage, PublicationQuery } from '../../api/shapes.ts';
import { withMarksOnAll } from './show-marks.ts';
import { marksSince } from './unconfirmed-marks.ts';

export const PAGE_SIZE = 100;
/** How often an empty list is requested again. */
export const WHILE_EMPTY_MS = 5000;
const CHECK_EVERY_MS = 15_000;
/** Query key of all pages of all lists. */
export const LIST_KEY = ['publications', 'list'] as const;

/** One page of a list, with the marks that the service has confirmed meanwhile. */
export async function fetchPage(query: PublicationQuery, signal: AbortSignal): Promise<PublicationPage> {
  const requestedAt = performance.now();
  const params = { query: { ...query, with_running: true } };
  const page = await unwrap(api.GET('/api/v1/publications', { params, signal }));
  return withMarksOnAll(page, marksSince(requestedAt));
}

/** The first page. All later pages use its `snapshot`. */
export function headQuery(query: PublicationQuery) {
  return queryOptions({
    queryKey: [...LIST_KEY, query, 'head'],
    queryFn: ({ signal }) => fetchPage({ ...query, page_size: PAGE_SIZE }, signal),
    // the list changes only when the reader asks for it: see `arrivalsQuery`
    staleTime: Number.POSITIVE_INFINITY,
    // an empty list fills automatically
    refetchInterval: ({ state }) => (state.data?.total_count === 0 ? WHILE_EMPTY_MS : false),
    placeholderData: keepPreviousData,
  });
}

/**
 * A later page of the first page's `snapshot`. If the page before it is cached, it is requested by cursor, which costs
 * the same at any depth. After a jump it is requested by number.
 */
export function pageQuery(query: PublicationQuery, snapshot: string, page: number) {
  return queryOptions({
    queryKey: keyOfPage(query, snapshot, page),
    queryFn: ({ client, signal }) => {
      const before = client.getQueryData<PublicationPage>(
        page === 2 ? headQuery(query).queryKey : keyOfPage(query, snapshot, page - 1),
      );
      const cursor = before?.snapshot === snapshot ? before.next_cursor : null;
      // unread publications that were read since stay in the list, so that rows do not move
      const kept = { ...query, snapshot, keep_read: true };
      return fetchPage({ ...kept, page_size: PAGE_SIZE, ...(cursor === null ? { page } : { cursor }) }, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function isHead(queryKey: readonly unknown[]): boolean {
  return queryKey.at(-1) === 'head';
}

function keyOfPage(query: PublicationQuery, snapshot: string, page: number) {
  return [...LIST_KEY, query, snapshot, page] as const;
}

/** The number of publications that would be in the list and arrived after the snapshot. */
export function arrivalsQuery(query: PublicationQuery, snapshot: string) {
  const counted: PublicationQuery = { ...query, limit: 1 };
  const isOfUnread = query.mode === 'today' || query.mode === 'unread';
  return queryOptions({
    queryKey: ['publications', 'arrivals', query, snapshot],
    async queryFn({ client, signal }): Promise<number> {
      const then = await client.fetchQuery({
        queryKey: ['publications', 'count', counted, snapshot],
        queryFn: async () => (await fetchPage({ ...counted, snapshot }, signal)).total_count,
        // reading reduces the number of unread ones; other counts at the snapshot never change
        staleTime: isOfUnread ? 0 : Number.POSITIVE_INFINITY,
      });
      // the later one, so that what is read meanwhile is no arrival
      const now = await fetchPage(counted, signal);
      // another run found other publications
      if (query.mode === 'latest' && runOf(now.snapshot) !== runOf(snapshot)) return now.total_count;
      return Math.max(0, now.total_count - then);
    },
    refetchInterval: CHECK_EVERY_MS,
    staleTime: CHECK_EVERY_MS / 2,
  });
}

/** The id of the latest run at the snapshot, or null before the first. */
export function runOf(snapshot: string): number | null {
  return Number(snapshot.split('-')[2]) || null;
}
