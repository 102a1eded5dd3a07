import type { QueueItemsTable } from '../platform/database/tables.ts';

/** Why there is work: a scholar's first crawl, a run, or what a run left to be finished. */
export type QueueReason = 'first_crawl' | 'run' | 'continuation' | 'retry';

export type QueueStatus = 'queued' | 'retrying' | 'dropped';

/** A queue item that a worker has claimed, with all that it needs to send the request. */
export interface ClaimedItem {
  readonly id: number;
  /** the fencing token: it grows with each claim, and a save with an old one is rejected */
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

/** Whether an item finishes what was begun before: by a run that left it, or an attempt that failed. */
export function isContinuation({ reason }: Pick<ClaimedItem, 'reason'>): boolean {
  return reason === 'continuation' || reason === 'retry';
}
