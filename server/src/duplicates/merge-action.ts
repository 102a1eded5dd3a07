import type { JobFacts } from '../audit/repair-job.ts';
import type { PlaceKind, StoredRow } from '../publications/joined-row.ts';
import type { Accounted } from '../publications/merge-store.ts';

/** The name under which the audit log keeps what a merge did. */
export const MERGE = {
  /** what tracked scholars account for and users yet have no link to, nor will have when the works are taken apart */
  unlinked: 'merge.unlinked',
  work: 'merge.work',
  facts: 'merge.facts',
  dismissals: 'merge.dismissals',
  pdf: 'merge.pdf',
} as const;

export function placeAction(kind: PlaceKind): string {
  return `merge.${kind}`;
}

/** Of a loser, or of a work that had been merged into one: where it leads. */
export type WorkFacts = JobFacts & { readonly merged_into: number | null };

/** Of a place: the rows there. */
export type PlaceFacts = JobFacts & {
  readonly rows: readonly StoredRow[];
  /** of a user's links: the works that a tracked scholar accounted for, as far as the user had looked */
  readonly accounted?: readonly number[];
};

export type UnlinkedFacts = JobFacts & { readonly accounted: readonly Accounted[] };
