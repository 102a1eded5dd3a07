import { queryOptions, skipToken } from '@tanstack/react-query';
import { PASSWORD_REQUEST_KEY } from '../../api/password-request.ts';

/** Whether a change waits for the user's password. */
export const isPasswordWantedQuery = queryOptions({
  queryKey: PASSWORD_REQUEST_KEY,
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  select: (request: unknown) => request !== null,
});
