import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Problem } from '../errors.ts';
import type { RequestContext } from './endpoint.ts';
import { logRequest } from './log-requests.ts';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };
/**
 * For a client to read what was sent, and to read everything, so that a client that reads a byte now and then cannot
 * hold a connection.
 */
const DRAINS_WITHIN_MS = 30_000;
const ENDS_WITHIN_MS = 3_600_000;

/** The same as for other responses: an export becomes a fifth as large, and is not sent later. */
const GZIP_LEVEL = 4;

/** Sends a part when the client has read the previous one; throws if the client is gone or too slow. */
export type SendPart = (part: string | Uint8Array) => Promise<void>;

/** Sends the `data` of a response in parts, inside the envelope. */
export function sendInParts(
  context: RequestContext,
  send: (sendPart: SendPart) => Promise<void>,
): Promise<FastifyReply> {
  const end = `,"meta":${JSON.stringify({ request_id: context.request.id })}}`;
  return stream(context, { headers: JSON_HEADERS, start: '{"data":', end }, send);
}

/**
 * Sends a file in parts, without the envelope. `name` is the name under which browsers save it, in ASCII.
 */
export function sendFile(
  context: RequestContext,
  { contentType, name }: { contentType: string; name: string },
  send: (sendPart: SendPart) => Promise<void>,
): Promise<FastifyReply> {
  const headers = {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
  };
  return stream(context, { headers, start: '', end: '' }, send);
}

/**
 * Sends a response in parts, compressed if the client accepts it. If `send` throws before its first part, the response
 * is an ordinary error. Afterwards the connection is closed, so that an incomplete download never looks complete.
 */
async function stream(
  { request, reply }: RequestContext,
  { headers, start, end }: { headers: OutgoingHttpHeaders; start: string; end: string },
  send: (sendPart: SendPart) => Promise<void>,
): Promise<FastifyReply> {
  if (request.method === 'HEAD') return reply.headers(headers).send();
  const response = reply.raw;
  const isCompressed = acceptsGzip(request.headers['accept-encoding']);
  let body: Writable = response;
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    reply.hijack();
    // a client that disconnects does not finish the response, so Fastify would not log it
    if (response.destroyed) logRequest(request, reply);
    else response.once('close', () => logRequest(request, reply));
    const encoding = { vary: 'accept-encoding', ...(isCompressed ? { 'content-encoding': 'gzip' } : {}) };
    response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers, ...encoding });
    if (isCompressed) body = compressInto(response);
    body.write(start);
  };
  const limit = setTimeout(() => response.destroy(), ENDS_WITHIN_MS).unref();
  try {
    await send(async (part) => {
      if (!hasBegun) begin();
      await write(response, body, part);
    });
    body.end(end);
  } catch (error) {
    if (!hasBegun) throw error;
    if (!(error instanceof ClientGone)) request.log.error({ err: error }, 'a download failed');
    response.destroy();
  } finally {
    clearTimeout(limit);
  }
  return reply;
}

/** Whether an Accept-Encoding header names gzip, and not to refuse it. */
function acceptsGzip(header: string | string[] = ''): boolean {
  return [header]
    .flat()
    .join()
    .split(',')
    .some((one) => /^\s*(gzip|\*)\s*(;\s*q\s*=(?!\s*0(\.0*)?\s*$).*)?$/i.test(one));
}

/** Compresses what is written into a response. A client that disconnects closes both. */
function compressInto(response: Writable): Writable {
  const gzip = createGzip({ level: GZIP_LEVEL });
  response.once('close', () => gzip.destroy());
  gzip.pipe(response);
  return gzip;
}

class ClientGone extends Error {}

async function write(response: Writable, body: Writable, part: string | Uint8Array): Promise<void> {
  if (response.destroyed) throw new ClientGone('the client disconnected');
  if (body.write(part)) return;
  const limit = setTimeout(() => response.destroy(), DRAINS_WITHIN_MS);
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(body, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    clearTimeout(limit);
    waiting.abort();
  }
  if (response.destroyed) throw new ClientGone('the client disconnected or does not read');
}

