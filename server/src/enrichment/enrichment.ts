import type { OtherSource } from '../platform/sources-config.ts';
import type { PdfLocation, SourceRecord } from '../sources/record.ts';
import type { OpenStep, Progress } from './progress.ts';
import type { RefusalReason } from './visit-link.ts';

/** `awaited` if a user or a run waits for the result. */
export const PRIORITY = { awaited: 0, backlog: 1 } as const;

/** A run does not wait for a publication whose next step is later than this. */
export const MAX_WAIT_SECONDS = 5;

/** A publication with an open step, and the source of the step. */
export interface OpenEnrichment {
  readonly publicationId: number;
  readonly source: string;
  readonly priority: number;
  /** grows with each step, so that a late result of an earlier step is rejected */
  readonly stepNumber: number;
  /** failures of this step so far */
  readonly failureCount: number;
  readonly progress: Progress;
  /** the user whose own keys are used */
  readonly userId: number | null;
  /** cached responses from before this time are not used */
  readonly ignoresCacheBefore: Date | null;
}

/** A request for the enrichment of publications. */
export interface EnrichmentRequest {
  /** the user who requested it; null if the service did */
  readonly requestedBy: number | null;
  /** the user whose own keys are used */
  readonly keyOwner: number | null;
  /** true if cached responses are not used */
  readonly ignoresCache: boolean;
  readonly isAwaited: boolean;
  /** true for an automatic retry, because their number is limited */
  readonly isAutomatic?: boolean;
  /** the publications are preprints, of which only the versions are looked up */
  readonly isForVersions?: boolean;
}

/** The outcome of a step. */
export type Outcome =
  /** the source's records; empty if it does not know the publication */
  | {
      readonly kind: 'records';
      readonly records: readonly SourceRecord[];
      /** when they were fetched, if they come from the cache */
      readonly fetchedAt?: Date;
    }
  /** the link, or the page itself, is a PDF */
  | { readonly kind: 'pdf' }
  /** the link leads to a page with these PDF links */
  | { readonly kind: 'page'; readonly links: readonly PdfLocation[]; readonly detail: string }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly detail: string }
  /** the source cannot be queried, so enrichment continues without it */
  | { readonly kind: 'skipped' }
  | {
      readonly kind: 'deferred';
      readonly afterSeconds: number;
      readonly hasFailed: boolean;
      /** only Lectern's own rate limit delays it, so a run waits for it */
      readonly isOwnRateLimit?: boolean;
    }
  /** no request was sent, because another step is due first now */
  | { readonly kind: 'replanned' };

export interface StepResult {
  readonly enrichment: OpenEnrichment;
  /** null if no step is left */
  readonly step: OpenStep | null;
  readonly outcome: Outcome;
  /** whether this enrichment may use a source */
  isAvailable(source: OtherSource): boolean;
}
