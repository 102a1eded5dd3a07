import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decompress = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unzip: Decompress = promisify(gunzip);
const unbrotli: Decompress = promisify(brotliDecompress);
const undeflate: Decompress = promisify(inflate);
const undeflateRaw: Decompress = promisify(inflateRaw);

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
  const chunks: Buffer[] = [];
  let size = 0;
  const announced = Number(headers['content-length'] ?? 0);
  if (!(announced > maxBytes)) {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
    if (size <= maxBytes) return Buffer.concat(chunks, size);
  }
  body.on('error', () => undefined).destroy();
  return 'too_large';
}

/** Undoes a `Content-Encoding`; the size is checked while it grows, so a small bomb cannot fill the memory. */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | 'too_large' | 'bad_encoding'> {
  const name = encoding?.trim().toLowerCase() ?? '';
  // An answer without content may still carry the header.
  if (name === '' || name === 'identity' || body.length === 0) return body;
  const undo = decompressorFor(name, body);
  if (undo === undefined) return 'bad_encoding';
  try {
    return await undo(body, { maxOutputLength: maxBytes });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'bad_encoding';
  }
}

function decompressorFor(name: string, body: Buffer): Decompress | undefined {
  if (name === 'gzip' || name === 'x-gzip') return unzip;
  if (name === 'br') return unbrotli;
  // "deflate" should mean zlib's format, but some servers send the bare stream.
  if (name === 'deflate') return ((body[0] ?? 0) & 0x0f) === 8 ? undeflate : undeflateRaw;
  return undefined;
}
