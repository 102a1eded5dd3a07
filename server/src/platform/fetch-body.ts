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

/** The beginning of a body. `isTruncated`: the body is longer. */
export interface BodyBeginning {
  readonly bytes: Buffer;
  readonly isTruncated: boolean;
}

type Decompress = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
type Compression = 'gzip' | 'br' | 'zlib' | 'deflate';

const DECOMPRESS: Readonly<Record<Compression, Decompress>> = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zlib: promisify(inflate),
  deflate: promisify(inflateRaw),
};

/** With these options a truncated body is not an error. */
const UP_TO_THE_CUT = { finishFlush: constants.Z_SYNC_FLUSH };
const DECOMPRESS_START = {
  gzip: () => createGunzip(UP_TO_THE_CUT),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zlib: () => createInflate(UP_TO_THE_CUT),
  deflate: () => createInflateRaw(UP_TO_THE_CUT),
};

/** Joins repeated headers by commas, as HTTP defines. */
export function flattenHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/** Reads a body of at most `maxBytes`. Destroys the connection if the body is longer. */
export async function readBody(
  body: Readable,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<Buffer | 'too_large'> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    destroyBody(body);
    return 'too_large';
  }
  const { bytes, isTruncated } = await readStart(body, maxBytes);
  return isTruncated ? 'too_large' : bytes;
}

/** The length of the beginning that `wantedBytes` gets at last. */
const FIRST_BYTES = 1_024;

/**
 * Reads the first `maxBytes` of a body, or fewer if `wantedBytes` returns fewer. Destroys the connection if the body is
 * longer.
 */
export async function readStart(
  body: Readable,
  maxBytes: number,
  wantedBytes?: (start: Buffer) => number | null,
): Promise<BodyBeginning> {
  const chunks: Buffer[] = [];
  let size = 0;
  let limit = wantedBytes ? null : maxBytes;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (limit === null && wantedBytes) {
      const wanted = wantedBytes(Buffer.concat(chunks, Math.min(size, FIRST_BYTES)));
      if (wanted !== null || size >= FIRST_BYTES) limit = Math.min(maxBytes, wanted ?? maxBytes);
    }
    if (limit !== null && size > limit) break;
  }
  const most = limit ?? maxBytes;
  const isTruncated = size > most;
  if (isTruncated) destroyBody(body);
  return { bytes: Buffer.concat(chunks, Math.min(size, most)), isTruncated };
}

/** Destroys an unread body and its connection. */
export function destroyBody(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

/** Decodes a `Content-Encoding`. The size is checked during decompression, so a zip bomb cannot fill the memory. */
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

/**
 * Decodes the beginning of a `Content-Encoding`, up to `maxBytes`. It stops at the first byte that is missing or
 * broken.
 */
export function decompressStart(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<BodyBeginning | 'bad_encoding'> {
  const compression = compressionOf(body, encoding);
  if (compression === null) return Promise.resolve({ bytes: body, isTruncated: false });
  if (compression === 'unknown') return Promise.resolve('bad_encoding');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (isTruncated: boolean) =>
      resolve({ bytes: Buffer.concat(chunks, Math.min(size, maxBytes)), isTruncated });
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
  // A response without content may still have the header.
  if (name === '' || name === 'identity' || body.length === 0) return null;
  if (name === 'gzip' || name === 'x-gzip') return 'gzip';
  if (name === 'br') return 'br';
  // "deflate" means zlib's format, but some servers send the raw stream.
  if (name === 'deflate') return ((body[0] ?? 0) & 0x0f) === 8 ? 'zlib' : 'deflate';
  return 'unknown';
}
