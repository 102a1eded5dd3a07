import { type MutationState, useMutationState } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';

/** A mutation under this key is kept until the next one, or until somebody else signs in: what came of it is there when one comes back. */
export function keep(mutationKey: readonly string[]) {
  return { mutationKey, gcTime: Number.POSITIVE_INFINITY };
}

/** How the last one stands that was begun under a key, here or before the page was left. */
export function useKept<Data, Variables>(
  mutationKey: readonly string[],
): MutationState<Data, Error, Variables> | undefined {
  return useMutationState({
    filters: { mutationKey },
    // one key, one shape: whoever begins it under this key says so
    select: ({ state }) => state as unknown as MutationState<Data, Error, Variables>,
  }).at(-1);
}

/** Forgets all that ended under a key. */
export function forgetKept(mutationKey: readonly string[]): void {
  const cache = queryClient.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey })) {
    if (mutation.state.status !== 'pending') cache.remove(mutation);
  }
}
