import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import type { Services } from './endpoint.ts';
import { EventStream } from './event-stream.ts';
import { logRequest } from './log-requests.ts';
import { makeAsk } from './make-ask.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Cookies } from './session-cookie.ts';
import type { StreamEndpoint } from './stream-endpoint.ts';
import type { StreamPlaces } from './stream-places.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would keep events back until its buffer is full
  'x-accel-buffering': 'no',
  connection: 'close',
};

/** Answers a request with a stream of events, unless the operation refuses; the log has it when the stream is over. */
export async function answerWithStream(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: StreamEndpoint,
  {
    services,
    cookies,
    streams,
    places,
  }: { services: Services; cookies: Cookies; streams: OpenStreams; places: StreamPlaces },
): Promise<void> {
  const { user, credential } = request;
  if (!user || !credential) throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
  const free = places.take(user.id);
  const talk = await endpoint.begin({ ...makeAsk(request, reply, services, cookies), user }).catch((error: unknown) => {
    free();
    throw error;
  });
  reply.hijack();
  const response = reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS });
  const stream = new EventStream(response);
  // a client that hangs up finishes no response
  stream.onClose(() => {
    free();
    logRequest(request, reply);
  });
  if (request.method === 'HEAD') return stream.end();
  response.flushHeaders();
  streams.add(stream, credential);
  try {
    await talk(stream);
  } catch (error) {
    request.log.warn({ err: error }, 'a stream broke off');
    stream.end();
  }
}
