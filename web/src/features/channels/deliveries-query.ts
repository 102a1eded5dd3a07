import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { Delivery } from '../../api/shapes.ts';

const OPEN_MS = 1500;
const DEFAULT_MS = 60_000;
const PAGE_SIZE = 20;

/** The messages of a channel, the newest first, refreshed often while one is being sent. */
export const deliveriesQuery = (channelId: number) =>
  infiniteQueryOptions({
    queryKey: ['channels', channelId, 'deliveries'],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { before: pageParam }) };
      return unwrap(
        api.GET('/api/v1/channels/{id}/deliveries', { params: { path: { id: channelId }, query }, signal }),
      );
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ deliveries, has_more: hasMore }) => (hasMore ? deliveries.at(-1)?.id : undefined),
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.deliveries.some(isBeingSent) ? OPEN_MS : DEFAULT_MS),
  });

/** Whether a delivery ends soon: it is being sent, or about to be. */
function isBeingSent({ status, next_attempt_at: at }: Delivery): boolean {
  if (status === 'handed_over') return true;
  return status === 'waiting' && at !== null && new Date(at).getTime() <= Date.now() + DEFAULT_MS;
}
