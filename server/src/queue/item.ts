import type { IngestionPolicy } from '../platform/config.ts';
import type { QueueItemsTable } from '../platform/database/tables.ts';

/** Why there is work: a scholar's first crawl, a run, or what a run left to be finished. */
export type QueueReason = 'first_crawl' | 'run' | 'continuation' | 'retry';

export type QueueStatus = 'queued' | 'retrying' | 'dropped';

/** A queue item that a worker has taken, with all it needs to ask the source. */
export interface ClaimedItem {
  readonly id: number;
  readonly claimNumber: number;
  readonly userId: number;
  readonly scholarId: number;
  readonly profileId: number;
  readonly source: string;
  /** the profile's id at the source */
  readonly sourceId: string;
  readonly resumeRow: number;
  readonly attemptCount: number;
  readonly quickRetryCount: number;
  readonly pagesThisAttempt: number;
  readonly crawlStartedAt: Date;
  readonly runId: number | null;
  readonly reason: string;
  /** the crawl of the profile that this item does; null before its first page */
  readonly crawlNumber: number | null;
  /** listings up to this number are known to this crawl; null when it reads to the end */
  readonly knownListing: number | null;
  readonly baselineCompleted: boolean;
  readonly lookedAtListing: number;
  /** another profile, to be asked in place of this one */
  readonly verify: { readonly profileId: number; readonly sourceId: string } | null;
}

/** What a change of an item may set. */
export type ItemChange = Partial<
  Pick<
    QueueItemsTable,
    | 'reason'
    | 'dropped_reason'
    | 'verify_profile_id'
    | 'last_error'
    | 'run_id'
    | 'last_run_id'
    | 'crawl_number'
    | 'known_listing'
  >
> & {
  readonly attempt_count?: number;
  readonly quick_retry_count?: number;
  readonly resume_row?: number;
  readonly pages_this_attempt?: number;
};

/**
 * How long a failed attempt waits to be repeated: exponential backoff with a jitter of a quarter, so that items that failed together do
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

/** Whether an item finishes what was begun before: by a run that left it, or an attempt that failed. */
export function isContinuation({ reason }: Pick<ClaimedItem, 'reason'>): boolean {
  return reason === 'continuation' || reason === 'retry';
}
