import type { LoggedChange } from '../audit/undo-store.ts';
import type { PlaceKind } from '../publications/joined-row.ts';
import { MERGE, placeAction } from './merge-action.ts';
import { type MergeChange, readMergeChanges } from './merge-facts.ts';

/** What one merge did, read from the audit log. */
export interface LoggedMerge {
  readonly winnerId: number;
  readonly loserIds: readonly number[];
  readonly works: readonly MergeChange<typeof MERGE.work>[];
  readonly facts: readonly MergeChange<typeof MERGE.facts>[];
  readonly unlinked: readonly MergeChange<typeof MERGE.unlinked>[];
  readonly own: readonly MergeChange<typeof MERGE.own>[];
  readonly dismissals: readonly MergeChange<typeof MERGE.dismissals>[];
  readonly pdfs: readonly MergeChange<typeof MERGE.pdf>[];
  readonly places: { readonly [Kind in PlaceKind]: readonly MergeChange<`merge.${Kind}`>[] };
}

/** A place that a merge joined: the rows before it, and the one after it, if any was left. */
export type LoggedPlace = MergeChange<`merge.${Exclude<PlaceKind, 'link'>}`>;
export type LoggedLinks = MergeChange<'merge.link'>;

/**
 * Reads the changes of one transaction of a merge; undefined when they are none.
 * @throws Error when a change is not of the shape in which merges write it
 */
export function readMerge(changes: readonly LoggedChange[]): LoggedMerge | undefined {
  const facts = readMergeChanges(changes, MERGE.facts);
  const works = readMergeChanges(changes, MERGE.work);
  const winnerId = facts[0]?.publicationId;
  const loserIds = works
    .filter(({ before }) => before.merged_into === null)
    .flatMap(({ publicationId }) => publicationId ?? []);
  if (winnerId == null || loserIds.length === 0) return undefined;
  const placesOf = <Kind extends PlaceKind>(kind: Kind) => readMergeChanges(changes, placeAction(kind));
  return {
    winnerId,
    loserIds,
    works,
    facts,
    unlinked: readMergeChanges(changes, MERGE.unlinked),
    own: readMergeChanges(changes, MERGE.own),
    dismissals: readMergeChanges(changes, MERGE.dismissals),
    pdfs: readMergeChanges(changes, MERGE.pdf),
    places: {
      source_key: placesOf('source_key'),
      fingerprint: placesOf('fingerprint'),
      identifier: placesOf('identifier'),
      listing: placesOf('listing'),
      claim: placesOf('claim'),
      link: placesOf('link'),
    },
  };
}
