import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** refetched after any request without a response */
      readonly isReachabilityCheck?: boolean;
    };
  }
}

const MINUTE_MS = 60_000;
const MAX_RETRIES = 2;

/**
 * The cache of server state. A request that the service refused is not retried, but one without a response is. Requests
 * are sent even if the browser is offline, because the service may run on the same machine. They fail at once instead
 * of being sent later.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: MINUTE_MS / 2,
      gcTime: 10 * MINUTE_MS,
      retry: (failures, error) => failures < MAX_RETRIES && !(error instanceof ApiError && error.status < 500),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
