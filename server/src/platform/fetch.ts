import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadUndici, type Outbound } from './connect-outbound.ts';
import type { CookieJar } from './cookie-jar.ts';
import { type Exchange, type FailedExchange, failed, runExchange } from './exchange.ts';
import {
  type BodyBeginning,
  decompress,
  decompressStart,
  destroyBody,
  flattenHeaders,
  readBody,
  readStart,
} from './fetch-body.ts';
import { usableUrl } from './parse-url.ts';

export interface FetchRequest {
  readonly url: string;
  /**
   * The hosts that may be requested although their address is not public. Requests, redirects and connections to all
   * others fail as `not_public`.
   */
  readonly outbound: Outbound;
  /** The origin of an API that the operator configured. It is exempt for this request, whatever its address. */
  readonly trustedOrigin?: string;
  readonly userAgent: string;
  readonly accept?: string;
  /** Sent to the first origin only, because a redirect must not send keys to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the request a POST. It is not redirected, because only the receiver that was chosen gets the body. */
  readonly post?: { readonly contentType: string; readonly body: string };
  /** The limit for the whole exchange, including redirects and body. */
  readonly timeoutMs: number;
  /** The limit for the body, both compressed and decompressed. */
  readonly maxBytes: number;
  /** Return the first `maxBytes` of a longer body. Without it, such a body fails as `too_large`. */
  readonly partial?: true;
  /**
   * Decides how many bytes of a `partial` response are wanted, at most `maxBytes`. It gets the beginning as it was
   * sent, up to 1,024 bytes; until it has all of them, it may return null to wait for more.
   */
  readonly wantedBytes?: (start: Buffer) => number | null;
  /**
   * Reads the body of a response with status 200 while it arrives. The outcome then has an empty body. It fails as
   * `connection_failed` if this throws, and the body ends with an error after `maxBytes`.
   */
  readonly read?: (body: Readable) => Promise<void>;
  /** Keeps the cookies that responses set, and sends them back to their hosts. Without it there are no cookies. */
  readonly cookies?: CookieJar;
  readonly maxRedirects: number;
  readonly signal?: AbortSignal;
  /** Called before each redirect. If it returns false, the fetch ends as `redirected`. */
  readonly followRedirect?: (from: URL, to: URL) => boolean;
}

export type FetchHeaders = Readonly<Record<string, string>>;

export type FetchOutcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly url: string;
      readonly headers: FetchHeaders;
      readonly body: Buffer;
      /** Whether the body is longer; only for a `partial` request. */
      readonly truncated: boolean;
      readonly redirects: readonly string[];
    }
  | { readonly kind: 'redirected'; readonly status: number; readonly location: URL }
  | FailedExchange;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Requests a URL within a deadline and a size limit, and checks each redirect. Every outcome is a value; it never
 * throws. Messages name only the host, because paths and queries may contain keys.
 */
export async function fetchUrl(request: FetchRequest): Promise<FetchOutcome> {
  return runExchange(request, (start, exchange) => followToResponse(request, start, exchange));
}

