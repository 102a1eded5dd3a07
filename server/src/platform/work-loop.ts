import { setMaxListeners } from 'node:events';
import { pause } from './clock.ts';
import { BEGIN_WITHIN_MS } from './database/claims.ts';
import { isTransient } from './database/database-errors.ts';
import type { Services } from './services.ts';

/** How often a loop polls if it receives no notification. */
export const POLL_MS = 5000;
/** How long to wait for a row that another process has locked briefly. */
export const RETRY_MS = 20;
const AFTER_ERROR_MS = 1000;
/** How long work may take to finish when the process stops. Then its requests are aborted. */
const ABORT_AFTER_MS = 4000;

interface LoopOptions {
  /** the name of the loop in the log and in the state of the worker */
  readonly name: string;
  /** the PostgreSQL channel that is notified when work may have become due */
  readonly channel: string;
  /** Claims and starts what is due. Returns how many milliseconds to sleep; 0: poll again at once. */
  poll(loop: WorkLoop): Promise<number>;
}

/** Work that this process has claimed (database/claims.ts). */
export interface ClaimedWork {
  /** as the log names it, such as `channel 7` */
  readonly name: string;
  /** `performance.now()` before the claim */
  readonly claimedAt: number;
  /** Does the work. Returns the seconds until there may be more; null: it has ended the claim itself. */
  run(job: RunningJob): Promise<number | null>;
  /** Ends the claim. The work is due again after `restSeconds`. */
  release(restSeconds: number): Promise<void>;
  /** the rest after an error, so that work that fails at once is not tried in a loop */
  readonly errorRestSeconds: number;
}

/**
 * Polls for due work until it is stopped, and runs the work concurrently. Between polls it sleeps until a notification,
 * the end of some work, or the time that the last poll returned. Any number of processes may run the same loop, because
 * work is claimed in the database.
 */
export class WorkLoop {
  readonly #services: Services;
  readonly #options: LoopOptions;
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #wake = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  constructor(services: Services, options: LoopOptions) {
    this.#services = services;
    this.#options = options;
    // every request in progress listens to these signals
    setMaxListeners(0, this.#stopping.signal, this.#aborting.signal);
  }

  /** aborts when the process is asked to stop */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** aborts some seconds after `stopping` */
  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  start(): void {
    const wake = () => this.#wake.abort();
    this.#services.notifications.subscribe(this.#options.channel, wake, wake);
    this.#ended = this.#pollUntilStopped();
  }

  /** Stops polling, and returns when the work in progress has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    const timer = setTimeout(() => this.#aborting.abort(), ABORT_AFTER_MS);
    await this.#ended;
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  /**
   * Runs claimed work concurrently with the loop, and ends its claim. After an error the work rests, except after a
   * lost connection, which is replaced at once. If the claim cannot be ended, it expires.
   */
  runClaimed(work: ClaimedWork): void {
    const running = this.#runAndRelease(work).finally(() => {
      this.#running.delete(running);
      this.#services.worker?.finished();
      this.#wake.abort();
    });
    this.#running.add(running);
  }

  async #runAndRelease({ name, claimedAt, run, release, errorRestSeconds }: ClaimedWork): Promise<void> {
    const { log } = this.#services;
    const { stopping, signal } = this;
    const hasTime = () => !stopping.aborted && performance.now() - claimedAt < BEGIN_WITHIN_MS;
    const restSeconds = await run({ stopping, signal, hasTime }).catch(async (error: unknown) => {
      log.warn({ err: error, work: name }, `${name} failed and will be retried`);
      await pause(RETRY_MS, stopping);
      return isTransient(error) ? 0 : errorRestSeconds;
    });
    if (restSeconds === null) return;
    await release(restSeconds).catch((error: unknown) =>
      log.warn({ err: error, work: name }, `${name} could not be released; its claim will expire`),
    );
  }

  /** Waits until some running work has ended. */
  async untilOneEnds(): Promise<void> {
    await Promise.race(this.#running);
  }

  async #pollUntilStopped(): Promise<void> {
    const { log, worker } = this.#services;
    const { name, poll } = this.#options;
    while (!this.stopping.aborted) {
      // a notification from here on leads to another poll
      this.#wake = new AbortController();
      worker?.polled(name);
      try {
        const waitMs = await poll(this);
        if (waitMs > 0) await pause(waitMs, this.#wake.signal);
      } catch (error) {
        log.warn({ err: error, loop: name }, 'a loop could not poll for work');
        await pause(AFTER_ERROR_MS, this.stopping);
      }
    }
  }
}

/** What background work can check while it runs. */
export interface RunningJob {
  /** aborts when the process is asked to stop: waiting ends now */
  readonly stopping: AbortSignal;
  /** aborts some seconds later: requests in progress end now */
  readonly signal: AbortSignal;
  /**
   * whether another request may start: enough of the claim is left to save its response, and the process is not
   * stopping
   */
  hasTime(): boolean;
}
