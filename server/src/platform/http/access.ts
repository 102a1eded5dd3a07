import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { refuseForeignOrigin } from './check-origin.ts';
import {
  bearerTokenOf,
  type Credential,
  INVALID_TOKEN_CHALLENGE,
  SCOPE_CHALLENGE,
  SIGN_IN_CHALLENGE,
} from './credential.ts';
import type { SessionUser } from './endpoint.ts';
import type { Cookies } from './session-cookie.ts';
import { isUnder, scopeNeededFor, scopeReaches, type TokenScope } from './token-scope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null;
    /** what the user was recognised by; null without a user */
    credential: Credential | null;
  }
}

/** Whom a token belongs to, as of now; null when it opens nothing, or nothing any more. */
export interface FindUser {
  ofSession(token: string): Promise<SessionUser | null>;
  ofApiToken(token: string): Promise<{ id: number; user: SessionUser; scope: TokenScope } | null>;
}

/** What is shown to its owner alone lies here, outside of the versioned API. */
export const ASSETS = '/scholar-images';

/**
 * Checks session, CSRF token and role of everything under /api/v1, by the path alone: an operation that does not exist is refused like one
 * that does. In this order, and before the path, the query or the body is looked at. A request with an API token is that token's alone:
 * its cookies do not count, and it needs neither a CSRF token nor an own origin, since no browser adds such a header by itself.
 */
export function guardApi(
  app: FastifyInstance,
  cookies: Cookies,
  openPaths: ReadonlySet<string>,
  findUser: FindUser,
): void {
  app.decorateRequest('user', null);
  app.decorateRequest('credential', null);
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    if (isUnder(path, ASSETS)) return recogniseQuietly(request, cookies, findUser);
    if (!isUnder(path, '/api/v1')) return;
    const apiToken = bearerTokenOf(request);
    if (apiToken !== null) await recogniseToken(request, reply, { token: apiToken, findUser });
    else await recogniseSession(request, { token: request.cookies[cookies.session], findUser });
    if (!request.user && !openPaths.has(path)) {
      reply.header('www-authenticate', SIGN_IN_CHALLENGE);
      throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
    }
    if (request.credential?.kind === 'api_token') checkScope(request, reply, request.credential.scope, path);
    else if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
      checkCsrf(request, cookies);
      refuseForeignOrigin(request);
    }
    if (isUnder(path, '/api/v1/admin') && !request.user?.is_admin) {
      throw new Problem('forbidden', 'forbidden', 'Only an administrator may do this.');
    }
  });
}

/** To whom nothing is shown, no more is told than that there is nothing: not that a session or a token is over, either. */
async function recogniseQuietly(request: FastifyRequest, cookies: Cookies, findUser: FindUser): Promise<void> {
  const apiToken = bearerTokenOf(request);
  if (apiToken === null) return recogniseSession(request, { token: request.cookies[cookies.session], findUser });
  const found = await findUser.ofApiToken(apiToken);
  if (found) rememberToken(request, apiToken, found);
}

interface Presented<Token> {
  readonly token: Token;
  readonly findUser: FindUser;
}

async function recogniseSession(
  request: FastifyRequest,
  { token, findUser }: Presented<string | undefined>,
): Promise<void> {
  request.user = token ? await findUser.ofSession(token) : null;
  request.credential = request.user && token ? { kind: 'session', token } : null;
}

async function recogniseToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, findUser }: Presented<string>,
): Promise<void> {
  const found = await findUser.ofApiToken(token);
  if (!found) {
    reply.header('www-authenticate', INVALID_TOKEN_CHALLENGE);
    throw new Problem('unauthenticated', 'auth_required', 'This API token is not valid, or not any more.');
  }
  rememberToken(request, token, found);
}

function rememberToken(
  request: FastifyRequest,
  token: string,
  { id, user, scope }: { id: number; user: SessionUser; scope: TokenScope },
): void {
  request.user = user;
  request.credential = { kind: 'api_token', id, token, scope };
}

function checkScope(request: FastifyRequest, reply: FastifyReply, scope: TokenScope, path: string): void {
  const needed = scopeNeededFor(request.method, path);
  if (needed === null) throw new Problem('forbidden', 'forbidden', 'An API token may not do this. Sign in for it.');
  if (scopeReaches(scope, needed)) return;
  reply.header('www-authenticate', `${SCOPE_CHALLENGE}, scope="${needed}"`);
  throw new Problem('forbidden', 'forbidden', `This API token may not do this: it needs the scope "${needed}".`);
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
  if (!cookies.csrfMatches(request, request.credential?.token ?? null, sent)) {
    throw new Problem(
      'forbidden',
      'csrf_invalid',
      'The X-CSRF-Token does not belong to this session. Get a new one from GET /api/v1/auth/csrf.',
    );
  }
}

/** The path as the router understood it: that of the route it chose, else the decoded one. */
function pathOf(request: FastifyRequest): string {
  const route = request.routePattern;
  if (route !== null && !route.includes('*')) return route;
  const raw = request.url.split('?', 1)[0] ?? '';
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
