import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestTimes } from '../metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    requestTimes: RequestTimes;
  }
}

/**
 * One line a request, when its answer is on its way, or nobody waits for it any more: the route instead of the address, so that nothing that
 * a client wrote there is in it. The same is counted for /metrics.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorate('requestTimes', new RequestTimes());
  app.addHook('onRequest', (request, reply, done) => {
    // a request that did not arrive as a whole is answered, and told of, elsewhere
    const tellGone = () => {
      if (request.raw.complete) logRequest(request, reply, { isComplete: false });
    };
    reply.raw.once('close', () => {
      // who streams an answer tells of its end
      if (!reply.raw.writableFinished) setImmediate(tellGone);
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
}

const logged = new WeakSet<FastifyRequest>();

/** Writes the line of a request, once; `isComplete`: whether the client got the whole answer. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, { isComplete = true } = {}): void {
  if (logged.has(request)) return;
  logged.add(request);
  const { method, credential } = request;
  // a path that cannot be decoded is answered by a request of Fastify's own, without what was added to ours
  const route = request.routePattern ?? null;
  const ms = reply.elapsedTime;
  // nobody was told a status when the answer had not begun: nginx's number for that
  const status = isComplete || reply.raw.headersSent ? reply.statusCode : CLIENT_GONE;
  request.server.requestTimes.observe({ method, route, status, ms });
  request.log.info({
    user_id: request.user?.id ?? null,
    ...(credential?.kind === 'api_token' ? { token_id: credential.id } : {}),
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    ...(isComplete ? {} : { aborted: true }),
  });
}

const CLIENT_GONE = 499;
