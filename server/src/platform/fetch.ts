import type { Readable } from 'node:stream';
import { request as send } from 'undici';
import { NotPublicError, type Outbound, type OutboundConnections, openOutbound } from './connect-outbound.ts';
import {
  type BodyStart,
  cutOff,
  decompress,
  decompressStart,
  flattenHeaders,
  readBody,
  readStart,
} from './fetch-body.ts';
import { usableUrl } from './usable-url.ts';

export interface FetchRequest {
  readonly url: string;
  /** What may be asked though its address is not public; the start, redirects and connections to all else are refused as `not_public`. */
  readonly outbound: Outbound;
  /** The origin of an API as the operator set it: exempt for this request, wherever it is. */
  readonly trustedOrigin?: string;
  readonly userAgent: string;
  readonly accept?: string;
  /** Sent to the first origin only: a redirect to another origin must not carry keys there. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For the whole exchange, redirects and body included. */
  readonly timeoutMs: number;
  /** For the body, compressed as well as decompressed. */
  readonly maxBytes: number;
  /** Only the beginning is wanted: `maxBytes` of it are the answer, in place of `too_large`. */
  readonly partial?: true;
  /** How much of a `partial` answer is wanted, at most `maxBytes`, judged by its first 1,024 bytes as they were sent. */
  readonly wantedBytes?: (start: Buffer) => number;
  readonly maxRedirects: number;
  readonly signal?: AbortSignal;
  /** Asked before each redirect; refusing one ends the fetch as `redirected`. */
  readonly followRedirect?: (from: URL, to: URL) => boolean;
}

export type FetchFailure =
  | 'not_public'
  | 'timeout'
  | 'too_large'
  | 'connection_failed'
  | 'redirect_loop'
  | 'bad_redirect'
  | 'bad_encoding'
  | 'aborted';

export type FetchHeaders = Readonly<Record<string, string>>;

export type FetchOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly url: string;
      readonly headers: FetchHeaders;
      readonly body: Buffer;
      /** The body goes on; only of a `partial` request. */
      readonly truncated: boolean;
      readonly redirects: readonly string[];
    }
  | { readonly kind: 'redirected'; readonly status: number; readonly location: URL }
  | { readonly kind: 'failed'; readonly reason: FetchFailure; readonly message: string };

type Failed = Extract<FetchOutcome, { kind: 'failed' }>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * GETs a URL within a deadline and a size, following redirects by hand; whatever happens is a value, never an exception.
 * Messages name the host alone, because paths and queries may hold keys.
 */
export async function fetchPolitely(request: FetchRequest): Promise<FetchOutcome> {
  const start = usableUrl(request.url);
  if (start === null) return failed('connection_failed', 'The address is not a usable http or https URL.');
  if (request.signal?.aborted) return failed('aborted', `The request to ${start.host} was cancelled.`);
  const controller = new AbortController();
  let timedOut = false;
  const deadline = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, request.timeoutMs);
  const cancel = () => controller.abort();
  request.signal?.addEventListener('abort', cancel, { once: true });
  const place = { host: start.host };
  const connections = openOutbound(request.outbound, request.trustedOrigin);
  try {
    // undici heeds a signal only once it is connected, and to find an address can take long.
    return await Promise.race([
      followToAnswer(request, start, controller.signal, place, connections),
      rejectWhenAborted(controller.signal),
    ]);
  } catch (error) {
    if (request.signal?.aborted) return failed('aborted', `The request to ${place.host} was cancelled.`);
    if (timedOut) return failed('timeout', `${place.host} did not answer in full within ${request.timeoutMs} ms.`);
    if (error instanceof NotPublicError)
      return failed('not_public', `${place.host} leads to an address that is not public.`);
    const code = codeOf(error);
    if (code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return failed('timeout', `${place.host}: ${code}.`);
    return failed('connection_failed', `The connection to ${place.host} failed: ${code}.`);
  } finally {
    clearTimeout(deadline);
    connections.close();
    request.signal?.removeEventListener('abort', cancel);
  }
}

async function followToAnswer(
  request: FetchRequest,
  start: URL,
  signal: AbortSignal,
  place: { host: string },
  connections: OutboundConnections,
): Promise<FetchOutcome> {
  const redirects: string[] = [];
  const seen = new Set([start.href]);
  let url = start;
  for (;;) {
    place.host = url.host;
    const dispatcher = connections.dispatcherFor(url);
    const answer = await send(url, { dispatcher, signal, headers: requestHeaders(request, start, url) });
    const headers = flattenHeaders(answer.headers);
    if (!REDIRECTS.has(answer.statusCode)) {
      const body = await readAnswer(request, answer.body, headers);
      if (body === 'too_large') return failed(body, `The answer of ${url.host} is over ${request.maxBytes} bytes.`);
      if (body === 'bad_encoding') return failed(body, `The answer of ${url.host} could not be decompressed.`);
      const { bytes, isCut: truncated } = body;
      return { kind: 'answered', status: answer.statusCode, url: url.href, headers, body: bytes, truncated, redirects };
    }
    cutOff(answer.body);
    const to = usableUrl(headers.location ?? '', url);
    if (to === null) return failed('bad_redirect', `${url.host} redirected to no usable http or https URL.`);
    if (request.followRedirect && !request.followRedirect(url, to))
      return { kind: 'redirected', status: answer.statusCode, location: to };
    if (seen.has(to.href)) return failed('redirect_loop', `${url.host} redirected in a circle.`);
    if (redirects.length >= request.maxRedirects)
      return failed('redirect_loop', `${url.host} redirected more than ${request.maxRedirects} times.`);
    seen.add(to.href);
    redirects.push(to.href);
    url = to;
  }
}

async function readAnswer(
  { partial, maxBytes, wantedBytes }: FetchRequest,
  body: Readable,
  headers: FetchHeaders,
): Promise<BodyStart | 'too_large' | 'bad_encoding'> {
  const encoding = headers['content-encoding'];
  if (partial) {
    const raw = await readStart(body, maxBytes, wantedBytes);
    const start = await decompressStart(raw.bytes, encoding, maxBytes);
    return start === 'bad_encoding' ? start : { bytes: start.bytes, isCut: start.isCut || raw.isCut };
  }
  const raw = await readBody(body, headers, maxBytes);
  const bytes = raw === 'too_large' ? raw : await decompress(raw, encoding, maxBytes);
  return typeof bytes === 'string' ? bytes : { bytes, isCut: false };
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

/**
 * The wait that a `Retry-After` asks for, in seconds (RFC 9110, 10.2.3: seconds or a date); null when there is none or it
 * makes no sense. A source may ask for months: the caller caps it.
 */
export function retryAfterSeconds(headers: FetchHeaders, nowMs: number): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,15}$/.test(value)) return Number(value);
  // Date.parse takes "-5" and "2" for dates, and a date without zone for local time.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return null;
  const seconds = Math.ceil((Date.parse(value.endsWith('GMT') ? value : `${value} GMT`) - nowMs) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function requestHeaders(request: FetchRequest, start: URL, url: URL): Record<string, string> {
  return {
    ...(url.origin === start.origin ? request.headers : {}),
    'user-agent': request.userAgent,
    accept: request.accept ?? '*/*',
    // Of a compressed body the beginning could not be cut to size.
    'accept-encoding': request.partial ? 'identity' : 'gzip, deflate, br',
  };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : 'no error code';
}

function failed(reason: FetchFailure, message: string): Failed {
  return { kind: 'failed', reason, message };
}
