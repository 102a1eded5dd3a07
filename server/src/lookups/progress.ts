import type { Identifier } from '../publications/identifiers.ts';
import type { PdfLocation } from '../sources/record.ts';

/** A link that may be an open PDF, and who named it. */
export interface Candidate extends PdfLocation {
  readonly source: string;
}

/** A candidate that was looked at and is none. */
export interface Refusal extends Candidate {
  readonly reason: string;
  /** a sentence for a person */
  readonly detail: string;
}

/** How far the search for a work's identifiers and PDF is, between two steps. Plain JSON. */
export interface Progress {
  /** what was asked in this search, with an answer or without: `crossref title`, `openalex doi:10.1/x` */
  readonly asked: readonly string[];
  /** links not yet looked at, the best first */
  readonly candidates: readonly Candidate[];
  readonly refusals: readonly Refusal[];
  readonly landingPages: readonly string[];
  /** sources that could not be asked, or gave no answer that could be read */
  readonly silent: readonly string[];
  /** the link that was found earlier: as long as it holds there is nothing to search */
  readonly isRecheck: boolean;
}

export const NOTHING_YET: Progress = {
  asked: [],
  candidates: [],
  refusals: [],
  landingPages: [],
  silent: [],
  isRecheck: false,
};

/** A work as the search sees it. */
export interface SearchedWork {
  readonly id: number;
  readonly title: string;
  readonly year: number | null;
  readonly authorText: string | null;
  readonly venueText: string | null;
  readonly identifiers: readonly Identifier[];
}
