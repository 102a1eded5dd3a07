import { Problem } from '../errors.ts';

/** At once, in this process: one more would be a user who uploads by hand in many windows, or a script that does not wait. */
const MOST_OF_USER = 2;
/** Imports and pictures together; more than the imports that may be under way, so that they leave room for pictures. */
const MOST_IN_ALL = 8;
const TRY_AGAIN_SECONDS = 5;

/**
 * The uploads under way in this process: few of one user, and few in all, counted before anything of a body is read, so that nobody fills the
 * memory, or keeps the others from uploading, with bodies that come slowly.
 */
export class UploadPlaces {
  readonly #ofUser = new Map<number, number>();
  #taken = 0;

  /**
   * Holds a place for a user until `work` has ended, however it ends.
   * @throws Problem `rate_limited` when the user has as many as a user may, `not_ready` when all are taken
   */
  async during<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const own = this.#ofUser.get(userId) ?? 0;
    if (own >= MOST_OF_USER) {
      throw full('too_soon', 'rate_limited', `${MOST_OF_USER} uploads of yours are under way. Wait until one is done.`);
    }
    if (this.#taken >= MOST_IN_ALL) {
      throw full('unavailable', 'not_ready', 'Many uploads are under way. Try again in a moment.');
    }
    this.#ofUser.set(userId, own + 1);
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
      const left = (this.#ofUser.get(userId) ?? 1) - 1;
      if (left === 0) this.#ofUser.delete(userId);
      else this.#ofUser.set(userId, left);
    }
  }
}

function full(kind: 'too_soon' | 'unavailable', code: string, message: string): Problem {
  return new Problem(kind, code, message, { retry_after_seconds: TRY_AGAIN_SECONDS });
}
