import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

interface Sending {
  readonly references: readonly string[];
  readonly isDryRun: boolean;
}

/** Looks references up, or adds what they mean. */
export function useReferences() {
  return useMutation({
    mutationFn: async ({ references, isDryRun }: Sending) => {
      const params = { query: isDryRun ? { dry_run: true } : {} };
      const body = { references: [...references] };
      return (await unwrap(api.POST('/api/v1/publications', { params, body }))).results;
    },
    onSuccess: (_results, { isDryRun }) =>
      isDryRun ? undefined : queryClient.invalidateQueries({ queryKey: ['publications'] }),
  });
}
