import { onlineManager, queryOptions } from '@tanstack/react-query';
import { OfflineError } from '../../api/api-error.ts';
import { api, unwrap } from '../../api/client.ts';
import type { Run, RunDetail, RunList } from '../../api/shapes.ts';

const PAGE_SIZE = 50;
const [ACTIVE_RUN_MS, DEFAULT_MS] = [5_000, 60_000];

/** The request of {@link runsQuery}. */
export const runsPath = `/api/v1/runs?page=1&page_size=${PAGE_SIZE}`;

/** The latest runs, whether Google Scholar is in a cooldown, and how many scholars are imported. */
export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: ({ signal }): Promise<RunList> => listRuns(1, signal),
  // this query also finds out whether the service is reachable, so it repeats often while that is in doubt
  meta: { isReachabilityCheck: true },
  refetchInterval: ({ state: { data, error } }) =>
    activeRun(data) || (data && data.importing_count > 0) || error instanceof OfflineError || !onlineManager.isOnline()
      ? ACTIVE_RUN_MS
      : untilCooldownEnds(data),
});

/** Pages of earlier runs. The first page is `runsQuery`. */
export const olderRunsQuery = (page: number) =>
  queryOptions({ queryKey: ['runs', 'page', page], queryFn: ({ signal }): Promise<RunList> => listRuns(page, signal) });

/** One run with the result of each scholar. */
export const runQuery = (runId: number) =>
  queryOptions({
    queryKey: ['runs', 'one', runId],
    queryFn: ({ signal }): Promise<RunDetail> =>
      unwrap(api.GET('/api/v1/runs/{run_id}', { params: { path: { run_id: runId } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && isActive(data.run) ? ACTIVE_RUN_MS : false),
  });

export function activeRun(list: RunList | undefined): Run | undefined {
  return list?.runs.find(isActive);
}

export function isActive({ status }: Run): boolean {
  return status === 'running' || status === 'resolving';
}

function listRuns(page: number, signal: AbortSignal): Promise<RunList> {
  return unwrap(api.GET('/api/v1/runs', { params: { query: { page, page_size: PAGE_SIZE } }, signal }));
}

/** Refreshes when the cooldown ends. */
function untilCooldownEnds(list: RunList | undefined): number {
  const { cooldown_active: isCoolingDown, cooldown_remaining_seconds: seconds } = list?.safety_state ?? {};
  return isCoolingDown && seconds !== undefined ? Math.min(DEFAULT_MS, (seconds + 1) * 1000) : DEFAULT_MS;
}
