import { limitConcurrency } from '../platform/limit-concurrency.ts';

/** Runs an import or an export. Each holds a database connection for as long as its client takes, and other requests need connections, too. */
export const limitTransfers = limitConcurrency({
  running: 4,
  waiting: 0,
  refusal: 'Too many imports and exports are running. Try again in a few seconds.',
  retryAfterSeconds: 5,
});