/** A picture that its owner may see. */
export interface Picture {
  /** of the bytes, as in the ETag */
  readonly digest: Buffer;
  /** whether the requested address always has these bytes */
  readonly isLasting: boolean;
  /** undefined if it was replaced a moment ago */
  read(): Promise<Buffer | undefined>;
}

const PICTURE_HEADERS = {
  'x-content-type-options': 'nosniff',
  // opened by itself it is a picture, and runs nothing
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};
/** Only the user's browser keeps it, and asks each time whether it is still valid. */
const REVALIDATED = { 'cache-control': 'private, no-cache' };
/**
 * The address has the digest of the bytes. `vary` keeps one session's picture from the next session in the same
 * browser.
 */
const LASTING = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'cookie' };

/**
 * Sends a WebP picture, or 304 if the client has it (RFC 9110, 13.1.2).
 * @throws Problem `missing` if there is no picture
 */
export async function sendPicture(
  { request, reply }: RequestContext,
  picture: Picture | undefined,
  missing: () => Problem,
): Promise<FastifyReply> {
  if (!picture) throw missing();
  const tag = `"${picture.digest.toString('hex')}"`;
  const isKnown = matchesTag(request.headers['if-none-match'], tag);
  const bytes = isKnown ? null : await picture.read();
  if (bytes === undefined) throw missing();
  reply.headers({ ...PICTURE_HEADERS, ...(picture.isLasting ? LASTING : REVALIDATED), etag: tag });
  if (bytes === null) return reply.code(304).send();
  return reply.type('image/webp').serializer(String).send(bytes);
}

/** A text that a client asks for again and again. */
export interface PolledText {
  /** its media type */
  readonly type: string;
  /** of everything that the text is made from */
  readonly digest: Buffer;
  /** for how long the client need not ask again */
  readonly maxAgeSeconds: number;
  make(): string;
}

/**
 * Sends a text, or 304 if the client has it, before the text is made. The tag is weak, because the same text is also
 * sent compressed (RFC 9110, 8.8.3.3); If-None-Match compares weakly. No search engine keeps it.
 */
export function sendPolled(
  { request, reply }: Pick<RequestContext, 'request' | 'reply'>,
  { type, digest, maxAgeSeconds, make }: PolledText,
): FastifyReply {
  const tag = `"${digest.toString('base64url')}"`;
  reply.headers({
    etag: `W/${tag}`,
    'cache-control': `private, max-age=${maxAgeSeconds}`,
    'x-robots-tag': 'noindex',
  });
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).serializer(String).send(make());
}

/** A text that anybody may read, and that caches may keep. */
export interface PublicText {
  /** its media type, with the encoding */
  readonly contentType: string;
  readonly digest: Buffer;
  /** the text, compressed */
  readonly gzip: Buffer;
  /** for how many seconds caches may keep it since it was made, and how many of them are over */
  readonly maxAgeSeconds: number;
  readonly ageSeconds: number;
  /** whether search engines may list it */
  readonly isIndexed: boolean;
  /** its Content-Security-Policy */
  readonly policy: string;
}

/** Sends a public text, or 304 if the client has it. Pages of all sites may request it, also in a frame. */
export async function sendPublic(
  { request, reply }: Pick<RequestContext, 'request' | 'reply'>,
  { contentType, digest, gzip, maxAgeSeconds, ageSeconds, isIndexed, policy }: PublicText,
): Promise<FastifyReply> {
  const tag = `"${digest.toString('base64url')}"`;
  reply.removeHeader('x-frame-options');
  reply.headers({
    etag: `W/${tag}`,
    'cache-control': `public, max-age=${maxAgeSeconds}`,
    age: ageSeconds,
    vary: 'accept-encoding',
    'content-security-policy': policy,
    ...(isIndexed ? {} : { 'x-robots-tag': 'noindex' }),
  });
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  reply.type(contentType).serializer(String);
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(await promisify(gunzip)(gzip));
  return reply.header('content-encoding', 'gzip').send(gzip);
}

function matchesTag(header = '', tag: string): boolean {
  const tags = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
