import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import type { Scholar } from '../../api/shapes.ts';

const WHILE_CRAWLING_MS = 3000;

export const scholarsQuery = queryOptions({
  queryKey: ['scholars'],
  queryFn: async ({ signal }): Promise<Scholar[]> => (await take(api.GET('/api/v1/scholars', { signal }))).scholars,
  // the first crawl of a scholar is followed as it goes on
  refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? WHILE_CRAWLING_MS : false),
});

/** Whether the profile is still being read for the first time, or waits for it. */
export function isBeingRead({ baseline_completed, crawl }: Scholar): boolean {
  return !baseline_completed && crawl.state !== 'idle';
}
