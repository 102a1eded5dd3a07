import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import type { QueueItem, QueueList } from '../../api/shapes.ts';

const MOST_SHOWN = 500;
const [WHILE_SHORT_MS, ELSE_MS] = [5_000, 60_000];
const SHORT = 50;

/** What is still to be read, and what was given up. */
export const queueQuery = queryOptions({
  queryKey: ['runs', 'queue'],
  queryFn: ({ signal }): Promise<QueueList> =>
    take(api.GET('/api/v1/runs/queue/items', { params: { query: { limit: MOST_SHOWN } }, signal })),
  refetchInterval: ({ state }) => {
    const open = state.data?.queue_items.filter(({ status }) => status !== 'dropped').length ?? 0;
    return open > 0 && open <= SHORT ? WHILE_SHORT_MS : ELSE_MS;
  },
});

/** How many were given up, so that somebody has to say what becomes of them; what was dropped by hand was said already. */
export const givenUpQuery = queryOptions({
  queryKey: ['runs', 'queue', 'given-up'],
  queryFn: async ({ signal }): Promise<number> => {
    const query = { status: 'dropped', limit: MOST_SHOWN } as const;
    const { queue_items: items } = await take(api.GET('/api/v1/runs/queue/items', { params: { query }, signal }));
    return items.filter(isGivenUp).length;
  },
  staleTime: ELSE_MS,
  refetchInterval: ELSE_MS,
});

export function isGivenUp({ status, dropped_reason: reason }: QueueItem): boolean {
  return status === 'dropped' && reason !== 'dropped_by_user';
}

/** The open item of each scholar, or one that was given up. */
export function itemsByScholar(items: readonly QueueItem[]): ReadonlyMap<number, QueueItem> {
  // what is open stands before what was given up
  return new Map([...items].reverse().map((item) => [item.scholar_profile_id, item]));
}
