import type { PdfStatus } from '../platform/database/tables.ts';
import { IMPORT } from '../publications/imported.ts';
import type { Candidate, Progress } from './progress.ts';

/** Rows as `to_jsonb` gives them. */
export interface PdfRow {
  readonly publication_id: number;
  readonly status: PdfStatus;
  readonly pdf_url: string | null;
  readonly version: Candidate['version'];
  readonly license: string | null;
  readonly last_source: string | null;
  readonly resolved_at: string | null;
  readonly requested_by_user_id: number | null;
}

export interface LookupRow {
  readonly publication_id: number;
  readonly source: string;
  readonly step_number: number;
  readonly progress: Progress;
  readonly user_id: number | null;
}

/** The searches of works, as the audit log keeps them. */
export interface PdfState {
  readonly pdfs: readonly PdfRow[];
  readonly lookups: readonly LookupRow[];
}

const VERSIONS = ['published', 'accepted', 'submitted'];

/** Of the PDFs that were found the best: the published version before others, then the one that was looked at last. */
export function bestPdf(pdfs: readonly PdfRow[]): PdfRow | undefined {
  const rank = ({ version }: PdfRow) => (version ? VERSIONS.indexOf(version) : VERSIONS.length);
  return pdfs
    .filter(({ status }) => status === 'resolved')
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        compare(b.resolved_at ?? '', a.resolved_at ?? '') ||
        compare(a.pdf_url ?? '', b.pdf_url ?? ''),
    )[0];
}

/** The link of a search that has found one, to be looked at before all others. */
export function linkOf({ pdf_url, version, license, last_source }: PdfRow): Candidate | null {
  return pdf_url === null ? null : { url: pdf_url, version, license, host: null, source: last_source ?? 'unknown' };
}

export function hasBegun({ step_number, progress }: LookupRow): boolean {
  return step_number > 0 || progress.asked.length > 0 || progress.candidates.length > 0;
}

/** Whether the link that was found is one that a user's file named. */
export function isOfFile({ pdf_url, last_source }: PdfRow): boolean {
  return pdf_url !== null && last_source === IMPORT;
}

export function isOpen({ status }: PdfRow): boolean {
  return status === 'queued' || status === 'running';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
