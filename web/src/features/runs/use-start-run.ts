import { useMutation } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { runsQuery } from './runs-query.ts';

/** Starts a run of all scholars. What refused it, a rest or another run, is shown with the runs: they are asked for anew. */
export function useStartRun() {
  return useMutation({
    mutationFn: () => take(api.POST('/api/v1/runs/manual')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: runsQuery.queryKey }),
  });
}
