import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import type { Services } from './endpoint.ts';
import { limitArrival } from './limit-arrival.ts';
import { makeAsk } from './make-ask.ts';
import { readUpload } from './read-upload.ts';
import type { Cookies } from './session-cookie.ts';
import type { TimeLimits } from './time-limits.ts';
import type { UploadEndpoint } from './upload-endpoint.ts';
import type { UploadPlaces } from './upload-places.ts';

/** Hands a body over as it comes in, once there is a place for it, and answers like any operation. */
export async function answerUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: UploadEndpoint,
  {
    services,
    cookies,
    limits,
    uploads,
  }: { services: Services; cookies: Cookies; limits: TimeLimits; uploads: UploadPlaces },
): Promise<unknown> {
  const { user } = request;
  if (!user) throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
  const toldBytes = Number(request.headers['content-length'] ?? Number.NaN);
  try {
    const answer = await uploads.during(user.id, () => {
      // only who may upload has the time for it
      limitArrival(request, reply, { isUpload: true, log: services.log });
      const body = readUpload(request.body as Readable | undefined, {
        mostBytes: endpoint.mostBytes,
        toldBytes: Number.isNaN(toldBytes) ? null : toldBytes,
        encoding: request.headers['content-encoding'],
        stallMs: limits.stallMs,
      });
      return endpoint.handle({ ...makeAsk(request, reply, services, cookies), body });
    });
    reply.code(endpoint.statusOf(answer)).header('cache-control', 'no-store');
    return { data: answer, meta: { request_id: request.id } };
  } finally {
    // what was not read is let go, so that the client gets to the answer
    request.raw.resume();
  }
}
