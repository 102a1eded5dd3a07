import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import type { Run, RunList } from '../../api/shapes.ts';

const HISTORY = 50;
const [WHILE_ACTIVE_MS, ELSE_MS] = [5_000, 60_000];

/** The latest runs, with whether the source may be asked now. */
export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: ({ signal }): Promise<RunList> =>
    take(api.GET('/api/v1/runs', { params: { query: { limit: HISTORY } }, signal })),
  refetchInterval: ({ state }) => (activeRun(state.data) ? WHILE_ACTIVE_MS : ELSE_MS),
});

export function activeRun(list: RunList | undefined): Run | undefined {
  return list?.runs.find(({ status }) => status === 'running' || status === 'resolving');
}
