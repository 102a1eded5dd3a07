import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { longestPoolWaitMs } from '../database/pool-waits.ts';
import { Problem } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { TimeLimits } from './time-limits.ts';

const LOOK_EVERY_MS = 250;
/** One slow turn is a large piece of work, not too many requests. */
const SLOW_TURNS = 3;
/** What tells operators how the service is. */
const ALWAYS_ANSWERED: ReadonlySet<string | null> = new Set(['/healthz', '/metrics']);
/** Clients that were refused together should not come back together. */
const RETRY_AFTER_SECONDS = { least: 2, most: 6 };

/**
 * Refuses requests at once, with 503 and a Retry-After, while this process cannot keep up: its event loop is slow turn after turn, or
 * requests wait too long for a connection to the database. What is under way goes on, and operators still see how the service is.
 */
export function shedLoad(
  app: FastifyInstance,
  { db, log, limits }: { db: Database; log: Logger; limits: TimeLimits },
): void {
  let reason: string | null = null;
  let slowTurns = 0;
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    slowTurns = now - lookedAt - LOOK_EVERY_MS > limits.turnMs ? slowTurns + 1 : 0;
    lookedAt = now;
    const isSlow = slowTurns >= SLOW_TURNS;
    const waits = longestPoolWaitMs(db) > limits.poolWaitMs;
    const found = isSlow ? 'the event loop is slow' : waits ? 'no database connection is free' : null;
    if (found !== null && reason === null) log.warn({ reason: found }, 'too busy: requests are refused');
    if (found === null && reason !== null) log.info('requests are answered again');
    reason = found;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, _reply, done) => {
    if (reason === null || ALWAYS_ANSWERED.has(request.routePattern)) return done();
    const { least, most } = RETRY_AFTER_SECONDS;
    const details = { retry_after_seconds: least + Math.floor(Math.random() * (most - least + 1)) };
    done(new Problem('unavailable', 'not_ready', 'The service is too busy. Try again in a moment.', details));
  });
}
