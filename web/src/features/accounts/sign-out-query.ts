import { queryOptions, skipToken } from '@tanstack/react-query';

/** How much of what the user wrote and said is only in this browser. */
export interface Unsaved {
  readonly notes: number;
  readonly marks: number;
}

/** What a sign-out waits for: the user, because something is not saved, or the service. null: there is none. */
export type SignOut = { readonly step: 'asking'; readonly unsaved: Unsaved } | { readonly step: 'unreachable' } | null;

export const signOutQuery = queryOptions<SignOut>({
  queryKey: ['sign-out'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
