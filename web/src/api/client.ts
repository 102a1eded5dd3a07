import createClient from 'openapi-fetch';
import { ApiError, OfflineError } from './api-error.ts';
import type { paths } from './schema.d.ts';

/** What every change has to send; told with the session, and anew when it changes. */
let csrfToken = '';
let onSessionEnd: () => void = () => undefined;
let onServiceAway: () => void = () => undefined;
let renewToken: () => Promise<boolean> = async () => false;

export function rememberCsrfToken(token: string): void {
  csrfToken = token;
}

/** `listener` hears when the service no longer knows the session that was there. */
export function whenSessionEnds(listener: () => void): void {
  onSessionEnd = listener;
}

/** `listener` hears when a request had no answer at all. */
export function whenServiceIsAway(listener: () => void): void {
  onServiceAway = listener;
}

export function tellServiceIsAway(): void {
  onServiceAway();
}

/** `renew` fetches the token anew when the service refused it, and says whether to send again what was refused. */
export function whenTokenIsRefused(renew: () => Promise<boolean>): void {
  renewToken = renew;
}

/** Sends a change with the token; when the session has another by now, once more with that. */
export async function sendChange(send: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
  const sendWithToken = () => send({ 'x-csrf-token': csrfToken });
  const response = await sendWithToken();
  return (await isTokenRefused(response)) && (await renewToken()) ? sendWithToken() : response;
}

async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return ApiError.from(body, response).code === 'csrf_invalid';
}

export const api = createClient<paths>({
  baseUrl: location.origin,
  fetch(request) {
    if (request.method === 'GET') return fetch(request);
    // a copy: the request itself may have to go again
    return sendChange((headers) => {
      const copy = request.clone();
      for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value);
      return fetch(copy);
    });
  },
});
api.use({
  onError: () => {
    onServiceAway();
    return new OfflineError();
  },
});

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
