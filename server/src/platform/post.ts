import { Readable } from 'node:stream';
import { loadUndici, type Outbound } from './connect-outbound.ts';
import { type Exchange, type FailedExchange, runExchange } from './exchange.ts';
import type { FetchHeaders } from './fetch.ts';
import { destroyBody, flattenHeaders, readStart } from './fetch-body.ts';

export interface PostRequest {
  readonly url: string;
  /** The hosts that may be requested although their address is not public. */
  readonly outbound: Outbound;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The limit for the whole exchange. */
  readonly timeoutMs: number;
  /** How much of the body of a response is read at most. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export type PostOutcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: FetchHeaders;
      /** The beginning of the body. It is empty if the status is a success, and if the body did not arrive in time. */
      readonly body: Buffer;
    }
  /** `wasWritten`: the request was written, or a part of it, so the receiver may have it. */
  | (FailedExchange & { readonly wasWritten: boolean });

/**
 * POSTs a body within a deadline. It does not follow redirects, because a redirected POST may arrive twice, or at a
 * host that its sender never named. Every outcome is a value; it never throws.
 */
export async function postUrl(request: PostRequest): Promise<PostOutcome> {
  const progress: Progress = { wasWritten: false, response: null };
  const outcome = await runExchange(request, (url, exchange) => exchangeOnce(request, url, exchange, progress));
  if (outcome.kind === 'response') return outcome;
  // the status is known, so only the body is missing
  if (progress.response !== null) return { kind: 'response', ...progress.response, body: Buffer.alloc(0) };
  return { ...outcome, wasWritten: progress.wasWritten };
}

interface Progress {
  wasWritten: boolean;
  response: { readonly status: number; readonly headers: FetchHeaders } | null;
}

async function exchangeOnce(
  request: PostRequest,
  url: URL,
  { connections, signal }: Exchange,
  progress: Progress,
): Promise<Extract<PostOutcome, { kind: 'response' }>> {
  const { request: send } = await loadUndici();
  const bytes = Buffer.from(request.body);
  const response = await send(url, {
    method: 'POST',
    dispatcher: connections.dispatcherFor(url),
    signal,
    // a connection that was idle may be closed while the body is written, and nobody knows what arrived
    reset: true,
    headers: {
      ...request.headers,
      'user-agent': request.userAgent,
      accept: '*/*',
      'accept-encoding': 'identity',
      'content-length': String(bytes.length),
    },
    body: Readable.from(writeOnce(bytes, progress)),
  });
  const { statusCode: status } = response;
  const headers = flattenHeaders(response.headers);
  progress.response = { status, headers };
  if (status >= 200 && status < 300) {
    destroyBody(response.body);
    return { kind: 'response', status, headers, body: Buffer.alloc(0) };
  }
  const { bytes: body } = await readStart(response.body, request.maxBytes);
  return { kind: 'response', status, headers, body };
}

/** undici reads a stream when the connection is open, and writes the headers together with the first part. */
async function* writeOnce(bytes: Buffer, progress: Progress): AsyncGenerator<Buffer> {
  progress.wasWritten = true;
  yield bytes;
}
