import { Problem } from './errors.ts';

/**
 * Lets at most `running` tasks run at the same time and `waiting` wait for their turn, first come, first served.
 * @throws Problem `not_ready` at the call, when the queue is full
 */
export function limitConcurrency({
  running: most,
  waiting: longest,
  refusal,
}: {
  running: number;
  waiting: number;
  /** what the caller is told */
  refusal: string;
}) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (queue.length >= longest) {
        throw new Problem('unavailable', 'not_ready', refusal, { retry_after_seconds: 2 });
      }
      // whoever ends hands its place over, so `running` stays as it is
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
