import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../logger.ts';
import { answerBrokenRequest } from './answer-broken-request.ts';

/** For a body to arrive as a whole; who sends a byte now and then does not hold a connection for ever. */
const BODY_MS = 60_000;
/** For one that is read as it comes in. */
export const UPLOAD_MS = 3_600_000;

const limits = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Hangs up on a request whose body is not here in time. Called again, the time begins anew. */
export function limitArrival(
  request: FastifyRequest,
  reply: FastifyReply,
  { isUpload, log }: { isUpload: boolean; log: Logger },
): void {
  const { raw } = request;
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
  const hangUp = () => {
    if (raw.complete) return;
    if (reply.raw.headersSent) raw.socket.destroy();
    else answerBrokenRequest(log, timeout(), raw.socket);
  };
  clearTimeout(limits.get(raw));
  const limit = setTimeout(hangUp, isUpload ? UPLOAD_MS : BODY_MS).unref();
  limits.set(raw, limit);
  raw.once('close', () => clearTimeout(limit));
}

function timeout(): Error & { code: string } {
  return Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
