import createClient from 'openapi-fetch';
import { ApiError, OfflineError } from './api-error.ts';
import type { paths } from './schema.d.ts';

/** Required by every change. The service sends it with the session. */
let csrfToken = '';
let sessionEndListener: () => void = () => undefined;
let unreachableListener: () => void = () => undefined;
let renewCsrfToken: () => Promise<boolean> = async () => false;

export function rememberCsrfToken(token: string): void {
  csrfToken = token;
}

/** Registers a listener for the end of the session. */
export function onSessionEnd(listener: () => void): void {
  sessionEndListener = listener;
}

/** Registers a listener for requests without a response. */
export function onServiceUnreachable(listener: () => void): void {
  unreachableListener = listener;
}

export function reportServiceUnreachable(): void {
  unreachableListener();
}

/** Registers a function that fetches a new CSRF token after the service rejected one. It returns whether to send the request again. */
export function onTokenRejected(renew: () => Promise<boolean>): void {
  renewCsrfToken = renew;
}

/** Sends a change with the CSRF token. If the token is out of date, sends the change once more with a new one. */
export async function sendChange(send: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
  const sendWithToken = () => send({ 'x-csrf-token': csrfToken });
  const response = await sendWithToken();
  return (await isTokenRejected(response)) && (await renewCsrfToken()) ? sendWithToken() : response;
}

async function isTokenRejected(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return ApiError.from(body, response).code === 'csrf_invalid';
}

export const api = createClient<paths>({
  // none where the service renders the first page, which requests nothing
  baseUrl: globalThis.location?.origin ?? '',
  fetch(request) {
    if (request.method === 'GET') return fetch(request);
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
    unreachableListener();
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
  if (problem.code === 'auth_required') sessionEndListener();
  throw problem;
}
