import type { RefusalReason } from '../links/refused-link.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import type { PdfLocation, SourceRecord } from '../sources/record.ts';
import type { Lookup } from './lookup.ts';
import type { OpenStep } from './next-step.ts';
import type { Progress } from './progress.ts';

export type LookupRow = Lookup<Progress>;

/** What came of a step. */
export type Outcome =
  /** what the source knows; nothing, when it knows no such work */
  | { readonly kind: 'records'; readonly records: readonly SourceRecord[] }
  /** the link, or the page itself, is a PDF */
  | { readonly kind: 'pdf' }
  /** a page named these links */
  | { readonly kind: 'links'; readonly links: readonly PdfLocation[] }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly detail: string }
  /** the source cannot be asked this, now or later: the search goes on without */
  | { readonly kind: 'skipped' }
  | {
      readonly kind: 'deferred';
      readonly afterSeconds: number;
      readonly hasFailed: boolean;
      /** it only waits its turn among our own requests: a run waits for it */
      readonly isOwnPace?: boolean;
    }
  /** nothing was asked, since something else is to be done first now */
  | { readonly kind: 'replanned' };

export interface StepResult {
  readonly lookup: LookupRow;
  /** null: there is nothing left to ask */
  readonly step: OpenStep | null;
  readonly outcome: Outcome;
  /** which sources this lookup may ask */
  isAsked(source: OtherSource): boolean;
}
