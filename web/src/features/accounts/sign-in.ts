import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { knownSession, startSession } from '../../api/session.ts';
import type { Session } from '../../api/shapes.ts';
import { saveStoredDrafts } from '../notes/watch-stored-drafts.ts';
import { forgetKept } from '../offline/kept-answers.ts';
import { sessionQuery } from './session-query.ts';

/** How long a sign-out waits for notes. */
const MAX_SAVE_MS = 3000;

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

/**
 * Signs out and reloads, so that nothing that the user saw stays in memory. Notes are saved before. One that cannot be saved stays in the browser, and is
 * saved when the user signs in here again.
 */
export async function signOut(): Promise<void> {
  await Promise.race([saveStoredDrafts(), new Promise((resolve) => setTimeout(resolve, MAX_SAVE_MS))]);
  try {
    await unwrap(api.POST('/api/v1/auth/logout'));
  } finally {
    // without a connection the session goes on, but nothing of it stays in the browser's storage
    await forgetKept();
  }
  // without a session, the page does not ask about unsaved changes when it unloads
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
  location.assign('/sign-in');
}
