import createClient from 'openapi-fetch';
import { ApiError, OfflineError } from './api-error.ts';
import { askForPassword } from './password-request.ts';
import { queryClient } from './query-client.ts';
import type { paths } from './schema.d.ts';
import { knownSession, noteSessionEnd, startSession } from './session.ts';

const CSRF_HEADER = 'x-csrf-token';

type Send = (headers: Record<string, string>) => Promise<Response>;

/**
 * Sends a change with the session's CSRF token. If the token is out of date, sends the change once more with a new one.
 * If the change needs a recent sign-in, asks for the password and sends it again.
 */
export async function sendChange(send: Send): Promise<Response> {
  const response = await sendWithToken(send);
  const needsPassword = (await refusalOf(response)) === 'password_required';
  return needsPassword && (await askForPassword()) ? sendWithToken(send) : response;
}

async function sendWithToken(send: Send): Promise<Response> {
  const sendOnce = () => send({ [CSRF_HEADER]: knownSession()?.csrf_token ?? '' });
  const response = await sendOnce();
  return (await refusalOf(response)) === 'csrf_invalid' && (await renewSession()) ? sendOnce() : response;
}

/** Why the service refused a request to the signed-in user; null if it did not. */
async function refusalOf(response: Response): Promise<string | null> {
  if (response.status !== 403) return null;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return ApiError.from(body, response).code;
}

/**
 * After a sign-in in another tab, the same user continues here with the new session. For another user the page reloads.
 */
async function renewSession(): Promise<boolean> {
  try {
    const session = await unwrap(api.GET('/api/v1/auth/me'));
    const before = knownSession();
    if (before && before.user.id !== session.user.id) {
      location.reload();
      return false;
    }
    startSession(session);
    return true;
  } catch {
    // the caller shows why the change was refused
    return false;
  }
}

/** After a request without a response, refetches the query that finds out whether the service stays unreachable. */
export function checkReachability(): void {
  void queryClient.refetchQueries({
    predicate: ({ meta, state }) =>
      meta?.isReachabilityCheck === true && state.fetchStatus === 'idle' && state.error === null,
  });
}

export const api = createClient<paths>({
  // none where the service renders the first page, which requests nothing
  baseUrl: globalThis.location?.origin ?? '',
  fetch(request) {
    // a sign-in has its own token
    if (request.method === 'GET' || request.headers.has(CSRF_HEADER)) return fetch(request);
    // send a copy, because the request may be sent again
    return sendChange((headers) => {
      const copy = request.clone();
      for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value);
      return fetch(copy);
    });
  },
});
api.use({
  onError: () => {
    checkReachability();
    return new OfflineError();
  },
});

interface ApiResponse<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The `data` of a response.
 * @throws ApiError for an error response, OfflineError without a response
 */
export async function unwrap<Body extends { data: unknown }>(
  request: Promise<ApiResponse<Body>>,
): Promise<Body['data']> {
  const { data, error, response } = await request;
  if (data !== undefined) return data.data;
  const problem = ApiError.from(error, response);
  if (problem.code === 'auth_required') noteSessionEnd();
  throw problem;
}
