import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { longestPoolWaitMs } from '../database/pools.ts';
import { Problem } from '../errors.ts';
import { addressKey } from '../ip-addresses.ts';
import type { Logger } from '../logger.ts';
import { ASSETS, bearerTokenOf } from './access.ts';
import { clientAddress } from './request-origin.ts';
import { hashToken } from './session-cookie.ts';
import type { TimeLimits } from './time-limits.ts';
import { isUnder } from './token-scope.ts';

const WINDOW_SECONDS = 60;
/** Many people may share an address, and one client may have many sessions or none. */
const SESSIONS_PER_ADDRESS = 10;
/** Public lists, which everybody gets alike, with or without a session. */
const PUBLIC = '/p';
/** Files that browsers keep: pictures, the code of the web application, public lists. */
const FILES = [ASSETS, '/assets', PUBLIC];
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
    const isPublic = route !== null && isUnder(route, PUBLIC);
    if (ofAddress.isExceeded || isPublic || !tokenOf(request, sessionCookie)) {
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

/** How many may be open at the same time, and what a request gets that would be one more. */
interface Limits {
  readonly perUser: number;
  readonly total: number;
  readonly userMessage: string;
  readonly totalMessage?: string;
  readonly retryAfterSeconds: number;
}

/** Counts what is open in this process, by user and in total. */
export class ConcurrencyLimit {
  readonly #limits: Limits;
  readonly #countOfUser = new Map<number, number>();
  #count = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Counts one more for a user; returns the function that counts it out, to be called once.
   * @throws Problem `rate_limited` at the user's limit, `not_ready` at the total limit
   */
  enter(userId: number): () => void {
    const { perUser, total, userMessage, totalMessage = '', retryAfterSeconds } = this.#limits;
    const details = { retry_after_seconds: retryAfterSeconds };
    const own = this.#countOfUser.get(userId) ?? 0;
    if (own >= perUser) throw new Problem('too_soon', 'rate_limited', userMessage, details);
    if (this.#count >= total) throw new Problem('unavailable', 'not_ready', totalMessage, details);
    this.#countOfUser.set(userId, own + 1);
    this.#count += 1;
    return () => {
      this.#count -= 1;
      const left = (this.#countOfUser.get(userId) ?? 1) - 1;
      if (left === 0) this.#countOfUser.delete(userId);
      else this.#countOfUser.set(userId, left);
    };
  }
}

const CHECK_EVERY_MS = 250;
/** One delay is a large piece of work. Several in a row are too many requests. */
const MAX_DELAYS = 3;
/** Operators need these most when the service is busy. */
const NEVER_REFUSED: ReadonlySet<string | null> = new Set(['/healthz', '/metrics']);
/** A random time, so that clients that were refused together do not come back together. */
const RETRY_AFTER_SECONDS = { min: 2, max: 6 };

/**
 * Refuses new requests with 503 and Retry-After while this process cannot keep up: its event loop is delayed several
 * times in a row, or requests wait too long for a database connection. Running requests go on.
 * `@fastify/under-pressure` cannot replace this: it looks at the mean delay of a second, so one large piece of work
 * would refuse requests.
 */
export function shedLoad(
  app: FastifyInstance,
  { db, log, limits }: { db: Database; log: Logger; limits: TimeLimits },
): void {
  let reason: string | null = null;
  let delays = 0;
  let checkedAt = performance.now();
  const check = () => {
    const now = performance.now();
    delays = now - checkedAt - CHECK_EVERY_MS > limits.loopDelayMs ? delays + 1 : 0;
    checkedAt = now;
    const isSlow = delays >= MAX_DELAYS;
    const waits = longestPoolWaitMs(db) > limits.poolWaitMs;
    const found = isSlow ? 'the event loop is slow' : waits ? 'no database connection is free' : null;
    if (found !== null && reason === null) log.warn({ reason: found }, 'too busy: requests are refused');
    if (found === null && reason !== null) log.info('requests are accepted again');
    reason = found;
  };
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, _reply, done) => {
    if (reason === null || NEVER_REFUSED.has(request.routePattern)) return done();
    const { min, max } = RETRY_AFTER_SECONDS;
    const details = { retry_after_seconds: min + Math.floor(Math.random() * (max - min + 1)) };
    done(new Problem('unavailable', 'not_ready', 'The service is too busy. Try again in a moment.', details));
  });
}
