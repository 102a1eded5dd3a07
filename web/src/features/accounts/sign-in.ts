import { api, rememberCsrfToken, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Session } from '../../api/shapes.ts';
import { sessionGoesOn } from './session-ended.ts';
import { sessionQuery } from './session-query.ts';

/** @throws ApiError `invalid_credentials`, `rate_limited` */
export async function signIn(account: { email: string; password: string }): Promise<Session> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  const { csrf_token } = await take(api.GET('/api/v1/auth/csrf'));
  rememberCsrfToken(csrf_token);
  const session = await take(api.POST('/api/v1/auth/login', { body: account }));
  rememberCsrfToken(session.csrf_token);
  // nothing of another user's stays
  if (before && before.user.id !== session.user.id) queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, session);
  sessionGoesOn();
  return session;
}

/** Afterwards nothing that the user saw is left in this page. */
export async function signOut(): Promise<void> {
  await take(api.POST('/api/v1/auth/logout'));
  // nobody is signed in who could be asked about what is not saved
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
  location.assign('/sign-in');
}
