import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MINUTE_MS = 60_000;
const MOST_RETRIES = 2;

/**
 * All that is known of the server. What it refused is not asked again; what did not arrive is. Whether there is a network says nothing of a
 * service on the same machine: everything is sent at once, and what did not arrive says so, in place of being sent later, when nobody waits for it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: MINUTE_MS / 2,
      gcTime: 10 * MINUTE_MS,
      retry: (failures, error) => failures < MOST_RETRIES && !(error instanceof ApiError && error.status < 500),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
