import type { OtherSource } from '../platform/sources-config.ts';
import type { PdfLocation, SourceRecord } from '../sources/record.ts';
import type { OpenStep, Progress } from './progress.ts';
import type { RefusalReason } from './visit-link.ts';

/** Whether somebody waits for the result. */
export const PRIORITY = { awaited: 0, backlog: 1 } as const;

/** A run does not wait for a publication whose next step is later than this. */
export const PATIENCE_SECONDS = 5;

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
  /** whose own keys are used */
  readonly userId: number | null;
  /** cached answers from before this time are not used */
  readonly askedAnewAt: Date | null;
}

/** The step after a step. */
export interface NextStep {
  readonly publicationId: number;
  readonly source: string;
  readonly progress: Progress;
  readonly failureCount: number;
  /** from now */
  readonly afterSeconds: number;
}

/** Who wants publications to be enriched, and how. */
export interface EnrichmentRequest {
  /** the user who asked for it; null: the service itself */
  readonly requestedBy: number | null;
  /** whose own keys are used */
  readonly keysOf: number | null;
  /** cached answers are not used */
  readonly asksAnew: boolean;
  readonly isAwaited: boolean;
  /** an automatic retry, which is counted */
  readonly isClock?: boolean;
}

/** The outcome of a step. */
export type Outcome =
  /** the source's records; none if it knows no such publication */
  | {
      readonly kind: 'records';
      readonly records: readonly SourceRecord[];
      /** when the source gave them, if they come from the cache */
      readonly fetchedAt?: Date;
    }
  /** the link, or the page itself, is a PDF */
  | { readonly kind: 'pdf' }
  /** the link leads to a page that names these links */
  | { readonly kind: 'page'; readonly links: readonly PdfLocation[]; readonly detail: string }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly detail: string }
  /** the source cannot be asked this; enrichment goes on without it */
  | { readonly kind: 'skipped' }
  | {
      readonly kind: 'deferred';
      readonly afterSeconds: number;
      readonly hasFailed: boolean;
      /** it waits for our own rate limit only, so a run waits for it */
      readonly isOwnPace?: boolean;
    }
  /** nothing was asked, because another step is due first now */
  | { readonly kind: 'replanned' };

export interface StepResult {
  readonly enrichment: OpenEnrichment;
  /** null: there is nothing left to ask */
  readonly step: OpenStep | null;
  readonly outcome: Outcome;
  /** which sources this enrichment may ask */
  isAsked(source: OtherSource): boolean;
}
