import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { knownSession, startSession } from '../../api/session.ts';
import type { Session } from '../../api/shapes.ts';
import { forgetKept } from '../offline/kept-answers.ts';

interface Account {
  readonly email: string;
  readonly password: string;
}

/** @throws ApiError `invalid_credentials`, `rate_limited` */
export function signIn(account: Account): Promise<Session> {
  return begin((headers) => unwrap(api.POST('/api/v1/auth/login', { body: account, headers })));
}

/**
 * Creates the first administrator with the token of a set-up link, and signs in.
 * @throws ApiError `forbidden`, `validation_error`, `invalid_password`
 */
export function setUp(account: Account & { readonly token: string }): Promise<Session> {
  return begin((headers) => unwrap(api.POST('/api/v1/auth/setup', { body: account, headers })));
}

async function begin(send: (headers: { 'x-csrf-token': string }) => Promise<Session>): Promise<Session> {
  const before = knownSession();
  const { csrf_token } = await unwrap(api.GET('/api/v1/auth/csrf'));
  const session = await send({ 'x-csrf-token': csrf_token });
  // forget the data of another user
  if (before && before.user.id !== session.user.id) queryClient.clear();
  await forgetKept();
  startSession(session);
  return session;
}
