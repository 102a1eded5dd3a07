import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { QueueItem, QueueList } from '../../api/shapes.ts';

const MAX_SHOWN = 500;
const [SHORT_QUEUE_MS, DEFAULT_MS] = [5_000, 60_000];
const MAX_SHORT = 50;

/** The queue, including dropped items. */
export const queueQuery = queryOptions({
  queryKey: ['runs', 'queue'],
  queryFn: ({ signal }): Promise<QueueList> =>
    unwrap(api.GET('/api/v1/runs/queue/items', { params: { query: { limit: MAX_SHOWN } }, signal })),
  refetchInterval: ({ state }) => {
    const open = state.data?.queue_items.filter(({ status }) => status !== 'dropped').length ?? 0;
    return open > 0 && open <= MAX_SHORT ? SHORT_QUEUE_MS : DEFAULT_MS;
  },
});

/** The number of items that Lectern dropped and the user must decide on. Items that the user dropped do not count. */
export const attentionCountQuery = queryOptions({
  queryKey: ['runs', 'queue', 'attention'],
  queryFn: async ({ signal }): Promise<number> => {
    const query = { status: 'dropped', limit: MAX_SHOWN } as const;
    const { queue_items: items } = await unwrap(api.GET('/api/v1/runs/queue/items', { params: { query }, signal }));
    return items.filter(needsAttention).length;
  },
  staleTime: DEFAULT_MS,
  refetchInterval: DEFAULT_MS,
});

export function needsAttention({ status, dropped_reason: reason }: QueueItem): boolean {
  return status === 'dropped' && reason !== 'dropped_by_user';
}

/** The open item of each scholar, otherwise a dropped one. */
export function itemsByScholar(items: readonly QueueItem[]): ReadonlyMap<number, QueueItem> {
  // the service lists open items before dropped ones, and the last entry in a map wins
  return new Map([...items].reverse().map((item) => [item.scholar_profile_id, item]));
}