async function followToResponse(request: FetchRequest, start: URL, exchange: Exchange): Promise<FetchOutcome> {
  const { request: send } = await loadUndici();
  const redirects: string[] = [];
  // a page may lead back to itself once it has set its cookie
  const stateOf = (at: URL) => `${at.href} ${request.cookies?.headerFor(at) ?? ''}`;
  const seen = new Set([stateOf(start)]);
  let url = start;
  for (;;) {
    exchange.host = url.host;
    const dispatcher = exchange.connections.dispatcherFor(url);
    const response = await send(url, {
      dispatcher,
      signal: exchange.signal,
      headers: requestHeaders(request, start, url),
      ...(request.post === undefined ? {} : { method: 'POST', body: request.post.body }),
    });
    const headers = flattenHeaders(response.headers);
    request.cookies?.save(url, response.headers['set-cookie']);
    if (!REDIRECTS.has(response.statusCode)) {
      const body =
        request.read && response.statusCode === 200
          ? await passBody(request.read, response.body, headers, request.maxBytes)
          : await readResponseBody(request, response.body, headers);
      if (body === 'too_large')
        return failed(body, `The response of ${url.host} is longer than ${request.maxBytes} bytes.`);
      if (body === 'bad_encoding') return failed(body, `The response of ${url.host} could not be decompressed.`);
      const { bytes, isTruncated: truncated } = body;
      return {
        kind: 'response',
        status: response.statusCode,
        url: url.href,
        headers,
        body: bytes,
        truncated,
        redirects,
      };
    }
    destroyBody(response.body);
    const to = usableUrl(headers.location ?? '', url);
    if (to === null)
      return failed('bad_redirect', `${url.host} redirected to an address that is not a usable http or https URL.`);
    if (request.post !== undefined || request.followRedirect?.(url, to) === false)
      return { kind: 'redirected', status: response.statusCode, location: to };
    if (seen.has(stateOf(to))) return failed('redirect_loop', `${url.host} redirected in a loop.`);
    if (redirects.length >= request.maxRedirects)
      return failed('redirect_loop', `${url.host} redirected more than ${request.maxRedirects} times.`);
    seen.add(stateOf(to));
    redirects.push(to.href);
    url = to;
  }
}

async function readResponseBody(
  { partial, maxBytes, wantedBytes }: FetchRequest,
  body: Readable,
  headers: FetchHeaders,
): Promise<BodyBeginning | 'too_large' | 'bad_encoding'> {
  const encoding = headers['content-encoding'];
  if (partial) {
    const raw = await readStart(body, maxBytes, wantedBytes);
    const start = await decompressStart(raw.bytes, encoding, maxBytes);
    return start === 'bad_encoding' ? start : { bytes: start.bytes, isTruncated: start.isTruncated || raw.isTruncated };
  }
  const raw = await readBody(body, headers, maxBytes);
  const bytes = raw === 'too_large' ? raw : await decompress(raw, encoding, maxBytes);
  return typeof bytes === 'string' ? bytes : { bytes, isTruncated: false };
}

async function passBody(
  read: (body: Readable) => Promise<void>,
  body: Readable,
  headers: FetchHeaders,
  maxBytes: number,
): Promise<BodyBeginning | 'too_large' | 'bad_encoding'> {
  const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
  if (isEncoded || Number(headers['content-length'] ?? 0) > maxBytes) {
    destroyBody(body);
    return isEncoded ? 'bad_encoding' : 'too_large';
  }
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? new Error('too large') : null, chunk);
    },
  });
  await Promise.all([pipeline(body, limited).catch(() => undefined), read(limited)]);
  return size > maxBytes ? 'too_large' : { bytes: Buffer.alloc(0), isTruncated: false };
}

/**
 * The wait in a `Retry-After` header, in seconds (RFC 9110, 10.2.3: seconds or a date); null if it is missing or not
 * valid. A source may send months, so the caller limits it.
 */
export function retryAfterSeconds(headers: FetchHeaders, nowMs: number): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,15}$/.test(value)) return Number(value);
  // Date.parse accepts "-5" and "2" as dates, and reads a date without a zone as local time.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return null;
  const seconds = Math.ceil((Date.parse(value.endsWith('GMT') ? value : `${value} GMT`) - nowMs) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function requestHeaders(request: FetchRequest, start: URL, url: URL): Record<string, string> {
  const cookie = request.cookies?.headerFor(url);
  return {
    ...(url.origin === start.origin ? request.headers : {}),
    ...(cookie === undefined ? {} : { cookie }),
    ...(request.post === undefined ? {} : { 'content-type': request.post.contentType }),
    'user-agent': request.userAgent,
    accept: request.accept ?? '*/*',
    // the size of the beginning is known only without compression
    'accept-encoding': request.partial || request.read ? 'identity' : 'gzip, deflate, br',
  };
}
