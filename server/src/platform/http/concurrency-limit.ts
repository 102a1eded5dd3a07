import { Problem } from '../errors.ts';

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
