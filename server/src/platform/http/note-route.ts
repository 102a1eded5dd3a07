import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** as the routes have it, with `:names`; null for a path that is none */
    routePattern: string | null;
  }
}

/** Keeps the route of each request: Fastify makes a new object of all that it knows of a route each time that it is asked. */
export function noteRoute(app: FastifyInstance): void {
  app.decorateRequest('routePattern', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.routePattern = request.routeOptions.url ?? null;
    done();
  });
}
