import type { ColumnType } from 'kysely';

/** A JSON document, which is read as a value and written as text. */
export type StoredJson<T> = ColumnType<T, string, string>;
/** A JSON document whose column has a default. */
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>;

/** The identifier that a list shows for a publication. */
export interface DisplayIdentifier {
  kind: string;
  value: string;
  label: string;
  url: string;
  confidence_score: number;
}

export type RunStatus = 'running' | 'resolving' | 'success' | 'partial_failure' | 'failed' | 'canceled';
/** The result of one scholar in a run. */
export type Outcome = 'success' | 'partial' | 'failed' | 'skipped' | 'pending';
/** What a run found on a scholar's profile. */
export type ScholarState =
  | 'ok'
  | 'no_results'
  | 'blocked_or_captcha'
  | 'layout_changed'
  | 'network_error'
  | 'not_found';
export type PdfStatus = 'queued' | 'running' | 'resolved' | 'failed';

/**
 * What a publication, or one of its versions, is. "other": none of these, or not known. The first of its versions' stages
 * is that of the publication: with a DOI of which nothing is known, it may be published, so it does not count as a
 * preprint.
 */
export const STAGES = ['published', 'thesis', 'other', 'preprint'] as const;
export type Stage = (typeof STAGES)[number];
