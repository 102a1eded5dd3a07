import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { runsQuery } from './runs-query.ts';

/**
 * Starts a run of all scholars, unless one is in progress. Refreshes the runs, which show the cooldown or the run that
 * prevents a start.
 */
export async function startRun(): Promise<void> {
  try {
    await unwrap(api.POST('/api/v1/runs/manual'));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'run_in_progress')) throw error;
  } finally {
    await queryClient.invalidateQueries({ queryKey: runsQuery.queryKey });
  }
}

/** `startRun` with its state. */
export function useStartRun() {
  return useMutation({ mutationFn: startRun });
}
