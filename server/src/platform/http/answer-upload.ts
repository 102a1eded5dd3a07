import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { limitArrival } from './limit-arrival.ts';
import { makeAsk } from './make-ask.ts';
import type { UploadEndpoint } from './upload-endpoint.ts';
import { type UploadContext, uploadOf } from './upload-of.ts';

/** Hands a body over as it comes in, once there is a place for it, and answers like any operation. */
export async function answerUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: UploadEndpoint,
  { services, cookies, limits, uploads }: UploadContext,
): Promise<unknown> {
  const { user } = request;
  if (!user) throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
  try {
    const answer = await uploads.during(user.id, () => {
      // only who may upload has the time for it
      limitArrival(request, reply, { isUpload: true, log: services.log });
      const body = uploadOf(request, endpoint.mostBytes, limits);
      return endpoint.handle({ ...makeAsk(request, reply, services, cookies), body });
    });
    reply.code(endpoint.statusOf(answer)).header('cache-control', 'no-store');
    return { data: answer, meta: { request_id: request.id } };
  } finally {
    // what was not read is let go, so that the client gets to the answer
    request.raw.resume();
  }
}
