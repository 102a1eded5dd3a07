import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';

/** The latest sign-ins to the user's account, also failed ones, newest first. */
export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/auth/sign-ins', { signal }))).sign_ins,
});
