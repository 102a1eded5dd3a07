import { Problem } from './errors.ts';

/**
 * Runs at most `running` tasks at the same time. Up to `waiting` more wait, first in, first out.
 * @throws Problem `not_ready` at the call, when the queue is full
 */
export function limitConcurrency({
  running: most,
  waiting: longest,
  refusal,
  retryAfterSeconds = 2,
}: {
  running: number;
  waiting: number;
  /** the message of the error */
  refusal: string;
  retryAfterSeconds?: number;
}) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (queue.length >= longest) {
        throw new Problem('unavailable', 'not_ready', refusal, { retry_after_seconds: retryAfterSeconds });
      }
      // the task that ends starts this one, so `running` does not change
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
