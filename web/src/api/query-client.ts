import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MINUTE_MS = 60_000;
const MOST_RETRIES = 2;

/** All that is known of the server. What it refused is not asked again; what did not arrive is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: MINUTE_MS / 2,
      gcTime: 10 * MINUTE_MS,
      retry: (failures, error) => failures < MOST_RETRIES && !(error instanceof ApiError && error.status < 500),
    },
    mutations: { retry: false },
  },
});
