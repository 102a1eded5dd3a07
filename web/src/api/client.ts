import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError, OfflineError } from './api-error.ts';
import type { paths } from './schema.d.ts';

/** What every change has to send; told with the session, and anew when it changes. */
let csrfToken = '';
let onSessionEnd: () => void = () => undefined;

export function rememberCsrfToken(token: string): void {
  csrfToken = token;
}

/** For what is sent beside `api`. */
export function csrfHeaders(): Record<string, string> {
  return { 'x-csrf-token': csrfToken };
}

/** `listener` hears when the service no longer knows the session that was there. */
export function whenSessionEnds(listener: () => void): void {
  onSessionEnd = listener;
}

const withCsrfToken: Middleware = {
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('x-csrf-token', csrfToken);
    return request;
  },
  onError: () => new OfflineError(),
};

export const api = createClient<paths>({ baseUrl: location.origin });
api.use(withCsrfToken);

interface Answer<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The `data` of an answer.
 * @throws ApiError when the service refused, OfflineError when it did not answer
 */
export async function take<Body extends { data: unknown }>(asked: Promise<Answer<Body>>): Promise<Body['data']> {
  const { data, error, response } = await asked;
  if (data !== undefined) return data.data;
  const problem = ApiError.from(error, response);
  if (problem.code === 'auth_required') onSessionEnd();
  throw problem;
}
