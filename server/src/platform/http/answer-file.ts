import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import type { Services } from './endpoint.ts';
import type { FileEndpoint } from './file-endpoint.ts';
import { makeAsk } from './make-ask.ts';
import { readFilePart } from './read-file-part.ts';
import { readUpload } from './read-upload.ts';
import type { Cookies } from './session-cookie.ts';
import type { TimeLimits } from './time-limits.ts';
import type { UploadPlaces } from './upload-places.ts';

/** Beside the file itself: what makes it a form. */
const FORM_BYTES = 16_384;

/** Reads the file of a form, once it is known who sends it and for what, and answers like any operation. */
export async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: FileEndpoint,
  {
    services,
    cookies,
    limits,
    uploads,
  }: { services: Services; cookies: Cookies; limits: TimeLimits; uploads: UploadPlaces },
): Promise<unknown> {
  const { user } = request;
  if (!user) throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
  const ask = { ...makeAsk(request, reply, services, cookies), user };
  try {
    const contentType = request.headers['content-type'];
    if (contentType === undefined) throw noForm();
    await endpoint.admit(ask);
    const mostBytes = endpoint.mostBytes(services.config);
    const toldBytes = Number(request.headers['content-length'] ?? Number.NaN);
    const answer = await uploads.during(user.id, async () => {
      const parts = readUpload(request.body as Readable | undefined, {
        mostBytes: mostBytes + FORM_BYTES,
        toldBytes: Number.isNaN(toldBytes) ? null : toldBytes,
        encoding: request.headers['content-encoding'],
        stallMs: limits.stallMs,
      });
      const body = await readFilePart(parts, { contentType, field: endpoint.field, mostBytes });
      return endpoint.handle({ ...ask, body });
    });
    reply.code(endpoint.statusOf(answer)).header('cache-control', 'no-store');
    return { data: answer, meta: { request_id: request.id } };
  } finally {
    // what was not read is let go, so that the client gets to the answer
    request.raw.resume();
  }
}

export function noForm(): Problem {
  return new Problem('wrong_media_type', 'unsupported_media_type', 'Send the file as multipart/form-data.');
}
