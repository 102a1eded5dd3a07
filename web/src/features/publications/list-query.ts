import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import type { PublicationPage, PublicationQuery } from '../../api/shapes.ts';
import { withRecentMarks } from './recent-marks.ts';

export const PAGE_SIZE = 100;
const WHILE_EMPTY_MS = 5000;
const LOOK_EVERY_MS = 15_000;
/** All pages of lists that are known, whatever the filter. */
export const LIST_KEY = ['publications', 'list'] as const;

async function ask(query: PublicationQuery, signal: AbortSignal): Promise<PublicationPage> {
  const askedAt = performance.now();
  const page = await take(api.GET('/api/v1/publications', { params: { query }, signal }));
  return { ...page, publications: page.publications.map((publication) => withRecentMarks(publication, askedAt)) };
}

/** The first page, as of now; its `snapshot` is the moment that all later pages are of. */
export function headQuery(query: PublicationQuery) {
  return queryOptions({
    queryKey: [...LIST_KEY, query, 'head'],
    queryFn: ({ signal }) => ask({ ...query, page_size: PAGE_SIZE }, signal),
    // a list under a reader changes when the reader says so: see arrivals-query.ts
    staleTime: Number.POSITIVE_INFINITY,
    // unless there is nothing to read yet: then what arrives is shown by itself
    refetchInterval: ({ state }) => (state.data?.total_count === 0 ? WHILE_EMPTY_MS : false),
    placeholderData: keepPreviousData,
  });
}

/**
 * A later page of the list that the first page's `snapshot` began. Behind a page that is known it is asked for by that one's end, which costs
 * the same however far down; elsewhere, where one jumped, by its number.
 */
export function pageQuery(query: PublicationQuery, snapshot: string, page: number) {
  return queryOptions({
    queryKey: keyOfPage(query, snapshot, page),
    queryFn: ({ client, signal }) => {
      const before = client.getQueryData<PublicationPage>(
        page === 2 ? headQuery(query).queryKey : keyOfPage(query, snapshot, page - 1),
      );
      const cursor = before?.snapshot === snapshot ? before.next_cursor : null;
      // what was read since stays in the list, so that its rows do not move
      const kept = { ...query, snapshot, ...(query.mode === 'unread' ? { keep_read: true } : {}) };
      return ask({ ...kept, page_size: PAGE_SIZE, ...(cursor === null ? { page } : { cursor }) }, signal);
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

/** How many publications have come to the library, as far as the filter lets them through, since the list was asked for. */
export function arrivalsQuery(query: PublicationQuery, snapshot: string) {
  const { mode, ...rest } = query;
  const isLatest = mode === 'latest';
  return queryOptions({
    queryKey: ['publications', 'arrivals', query, snapshot],
    async queryFn({ client, signal }): Promise<number> {
      // unread ones become fewer by reading: what arrived is counted among all
      const counted: PublicationQuery = { ...rest, mode: isLatest ? 'latest' : 'all', limit: 1 };
      const [then, now] = await Promise.all([
        // of that moment, which does not change
        client.ensureQueryData({
          queryKey: ['publications', 'count', counted, snapshot],
          queryFn: async () => (await ask({ ...counted, snapshot }, signal)).total_count,
        }),
        ask(counted, signal),
      ]);
      if (isLatest) return runOf(now.snapshot) === runOf(snapshot) ? 0 : now.total_count;
      return Math.max(0, now.total_count - then);
    },
    refetchInterval: LOOK_EVERY_MS,
    staleTime: LOOK_EVERY_MS / 2,
  });
}

/** The latest run that had ended when the snapshot was taken; null before the first. */
export function runOf(snapshot: string): number | null {
  return Number(snapshot.split('-')[2]) || null;
}
