/** Real limits let a little early through, and so a client that keeps exactly to them is never refused. */
const slack = 0.05;

/** Lets `most` requests through at once and as many again every `seconds`. */
export class TokenBucket {
  readonly #most: number;
  readonly #perMillisecond: number;
  #tokens: number;
  #at = 0;

  constructor(most: number, seconds: number) {
    this.#most = most + slack;
    this.#perMillisecond = most / (seconds * 1000);
    this.#tokens = this.#most;
  }

  /** Whether one more may pass; what may not takes nothing. */
  take(now: number): boolean {
    this.#tokens = Math.min(this.#most, this.#tokens + Math.max(0, now - this.#at) * this.#perMillisecond);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
