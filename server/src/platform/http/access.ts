import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import type { SessionUser } from './endpoint.ts';
import type { Cookies } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null;
    sessionToken: string | null;
  }
}

export type FindSessionUser = (token: string) => Promise<SessionUser | null>;

/**
 * Checks session, CSRF token and role of everything under /api/v1, by the path alone: an operation that does not exist is refused like one
 * that does. In this order, and before the path, the query or the body is looked at.
 */
export function guardApi(
  app: FastifyInstance,
  cookies: Cookies,
  openPaths: ReadonlySet<string>,
  findSessionUser: FindSessionUser,
): void {
  app.decorateRequest('user', null);
  app.decorateRequest('sessionToken', null);
  app.addHook('onRequest', async (request) => {
    const path = pathOf(request);
    if (!isUnder(path, '/api/v1')) return;
    const token = request.cookies[cookies.session];
    request.user = token ? await findSessionUser(token) : null;
    request.sessionToken = request.user && token ? token : null;
    if (!request.user && !openPaths.has(path)) {
      throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
    }
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) checkCsrf(request, cookies);
    if (isUnder(path, '/api/v1/admin') && !request.user?.is_admin) {
      throw new Problem('forbidden', 'forbidden', 'Only an administrator may do this.');
    }
  });
}

function checkCsrf(request: FastifyRequest, cookies: Cookies): void {
  const sent = request.headers['x-csrf-token'];
  if (typeof sent !== 'string' || sent === '') {
    throw new Problem(
      'forbidden',
      'csrf_missing',
      'Send the X-CSRF-Token header with the token that GET /api/v1/auth/csrf gives.',
    );
  }
  if (!cookies.csrfMatches(request, request.sessionToken, sent)) {
    throw new Problem(
      'forbidden',
      'csrf_invalid',
      'The X-CSRF-Token does not belong to this session. Get a new one from GET /api/v1/auth/csrf.',
    );
  }
}

/** The path as the router understood it: that of the route it chose, else the decoded one. */
function pathOf(request: FastifyRequest): string {
  const route = request.routeOptions.url;
  if (route !== undefined && !route.includes('*')) return route;
  const raw = request.url.split('?', 1)[0] ?? '';
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
