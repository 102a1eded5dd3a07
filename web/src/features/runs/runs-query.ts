import { onlineManager, queryOptions } from '@tanstack/react-query';
import { OfflineError } from '../../api/api-error.ts';
import { api, take } from '../../api/client.ts';
import type { Run, RunDetail, RunList } from '../../api/shapes.ts';

const AT_ONCE = 50;
const [WHILE_ACTIVE_MS, ELSE_MS] = [5_000, 60_000];

/** The latest runs, with whether the source may be asked now. */
export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: ({ signal }): Promise<RunList> => listRuns(1, signal),
  // it also tells whether the service answers, so it is asked often while that is in doubt
  refetchInterval: ({ state: { data, error } }) =>
    activeRun(data) || error instanceof OfflineError || !onlineManager.isOnline()
      ? WHILE_ACTIVE_MS
      : untilRestEnds(data),
});

/** Earlier runs, by pages; the first is `runsQuery`'s. */
export const olderRunsQuery = (page: number) =>
  queryOptions({ queryKey: ['runs', 'page', page], queryFn: ({ signal }): Promise<RunList> => listRuns(page, signal) });

/** One run, with what it found out of each scholar. */
export const runQuery = (runId: number) =>
  queryOptions({
    queryKey: ['runs', 'one', runId],
    queryFn: ({ signal }): Promise<RunDetail> =>
      take(api.GET('/api/v1/runs/{run_id}', { params: { path: { run_id: runId } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && isActive(data.run) ? WHILE_ACTIVE_MS : false),
  });

export function activeRun(list: RunList | undefined): Run | undefined {
  return list?.runs.find(isActive);
}

export function isActive({ status }: Run): boolean {
  return status === 'running' || status === 'resolving';
}

function listRuns(page: number, signal: AbortSignal): Promise<RunList> {
  return take(api.GET('/api/v1/runs', { params: { query: { page, page_size: AT_ONCE } }, signal }));
}

/** A rest that ends is to be seen when it does. */
function untilRestEnds(list: RunList | undefined): number {
  const { cooldown_active: isResting, cooldown_remaining_seconds: seconds } = list?.safety_state ?? {};
  return isResting && seconds !== undefined ? Math.min(ELSE_MS, (seconds + 1) * 1000) : ELSE_MS;
}
