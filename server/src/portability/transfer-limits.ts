import { Problem } from '../platform/errors.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';

/** The size of an import file. 250,000 publications take some 200 MB. */
export const MAX_BYTES = 512_000_000;
/** How many items each list of an import file may have. */
export const MAX_ITEMS = 250_000;

export function fileTooLarge(): Problem {
  return new Problem(
    'too_large',
    'payload_too_large',
    'The file is too large. An import takes at most 512 MB and 250,000 publications. Export some scholars at a time with the parameter ids, and import the files one after the other.',
    { most_bytes: MAX_BYTES, most_items: MAX_ITEMS },
  );
}

/**
 * Runs an import or an export. Each holds a database connection for as long as its client takes, and other requests
 * need connections, too.
 */
export const limitTransfers = limitConcurrency({
  running: 4,
  waiting: 0,
  refusal: 'Too many imports and exports are running. Try again in a few seconds.',
  retryAfterSeconds: 5,
});
