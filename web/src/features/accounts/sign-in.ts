import { api, rememberCsrfToken, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Session } from '../../api/shapes.ts';
import { forgetKept, keepForOffline } from '../offline/kept-answers.ts';
import { resumeSession } from './session-ended.ts';
import { sessionQuery } from './session-query.ts';

/** @throws ApiError `invalid_credentials`, `rate_limited` */
export async function signIn(account: { email: string; password: string }): Promise<Session> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  const { csrf_token } = await unwrap(api.GET('/api/v1/auth/csrf'));
  rememberCsrfToken(csrf_token);
  const session = await unwrap(api.POST('/api/v1/auth/login', { body: account }));
  rememberCsrfToken(session.csrf_token);
  // forget the data of another user
  if (before && before.user.id !== session.user.id) queryClient.clear();
  await forgetKept();
  queryClient.setQueryData(sessionQuery.queryKey, session);
  keepForOffline();
  resumeSession();
  return session;
}

/** Signs out and reloads, so that nothing that the user saw stays in memory. */
export async function signOut(): Promise<void> {
  await unwrap(api.POST('/api/v1/auth/logout'));
  await forgetKept();
  // without a session, the page does not ask about unsaved changes when it unloads
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
  location.assign('/sign-in');
}
