import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Smaller responses fit into one packet. The response with the CSRF token is one of them, so its length reveals nothing
 * about the token.
 */
const MIN_BYTES = 1024;
/**
 * A page of 100 publications takes a few milliseconds in a thread of its own, and becomes more than ten times smaller.
 */
const [BROTLI_QUALITY, GZIP_LEVEL] = [4, 4];
/** 2^18 bytes: as long as the largest page, and not the 4 MB that brotli takes for each response by default. */
const BROTLI_WINDOW = 18;

/**
 * Compresses responses for clients that accept it. Pictures, event streams and files that the build compressed stay as
 * they are.
 */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    threshold: MIN_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW },
    },
    zlibOptions: { level: GZIP_LEVEL },
    // the size limits of bodies are those of the bytes that arrive
    globalDecompression: false,
  });
}
