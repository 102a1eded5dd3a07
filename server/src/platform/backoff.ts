import type { IngestionPolicy } from './config.ts';

/**
 * The wait before a failed attempt is retried: exponential backoff with 25 % jitter, so that items that failed together
 * are not retried together (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempt 1 for the first failure; `random` in [0, 1)
 */
export function backoffSeconds(
  attempt: number,
  policy: Pick<IngestionPolicy, 'continuationBaseDelaySeconds' | 'continuationMaxDelaySeconds'>,
  random: number,
): number {
  const grown = policy.continuationBaseDelaySeconds * 2 ** Math.min(attempt - 1, 30);
  return Math.min(grown, policy.continuationMaxDelaySeconds) * (0.75 + 0.5 * random);
}
