import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Services } from './endpoint.ts';
import { readUpload } from './read-upload.ts';
import type { Cookies } from './session-cookie.ts';
import type { TimeLimits } from './time-limits.ts';
import type { UploadPlaces } from './upload-places.ts';

/** What every operation that takes an upload needs of the process. */
export interface UploadContext {
  readonly services: Services;
  readonly cookies: Cookies;
  readonly limits: TimeLimits;
  readonly uploads: UploadPlaces;
}

/** The parts of a request's body, of so many bytes at most, as `readUpload` gives them. */
export function uploadOf(
  request: FastifyRequest,
  mostBytes: number,
  { stallMs }: Pick<TimeLimits, 'stallMs'>,
): AsyncGenerator<Uint8Array> {
  const toldBytes = Number(request.headers['content-length'] ?? Number.NaN);
  return readUpload(request.body as Readable | undefined, {
    mostBytes,
    toldBytes: Number.isNaN(toldBytes) ? null : toldBytes,
    encoding: request.headers['content-encoding'],
    stallMs,
  });
}
