import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../address-key.ts';
import { Problem } from '../errors.ts';
import { ASSETS, bearerTokenOf } from './access.ts';
import { clientAddress } from './request-origin.ts';
import { hashToken } from './session-cookie.ts';
import { isUnder } from './token-scope.ts';

const WINDOW_SECONDS = 60;
/** Many people may share an address, and one client may have many sessions or none. */
const SESSIONS_PER_ADDRESS = 10;
/** Files that browsers keep: pictures, and the code of the web application. */
const FILES = [ASSETS, '/assets'];
/** A page shows fifty pictures and loads as many files of code, which must not use up the requests of its reader. */
const FILES_PER_REQUEST = 5;
/** Fewer than for requests, because browsers keep these files. */
const FILE_SESSIONS_PER_ADDRESS = 4;
/** Some 10 MB at most. */
const MAX_KEYS = 50_000;
/** A supervisor restarts the service if this is refused. */
const HEALTH = '/healthz';

/**
 * Limits the requests a minute of each session or API token, and ten times as many for each address. Files are counted
 * apart. Each process counts for itself, before any database query: the limit keeps one client from using up the
 * service, and protects no secret. Each response has the limits and what is left
 * (draft-ietf-httpapi-ratelimit-headers-11; the package writes only older headers, so we do).
 */
export async function limitRequests(
  app: FastifyInstance,
  { perMinute, sessionCookie }: { perMinute: number; sessionCookie: string },
): Promise<void> {
  if (perMinute === 0) return;
  await app.register(fastifyRateLimit, { global: false });
  const limitersOf = (prefix: string, max: number, sessionsPerAddress: number) => ({
    session: makeLimiter(app, `${prefix}session`, max, (request) =>
      hashToken(tokenOf(request, sessionCookie) ?? '').toString('base64'),
    ),
    address: makeLimiter(app, `${prefix}address`, max * sessionsPerAddress, (request) =>
      addressKey(clientAddress(request)),
    ),
  });
  const requests = limitersOf('', perMinute, SESSIONS_PER_ADDRESS);
  const files = limitersOf('files-', perMinute * FILES_PER_REQUEST, FILE_SESSIONS_PER_ADDRESS);
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routePattern;
    if (route === HEALTH) return;
    const isFile = FILES.some((prefix) => route !== null && isUnder(route, prefix));
    const { session, address } = isFile ? files : requests;
    const ofAddress = await address(request);
    if (ofAddress.isExceeded || !tokenOf(request, sessionCookie)) {
      reply.header('ratelimit-policy', ofAddress.policy).header('ratelimit', ofAddress.left);
      if (ofAddress.isExceeded) throw tooMany('this address', ofAddress.seconds);
      return;
    }
    const ofSession = await session(request);
    reply
      .header('ratelimit-policy', `${ofSession.policy}, ${ofAddress.policy}`)
      .header('ratelimit', `${ofSession.left}, ${ofAddress.left}`);
    if (ofSession.isExceeded) throw tooMany('this session', ofSession.seconds);
  });
}

/** Counts a request, and returns what the headers say. */
function makeLimiter(app: FastifyInstance, name: string, max: number, keyOf: (request: FastifyRequest) => string) {
  const policy = `"${name}";q=${max};w=${WINDOW_SECONDS}`;
  const options = { max, timeWindow: WINDOW_SECONDS * 1000, cache: MAX_KEYS, keyGenerator: keyOf };
  const count = app.createRateLimit(options);
  return async (request: FastifyRequest) => {
    const found = await count(request);
    if (found.isAllowed) throw new Error('there is no list of allowed clients');
    const { isExceeded, remaining, ttl } = found;
    const seconds = Math.max(1, Math.ceil(ttl / 1000));
    return { isExceeded, seconds, policy, left: `"${name}";r=${remaining};t=${seconds}` };
  };
}

/**
 * The session or API token that the request claims to have. A client that invents one gets no more than its address
 * without a session.
 */
function tokenOf(request: FastifyRequest, sessionCookie: string): string | undefined {
  return bearerTokenOf(request) ?? request.cookies[sessionCookie];
}

function tooMany(from: string, seconds: number): Problem {
  const message = `Too many requests from ${from}. Try again in ${seconds} s.`;
  return new Problem('too_soon', 'rate_limited', message, { retry_after_seconds: seconds });
}
