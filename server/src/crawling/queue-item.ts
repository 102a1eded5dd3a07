import type { QueueItems } from '../platform/database/tables.ts';
import type { AuthorSource } from '../sources/author-list.ts';

/** Why the item exists: a scholar's first crawl, a run, a crawl that a run left unfinished, or a failed attempt. */
export type QueueReason = 'first_crawl' | 'run' | 'continuation' | 'retry';

export type QueueStatus = 'queued' | 'retrying' | 'dropped';

/** A queue item that a worker has claimed, with everything needed to send the request. */
export interface ClaimedItem {
  readonly id: number;
  /** the fencing token: it grows with each claim, and a write with an old one is rejected */
  readonly claimNumber: number;
  readonly userId: number;
  readonly scholarId: number;
  /** the scholar's profile that this item crawls */
  readonly profileId: number;
  readonly source: AuthorSource;
  /** the profile's id at the source */
  readonly sourceId: string;
  readonly resumeRow: number;
  readonly attemptCount: number;
  readonly quickRetryCount: number;
  readonly pagesThisAttempt: number;
  readonly crawlStartedAt: Date;
  readonly runId: number | null;
  readonly reason: string;
  /** the crawl of the profile that this item carries out; null before its first page */
  readonly crawlNumber: number | null;
  /** the crawl stops when it sees only listings up to this number; null: it reads the whole profile */
  readonly knownListing: number | null;
  /** how many publications the source counted when its list was last read; null: the list has to be read */
  readonly publicationCount: number | null;
  /** `AuthorPage.text` of the first page as it was saved last; null: the list has to be read */
  readonly topDigest: Buffer | null;
  /** when the last finished crawl of the whole list began */
  readonly fullyCrawledAt: Date | null;
  /** whether the first crawl of this profile has finished for this scholar */
  readonly baselineCompleted: boolean;
  readonly processedListing: number;
  /** the reference profile to request instead of this one */
  readonly verify: { readonly profileId: number; readonly sourceId: string } | null;
}

/** A claimed item, read again under its lock. */
export type Step = ClaimedItem & { readonly runStartedAt: Date | null };

/** The columns that a change of an item may set. */
export type ItemChange = Partial<
  Pick<
    QueueItems,
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

/** Whether an item continues a crawl that a run left unfinished or whose last attempt failed. */
export function isContinuation({ reason }: Pick<ClaimedItem, 'reason'>): boolean {
  return reason === 'continuation' || reason === 'retry';
}
