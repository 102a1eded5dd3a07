import type { IngestionPolicy } from './config.ts';

/**
 * How long a failed attempt waits before it is repeated: exponential backoff with a jitter of a quarter, so that items that failed together do
 * not come back together (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
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
