import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestTimes } from '../metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    requestTimes: RequestTimes;
  }
  interface FastifyContextConfig {
    /**
     * requests that succeed are logged only at the level debug, because they say nothing about the work of the service
     */
    isRoutine?: boolean;
  }
}

/** nginx's status for a client that disconnected before the response began */
const CLIENT_GONE = 499;

/**
 * Logs one line for each request, when its response is sent or its client has disconnected. It has the route instead of
 * the address, so that nothing in it was written by the client. /metrics counts the same.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorate('requestTimes', new RequestTimes());
  app.addHook('onRequest', (request, reply, done) => {
    // a request that did not arrive completely is logged where its error is sent
    const logGone = () => {
      if (request.raw.complete) logRequest(request, reply, { isComplete: false });
    };
    reply.raw.once('close', () => {
      // streams and downloads log their own end
      if (!reply.raw.writableFinished) setImmediate(logGone);
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
}

const logged = new WeakSet<FastifyRequest>();

/** Writes the line of a request, once. `isComplete`: whether the client got the whole response. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, { isComplete = true } = {}): void {
  if (logged.has(request)) return;
  logged.add(request);
  const { method, credential } = request;
  // if a path cannot be decoded, Fastify's own request comes here without our decorations
  const route = request.routePattern ?? null;
  const ms = reply.elapsedTime;
  const status = isComplete || reply.raw.headersSent ? reply.statusCode : CLIENT_GONE;
  request.server.requestTimes.observe({ method, route, status, ms });
  const isRoutine = request.routeOptions.config?.isRoutine === true && status < 400;
  request.log[isRoutine ? 'debug' : 'info']({
    user_id: request.user?.id ?? null,
    ...(credential?.kind === 'api_token' ? { token_id: credential.id } : {}),
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    ...(isComplete ? {} : { aborted: true }),
  });
}
