import { Problem } from '../errors.ts';

const TRY_AGAIN_SECONDS = 30;

/** The open event streams of each user in this process, counted from before anything is looked up for one until its connection is closed. */
export class StreamPlaces {
  readonly #mostOfUser: number;
  readonly #ofUser = new Map<number, number>();

  /** `mostOfUser`: 0 is no limit */
  constructor(mostOfUser: number) {
    this.#mostOfUser = mostOfUser;
  }

  /** Takes a place for a user; gives what frees it, to be called once. @throws Problem `rate_limited` when the user has as many as a user may */
  take(userId: number): () => void {
    if (this.#mostOfUser === 0) return () => {};
    const open = this.#ofUser.get(userId) ?? 0;
    if (open >= this.#mostOfUser) {
      const message = `${this.#mostOfUser} event streams of yours are open. Close one, then try again.`;
      throw new Problem('too_soon', 'rate_limited', message, { retry_after_seconds: TRY_AGAIN_SECONDS });
    }
    this.#ofUser.set(userId, open + 1);
    return () => {
      const left = (this.#ofUser.get(userId) ?? 1) - 1;
      if (left === 0) this.#ofUser.delete(userId);
      else this.#ofUser.set(userId, left);
    };
  }
}
