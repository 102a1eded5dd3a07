import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

const FRESH_MS = 60_000;
const REFETCH_MS = 300_000;

/** The user's channels, and whether the operator set up mail. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/channels', { signal })),
  staleTime: FRESH_MS,
  refetchInterval: REFETCH_MS,
});

/** How many channels are paused, and not by the user. */
export const stoppedCountQuery = queryOptions({
  ...channelsQuery,
  select: ({ channels }) => channels.filter((one) => one.is_paused && one.pause_reason !== 'user').length,
});
