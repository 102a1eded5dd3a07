import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { RepairJob } from '../../api/shapes.ts';

const DEFAULT_LIMIT = 30;
const MAX_LIMIT = 200;
const WHILE_RUNNING_MS = 1500;
const KEY = ['admin', 'repair-jobs'];

/** Mutation key of repairs, so that the list refreshes while one is running. */
export const REPAIR_KEY = ['admin', 'repair'];

/** The latest repairs, or as many as the service returns. Refreshed while one is running here or elsewhere. */
export function jobsQuery(isAll: boolean, isRepairing: boolean) {
  return queryOptions({
    queryKey: [...KEY, isAll],
    queryFn: async ({ signal }): Promise<RepairJob[]> => {
      const params = { query: { limit: isAll ? MAX_LIMIT : DEFAULT_LIMIT } };
      return (await unwrap(api.GET('/api/v1/admin/db/repair-jobs', { params, signal }))).jobs;
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      isRepairing || state.data?.some(({ status }) => status === 'running') ? WHILE_RUNNING_MS : false,
  });
}

/** Whether there may be more repairs than shown. */
export function mayHaveMore(jobs: readonly RepairJob[], isAll: boolean): boolean {
  return !isAll && jobs.length >= DEFAULT_LIMIT;
}

/** Refreshes everything that a repair may have changed. */
export function refreshAfterRepair(): Promise<unknown> {
  return Promise.all(
    [KEY, ['admin', 'integrity'], ['admin', 'audit'], ['publications'], ['scholars']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** @throws ApiError `merge_superseded`, `merged_publications_gone`, `repair_in_progress` */
export async function undoJob(id: number): Promise<void> {
  await unwrap(api.POST('/api/v1/admin/db/repairs/{job_id}/undo', { params: { path: { job_id: id } } }));
}
