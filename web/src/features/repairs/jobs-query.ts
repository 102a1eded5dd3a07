import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { RepairJob } from '../../api/shapes.ts';

const SOME = 30;
const MOST = 200;
const WHILE_RUNNING_MS = 1500;
const KEY = ['admin', 'repair-jobs'];

/** By this whoever starts a repair lets the list follow it. */
export const REPAIR_KEY = ['admin', 'repair'];

/** The latest repairs, or as many as the service tells of; kept up while one is under way, here or elsewhere. */
export function jobsQuery(isAll: boolean, isRepairing: boolean) {
  return queryOptions({
    queryKey: [...KEY, isAll],
    queryFn: async ({ signal }): Promise<RepairJob[]> => {
      const params = { query: { limit: isAll ? MOST : SOME } };
      return (await take(api.GET('/api/v1/admin/db/repair-jobs', { params, signal }))).jobs;
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      isRepairing || state.data?.some(({ status }) => status === 'running') ? WHILE_RUNNING_MS : false,
  });
}

/** Whether there may be more than are shown. */
export function mayHaveMore(jobs: readonly RepairJob[], isAll: boolean): boolean {
  return !isAll && jobs.length >= SOME;
}

/** All that a repair may have changed. */
export function refreshAfterRepair(): Promise<unknown> {
  return Promise.all(
    [KEY, ['admin', 'integrity'], ['admin', 'audit'], ['publications'], ['scholars']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** @throws ApiError `merge_superseded`, `merged_publications_gone`, `repair_in_progress` */
export async function undoJob(id: number): Promise<void> {
  await take(api.POST('/api/v1/admin/db/repairs/{job_id}/undo', { params: { path: { job_id: id } } }));
}
