import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import type { SessionUser } from './endpoint.ts';
import { refuseForeignOrigin } from './request-origin.ts';
import type { Cookies, Credential } from './session-cookie.ts';
import { API, isUnder, READS, scopeNeededFor, scopeReaches, type TokenScope } from './token-scope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** the path of the route, with `:names`; null if no route has the requested path */
    routePattern: string | null;
    user: SessionUser | null;
    /** null without a user */
    credential: Credential | null;
  }
}

/** The session of a token. */
export interface FoundSession {
  readonly user: SessionUser;
  /** whether the user gave the password within the last hour */
  readonly isRecent: boolean;
}

/** Finds the user of a token; null if the token is not valid or no longer valid. */
export interface FindUser {
  ofSession(token: string): Promise<FoundSession | null>;
  ofApiToken(token: string): Promise<{ id: number; user: SessionUser; scope: TokenScope } | null>;
}

/** The path of pictures, which only their owner may see. It is not part of the versioned API. */
export const ASSETS = '/scholar-images';

/** The challenges of a 401 or 403 (RFC 6750, section 3). */
const SIGN_IN = 'Bearer realm="Lectern"';
const INVALID_TOKEN = `${SIGN_IN}, error="invalid_token"`;
const INSUFFICIENT_SCOPE = `${SIGN_IN}, error="insufficient_scope"`;

/** Keeps the route of each request, because Fastify builds `routeOptions` again each time it is read. */
export function noteRoute(app: FastifyInstance): void {
  app.decorateRequest('routePattern', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.routePattern = request.routeOptions.url ?? null;
    done();
  });
}

/**
 * Checks session, CSRF token and role of every request under /api/v1, in this order and before path, query and body. It
 * goes by the path alone, so an operation that does not exist is refused like one that does. If a request has an API
 * token, its cookies do not count, and it needs neither a CSRF token nor an own origin, because a browser never adds
 * such a header by itself.
 */
export function guardApi(
  app: FastifyInstance,
  { cookies, openPaths, findUser }: { cookies: Cookies; openPaths: ReadonlySet<string>; findUser: FindUser },
): void {
  app.decorateRequest('user', null);
  app.decorateRequest('credential', null);
  app.addHook('onRequest', async (request, reply) => {
    // it gets the methods of the path, which /openapi.json also lists
    if (request.method === 'OPTIONS') return;
    const path = pathOf(request);
    const isAsset = isUnder(path, ASSETS);
    if (!isAsset && !isUnder(path, API)) return;
    const apiToken = bearerTokenOf(request);
    if (apiToken === null) await findSessionUser(request, request.cookies[cookies.session], findUser);
    else await findTokenUser(request, apiToken, findUser);
    // the route of a picture refuses by itself: without a user it says no more than that there is none
    if (isAsset) return;
    if (apiToken !== null && request.user === null) throw invalidToken(reply);
    if (request.user === null && !openPaths.has(path)) {
      reply.header('www-authenticate', SIGN_IN);
      throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
    }
    if (request.credential?.kind === 'api_token') checkScope(request, reply, request.credential.scope, path);
    else if (!READS.includes(request.method)) {
      checkCsrf(request, cookies);
      refuseForeignOrigin(request);
    }
    if (isUnder(path, `${API}/admin`) && !request.user?.is_admin) {
      throw new Problem('forbidden', 'forbidden', 'Only an administrator may do this.');
    }
  });
}

/** The token of `Authorization: Bearer <token>` (RFC 6750), or null. Other schemes may belong to a proxy in front. */
export function bearerTokenOf(request: FastifyRequest): string | null {
  const [scheme = '', ...rest] = (request.headers.authorization ?? '').trim().split(/\s+/);
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : null;
}

async function findSessionUser(request: FastifyRequest, token: string | undefined, findUser: FindUser): Promise<void> {
  const found = token ? await findUser.ofSession(token) : null;
  if (!found || !token) return;
  request.user = found.user;
  request.credential = { kind: 'session', token, isRecent: found.isRecent };
}

async function findTokenUser(request: FastifyRequest, token: string, findUser: FindUser): Promise<void> {
  const found = await findUser.ofApiToken(token);
  if (!found) return;
  request.user = found.user;
  request.credential = { kind: 'api_token', id: found.id, token, scope: found.scope };
}

function invalidToken(reply: FastifyReply): Problem {
  reply.header('www-authenticate', INVALID_TOKEN);
  return new Problem('unauthenticated', 'auth_required', 'This API token is not valid or has ended. Create a new one.');
}

function checkScope(request: FastifyRequest, reply: FastifyReply, scope: TokenScope, path: string): void {
  const needed = scopeNeededFor(request.method, path);
  if (needed === null) throw new Problem('forbidden', 'forbidden', 'An API token may not do this. Sign in instead.');
  if (scopeReaches(scope, needed)) return;
  reply.header('www-authenticate', `${INSUFFICIENT_SCOPE}, scope="${needed}"`);
  throw new Problem('forbidden', 'forbidden', `This API token may not do this. Use one with the scope "${needed}".`);
}

function checkCsrf(request: FastifyRequest, cookies: Cookies): void {
  const sent = request.headers['x-csrf-token'];
  if (typeof sent !== 'string' || sent === '') {
    throw new Problem(
      'forbidden',
      'csrf_missing',
      'The X-CSRF-Token header is missing. Send the token from GET /api/v1/auth/csrf in it.',
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

/** The path as the router understood it: the pattern of the route, or else the decoded path. */
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
