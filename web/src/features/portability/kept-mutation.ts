import { type MutationState, useMutationState } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';

/**
 * Options that keep a mutation's result until the next one or until another user signs in, so that it survives leaving
 * the page.
 */
export function keepResult(mutationKey: readonly string[]) {
  return { mutationKey, gcTime: Number.POSITIVE_INFINITY };
}

/** The state of the last mutation with a key, even if it started before the user left the page. */
export function useKeptMutation<Data, Variables>(
  mutationKey: readonly string[],
): MutationState<Data, Error, Variables> | undefined {
  return useMutationState({
    filters: { mutationKey },
    // all mutations with one key have the same types
    select: ({ state }) => state as unknown as MutationState<Data, Error, Variables>,
  }).at(-1);
}

/** Removes the finished mutations with a key. */
export function forgetResults(mutationKey: readonly string[]): void {
  const cache = queryClient.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey })) {
    if (mutation.state.status !== 'pending') cache.remove(mutation);
  }
}
