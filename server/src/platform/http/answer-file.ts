import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import type { FileEndpoint } from './file-endpoint.ts';
import { makeAsk } from './make-ask.ts';
import { readFilePart } from './read-file-part.ts';
import { type UploadContext, uploadOf } from './upload-of.ts';

/** Beside the file itself: what makes it a form. */
const FORM_BYTES = 16_384;

/** Reads the file of a form, once it is known who sends it and for what, and answers like any operation. */
export async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: FileEndpoint,
  { services, cookies, limits, uploads }: UploadContext,
): Promise<unknown> {
  const { user } = request;
  if (!user) throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
  const ask = { ...makeAsk(request, reply, services, cookies), user };
  try {
    const contentType = request.headers['content-type'];
    if (contentType === undefined) throw noForm();
    await endpoint.admit(ask);
    const mostBytes = endpoint.mostBytes(services.config);
    const answer = await uploads.during(user.id, async () => {
      const parts = uploadOf(request, mostBytes + FORM_BYTES, limits);
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
