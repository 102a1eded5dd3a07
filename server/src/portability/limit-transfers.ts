import { Problem } from '../platform/errors.ts';

/** In one process at a time, because each transfer holds a database connection for as long as its client takes. */
const MAX_TRANSFERS = 4;
const RETRY_AFTER_SECONDS = 5;

let running = 0;

/**
 * Runs an import or an export unless too many are running. The limit keeps connections free for other requests.
 * @throws Problem `not_ready`
 */
export async function limitTransfers<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_TRANSFERS)
    throw new Problem(
      'unavailable',
      'not_ready',
      'Too many imports and exports are running. Try again in a few seconds.',
      {
        retry_after_seconds: RETRY_AFTER_SECONDS,
      },
    );
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}
