import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { AddedReferences } from '../../api/shapes.ts';

export type Result = AddedReferences['results'][number];

interface Sending {
  readonly references: readonly string[];
  readonly isDryRun: boolean;
}

/** Looks references up, or adds what they mean, and keeps the latest result of each. */
export function useReferences() {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ references, isDryRun }: Sending) => {
      const params = { query: isDryRun ? { dry_run: true } : {} };
      const body = { references: [...references] };
      return (await unwrap(api.POST('/api/v1/publications', { params, body }))).results;
    },
    onSuccess: (latest, { isDryRun }) => {
      setResults((before) => new Map([...before, ...latest.map((one) => [one.reference, one] as const)]));
      return isDryRun ? undefined : queryClient.invalidateQueries({ queryKey: ['publications'] });
    },
  });
  const send = useCallback(
    (references: readonly string[], isDryRun: boolean) => mutate({ references, isDryRun }),
    [mutate],
  );
  return { send, resultOf: (reference: string) => results.get(reference), error, isPending };
}
