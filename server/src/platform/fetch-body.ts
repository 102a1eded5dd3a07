import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzip,
  inflate,
  inflateRaw,
} from 'node:zlib';

/** The beginning of a body; `isCut`: there was more. */
export interface BodyStart {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

type Decompress = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
type Compression = 'gzip' | 'br' | 'zlib' | 'deflate';

const DECOMPRESS: Readonly<Record<Compression, Decompress>> = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zlib: promisify(inflate),
  deflate: promisify(inflateRaw),
};

/** With these flushes the end of what was read is no error. */
const UP_TO_THE_CUT = { finishFlush: constants.Z_SYNC_FLUSH };
const DECOMPRESS_START = {
  gzip: () => createGunzip(UP_TO_THE_CUT),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zlib: () => createInflate(UP_TO_THE_CUT),
  deflate: () => createInflateRaw(UP_TO_THE_CUT),
};

/** Repeated headers joined by comma, as HTTP reads them. */
export function flattenHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/** Reads a body of at most `maxBytes`; over that the connection is cut, not drained. */
export async function readBody(
  body: Readable,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<Buffer | 'too_large'> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    cutOff(body);
    return 'too_large';
  }
  const { bytes, isCut } = await readStart(body, maxBytes);
  return isCut ? 'too_large' : bytes;
}

/** What `wantedBytes` judges a body by. */
const JUDGED_BYTES = 1_024;

/** Reads the first `maxBytes` of a body, or fewer if its beginning says that fewer are wanted; when there is more the connection is cut. */
export async function readStart(
  body: Readable,
  maxBytes: number,
  wantedBytes?: (start: Buffer) => number,
): Promise<BodyStart> {
  const chunks: Buffer[] = [];
  let size = 0;
  let limit = wantedBytes ? null : maxBytes;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (limit === null && wantedBytes && size >= JUDGED_BYTES)
      limit = Math.min(maxBytes, wantedBytes(Buffer.concat(chunks, Math.min(size, JUDGED_BYTES))));
    if (limit !== null && size > limit) break;
  }
  const most = limit ?? maxBytes;
  const isCut = size > most;
  if (isCut) cutOff(body);
  return { bytes: Buffer.concat(chunks, Math.min(size, most)), isCut };
}

/** Ends a body that nobody wants to read, and its connection. */
export function cutOff(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

/** Undoes a `Content-Encoding`; the size is checked while it grows, so a small bomb cannot fill the memory. */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | 'too_large' | 'bad_encoding'> {
  const compression = compressionOf(body, encoding);
  if (compression === null) return body;
  if (compression === 'unknown') return 'bad_encoding';
  try {
    return await DECOMPRESS[compression](body, { maxOutputLength: maxBytes });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'bad_encoding';
  }
}

/** Undoes a `Content-Encoding` as far as the body goes and is sound, up to `maxBytes`. */
export function decompressStart(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<BodyStart | 'bad_encoding'> {
  const compression = compressionOf(body, encoding);
  if (compression === null) return Promise.resolve({ bytes: body, isCut: false });
  if (compression === 'unknown') return Promise.resolve('bad_encoding');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (isCut: boolean) => resolve({ bytes: Buffer.concat(chunks, Math.min(size, maxBytes)), isCut });
    const stream = DECOMPRESS_START[compression]();
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) return;
      stream.destroy();
      finish(true);
    });
    stream.on('end', () => finish(false));
    stream.on('error', () => (size > 0 ? finish(true) : resolve('bad_encoding')));
    stream.end(body);
  });
}

function compressionOf(body: Buffer, encoding: string | undefined): Compression | 'unknown' | null {
  const name = encoding?.trim().toLowerCase() ?? '';
  // An answer without content may still carry the header.
  if (name === '' || name === 'identity' || body.length === 0) return null;
  if (name === 'gzip' || name === 'x-gzip') return 'gzip';
  if (name === 'br') return 'br';
  // "deflate" should mean zlib's format, but some servers send the bare stream.
  if (name === 'deflate') return ((body[0] ?? 0) & 0x0f) === 8 ? 'zlib' : 'deflate';
  return 'unknown';
}
