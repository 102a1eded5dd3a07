import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.ts';
import type { Ask, Services, SessionUser } from './endpoint.ts';
import type { Cookies } from './session-cookie.ts';

/** What a handler is given of a request that was checked. */
export function makeAsk(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  cookies: Cookies,
): Ask<SessionUser | null, unknown, unknown, unknown> {
  const { db, databaseUrl, config, log, secrets, notifications } = services;
  // one by one: spread, they would make up a fiftieth of a request
  return {
    db,
    databaseUrl,
    config,
    log,
    secrets,
    notifications,
    user: request.user,
    query: request.query,
    path: request.params,
    body: request.body,
    session: cookies.control(request, reply, request.credential),
    address: clientAddress(request),
    header: (name) => headerOf(request, name),
  };
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}
