import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { longestPoolWaitMs } from '../database/pool-waits.ts';
import { Problem } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { TimeLimits } from './time-limits.ts';

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
