import { pause } from '../platform/clock.ts';
import type { Slots } from '../sources/pace.ts';

/** Lets requests out one after another, each an interval after the one before it really went. */
export class Gate {
  readonly #intervalMs: number;
  readonly #stopping: AbortSignal;
  #opensAt: number;
  #line = Promise.resolve();

  constructor({ startsInMs, intervalMs }: Pick<Slots, 'startsInMs' | 'intervalMs'>, stopping: AbortSignal) {
    this.#intervalMs = intervalMs;
    this.#stopping = stopping;
    this.#opensAt = performance.now() + startsInMs;
  }

  /** Waits for its turn; ends early when the process is to stop. */
  pass(): Promise<void> {
    this.#line = this.#line.then(async () => {
      await pause(this.#opensAt - performance.now(), this.#stopping);
      this.#opensAt = performance.now() + this.#intervalMs;
    });
    return this.#line;
  }

  /** Until the next request could go; not above 0 when it could go now. */
  get closedForMs(): number {
    return this.#opensAt - performance.now();
  }
}
