import type { QueryResult } from './query-source.ts';
import type { RecordIdentifier } from './record.ts';
import type { AuthorList } from './record-authors.ts';
import type { SourceResponse } from './source.ts';

/** The sources that list the publications of an author. */
export const AUTHOR_SOURCES = ['google_scholar', 'openalex', 'orcid', 'dblp'] as const;
export type AuthorSource = (typeof AUTHOR_SOURCES)[number];

/**
 * An author's id at a source, in the form that the source's own addresses use: `AbCdEfGh_-12`, `A5023888391`,
 * `0000-0002-1825-0097`, `65/9612`.
 */
export interface AuthorId {
  readonly source: AuthorSource;
  readonly id: string;
}

/** A publication as an author's list has it. Texts have one line and a limited length. */
export interface AuthorListRecord {
  /** the stable key of this entry at the source */
  readonly key: string;
  /** `cluster:…`, the source's key for all versions of the publication; null if it gives none */
  readonly clusterKey: string | null;
  readonly title: string;
  /** the authors in one line, as lists show and search them */
  readonly authors: string | null;
  /** the authors one by one; absent if the source prints only a line */
  readonly authorList?: AuthorList;
  readonly venue: string | null;
  readonly year: number | null;
  /** null: the source does not say, and the stored count stays */
  readonly citations: number | null;
  /** a page that shows this entry */
  readonly url: string | null;
  /** what the source states; identifiers in `venue` and `url` are found in addition */
  readonly identifiers: readonly RecordIdentifier[];
}

/**
 * One page of an author's list: the author, and the records in the source's order, the newest first if the source can
 * sort.
 */
export interface AuthorPage {
  /** the author's id now; it differs from the requested id if the source merged the author into another */
  readonly sourceId: string;
  readonly name: string;
  readonly affiliation: string | null;
  /** an absolute address; null if there is no picture */
  readonly imageUrl: string | null;
  /**
   * null: the source counts as many publications as when the list was last read, or `text` is that of the page that was
   * saved last, so it was not read again
   */
  readonly records: readonly AuthorListRecord[] | null;
  /** a digest of the text from which the records were read, and their number; absent if only the records are compared */
  readonly text?: { readonly digest: Buffer; readonly recordCount: number };
  /** how many publications the source counts for the author; null if it does not say */
  readonly publicationCount: number | null;
  /**
   * how many records the list has on all its pages by its own count, with those that were left out; null if it was not
   * read or does not say
   */
  readonly listedCount: number | null;
  readonly hasMore: boolean;
  /** the author's ids at other sources that this page names */
  readonly links: readonly AuthorId[];
  /** one for each value that was lost or repaired */
  readonly warnings: readonly string[];
}

/** A request for one page of an author's list. */
export interface AuthorListRequest {
  readonly sourceId: string;
  /** 0 for the first page */
  readonly startRow: number;
  /** how many publications the source counted when the list was last read; null: read the list in any case */
  readonly knownPublicationCount: number | null;
  readonly signal: AbortSignal;
}

export type AuthorListResult =
  | SourceResponse<AuthorPage>
  /** the daily budget is spent */
  | { readonly kind: 'spent'; readonly until: Date }
  /** no request may be sent soon, because of a cooldown or other requests */
  | { readonly kind: 'postponed' };

/** Turns the failure of a query into one of an author's list. A rejected key refuses all requests, as a block does. */
export function toListResult(failed: Exclude<QueryResult<unknown>, { kind: 'found' }>): AuthorListResult {
  switch (failed.kind) {
    case 'spent':
    case 'key_paused':
      return { kind: 'spent', until: 'until' in failed ? failed.until : nextDay() };
    case 'key_refused':
      return { kind: 'blocked', reason: failed.kind, retryAfterSeconds: null };
    case 'refused_request':
      return { kind: 'changed', reason: `refused_request_${failed.status}` };
    default:
      return failed;
  }
}

/** Daily budgets reset at midnight UTC. */
function nextDay(): Date {
  return new Date(new Date().setUTCHours(24, 0, 0, 0));
}
