import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** One line a request, when its answer is on its way: the route instead of the address, so that no query and no secret is in it. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply));
}

const logged = new WeakSet<FastifyRequest>();

/** Writes the line of a request, once. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  if (logged.has(request)) return;
  logged.add(request);
  request.log.info({
    user_id: request.user?.id ?? null,
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  });
}
