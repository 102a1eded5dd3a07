import type { PlaceKind } from '../publications/joined-row.ts';

/** The name under which the audit log keeps what a merge did. */
export const MERGE = {
  /** what tracked scholars account for and users yet have no link to, nor will have when the works are taken apart */
  unlinked: 'merge.unlinked',
  /** who linked the winner, who said who wrote it, and its identifiers, where no loser had the same: so it is known what came since */
  own: 'merge.own',
  work: 'merge.work',
  facts: 'merge.facts',
  dismissals: 'merge.dismissals',
  pdf: 'merge.pdf',
} as const;

export function placeAction<Kind extends PlaceKind>(kind: Kind): `merge.${Kind}` {
  return `merge.${kind}`;
}
