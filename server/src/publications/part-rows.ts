import { isDeepStrictEqual } from 'node:util';
import type { IdentifierRow, PlaceKind, StoredRow } from './joined-row.ts';

/** What a merge did at one place, and what stands there now. */
export interface JoinedPlace {
  readonly before: readonly StoredRow[];
  /** null: nothing was left */
  readonly after: StoredRow | null;
  /** the winner's row as it is now; null when it is gone */
  readonly current: StoredRow | null;
}

/**
 * The rows that stand at a place when its works are two again: as before, but what was taken away since stays away, and an identifier that was found
 * more surely since stays with the winner, too. Links have rules of their own (part-links.ts).
 */
export function partRows(kind: Exclude<PlaceKind, 'link'>, { before, after, current }: JoinedPlace): StoredRow[] {
  if (after === null && current !== null)
    return [...before.filter((row) => row.publication_id !== current.publication_id), current];
  if (after === null) return [...before];
  if (current === null) return [];
  if (kind !== 'identifier' || isDeepStrictEqual(current, after)) return [...before];
  const now = current as IdentifierRow;
  if (now.is_contradicted || now.confidence <= (after as IdentifierRow).confidence) return [...before];
  return [...before.filter((row) => row.publication_id !== current.publication_id), current];
}
