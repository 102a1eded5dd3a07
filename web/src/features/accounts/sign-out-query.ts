import { queryOptions, skipToken } from '@tanstack/react-query';

/** What a sign-out waits for: the user, because notes are not saved, or the service. null: there is none. */
export type SignOut =
  | { readonly step: 'asking'; readonly unsavedNotes: number }
  | { readonly step: 'unreachable' }
  | null;

export const signOutQuery = queryOptions<SignOut>({
  queryKey: ['sign-out'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
