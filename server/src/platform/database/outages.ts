import { isDatabaseUnavailable } from './database-errors.ts';
import { queryTimeoutMs } from './session-settings.ts';

/** A failure this soon after a new connection belongs to the outage that is over, because its query was sent before. */
const SETTLES_WITHIN_MS = queryTimeoutMs('service');
/** The pool's message if no connection of its own became free. That alone is load, not an outage. */
const POOL_IS_BUSY = 'timeout exceeded when trying to connect';

const signs = new WeakSet<Error>();

/** Whether an error is a sign of an outage, which the log has in one line already. */
export function isSignOfOutage(error: unknown): boolean {
  return error instanceof Error && (signs.has(error) || isSignOfOutage(error.cause));
}

/** The part of the log that is needed. The log itself imports this file. */
interface Log {
  info(sentence: string): void;
  warn(sentence: string): void;
}

/**
 * Knows whether the database is there for this process. During an outage, such as a restore, each connection breaks,
 * and each loop, job and request fails. The log has one line about all of them, and one when the outage is over.
 */
export class Outages {
  readonly #log: Log;
  #state: 'never connected' | 'connected' | 'lost' = 'never connected';
  #connectedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log) {
    this.#log = log;
  }

  /** A connection was made. */
  connected(): void {
    if (this.#state === 'lost') {
      this.#connectedAt = performance.now();
      this.#log.info('connected to the database again');
    }
    this.#state = 'connected';
  }

  /** A connection broke, or could not be made. If the first one cannot be made, the start reports it. */
  lost(error: Error): void {
    if (this.#state === 'never connected') return;
    signs.add(error);
    if (this.#state === 'lost' || performance.now() - this.#connectedAt < SETTLES_WITHIN_MS) return;
    this.#state = 'lost';
    this.#log.warn(`the connection to the database was lost (${error.message}); connecting again`);
  }

  /** Runs a query or an attempt to connect. Returns its result, and throws its error. */
  async during<T>(task: Promise<T>): Promise<T> {
    try {
      return await task;
    } catch (error) {
      const isAway = error instanceof Error && isDatabaseUnavailable(error);
      if (isAway && (error.message !== POOL_IS_BUSY || this.#state === 'lost')) this.lost(error);
      throw error;
    }
  }
}
