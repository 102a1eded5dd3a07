import { setMaxListeners } from 'node:events';
import { pause } from './clock.ts';
import type { Services } from './http/endpoint.ts';

/** A loop that hears nothing looks this often. */
export const POLL_MS = 5000;
/** The pause after something that another process had locked for a moment. */
export const RETRY_MS = 20;
const AFTER_ERROR_MS = 1000;
/** When the process stops, work may finish this long; then its requests are cut off. */
const ABORT_AFTER_MS = 4000;

interface LoopOptions {
  /** names the loop in the log and in the state of the worker */
  readonly name: string;
  /** PostgreSQL notifies it when work may have become due */
  readonly channel: string;
  /** Claims and starts what is due. Returns how many milliseconds to sleep; 0: look again at once. */
  look(loop: WorkLoop): Promise<number>;
}

/**
 * Looks for due work until it is stopped, and does it beside the looking. It sleeps until a notification, the end of some work or the time that the
 * last look returned. Any number of processes may run the same loop: what must be done once is claimed in the database.
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
    // each request under way listens
    setMaxListeners(0, this.#stopping.signal, this.#aborting.signal);
  }

  /** aborts as soon as the process is to stop */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** aborts some seconds later */
  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  start(): void {
    const wake = () => this.#wake.abort();
    this.#services.notifications.subscribe(this.#options.channel, wake, wake);
    this.#ended = this.#lookAgainAndAgain();
  }

  /** Looks for nothing more, and returns when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    const timer = setTimeout(() => this.#aborting.abort(), ABORT_AFTER_MS);
    await this.#ended;
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  /** Does something beside the loop. `work` handles its own errors. */
  run(work: () => Promise<void>): void {
    const running = work().finally(() => {
      this.#running.delete(running);
      this.#services.worker?.finished();
      this.#wake.abort();
    });
    this.#running.add(running);
  }

  /** Waits until something that runs has ended. */
  async untilOneEnds(): Promise<void> {
    await Promise.race(this.#running);
  }

  async #lookAgainAndAgain(): Promise<void> {
    const { log, worker } = this.#services;
    const { name, look } = this.#options;
    while (!this.stopping.aborted) {
      // what is notified from here on is seen by the next look
      this.#wake = new AbortController();
      worker?.looked(name);
      try {
        const waitMs = await look(this);
        if (waitMs > 0) await pause(waitMs, this.#wake.signal);
      } catch (error) {
        log.warn({ err: error, loop: name }, 'a loop could not look for work');
        await pause(AFTER_ERROR_MS, this.stopping);
      }
    }
  }
}
