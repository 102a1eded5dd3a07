import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import type { Channel } from '../../api/shapes.ts';

const FRESH_MS = 60_000;
const REFETCH_MS = 300_000;
const DUE_MS = 2000;

/** The user's channels, and whether the operator set up mail. Refreshed often while one is about to send. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/channels', { signal })),
  staleTime: FRESH_MS,
  refetchInterval: ({ state: { data } }) => (data?.channels.some(isDue) ? DUE_MS : REFETCH_MS),
});

function isDue({ next_at: at }: Channel): boolean {
  return at !== null && new Date(at).getTime() <= Date.now();
}

/** How many channels are paused, and not by the user. */
export const stoppedCountQuery = queryOptions({
  ...channelsQuery,
  select: ({ channels }) => channels.filter((one) => one.is_paused && one.pause_reason !== 'user').length,
});
