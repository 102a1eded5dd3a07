import { useCallback, useState } from 'react';
import type { PublicationList } from './use-publication-list.ts';
import { useSavedRow } from './use-saved-row.ts';

interface Place {
  /** lists with the same name have the same filter */
  readonly name: string;
  readonly snapshot: string | undefined;
  readonly row: number;
}

/**
 * The row that keyboard shortcuts act on. It belongs to one list at one snapshot. After a refresh it is the open
 * publication's row, or has the same number, because the focus stays there. In another list it is the row where the
 * user left that list.
 */
export function useActiveRow(
  list: PublicationList,
  name: string,
  open: number | undefined,
): [active: number, setActive: (row: number) => void] {
  const snapshot = list.head?.snapshot;
  const saved = useSavedRow();
  const [place, setPlace] = useState<Place | null>(null);
  const setActive = useCallback((row: number) => setPlace({ name, snapshot, row }), [name, snapshot]);
  if (place?.name === name && place.snapshot === snapshot) return [place.row, setActive];
  const opened = open === undefined ? -1 : list.indexOf(open);
  const kept = place?.name === name ? Math.min(place.row, Math.max(0, list.total - 1)) : saved;
  return [opened >= 0 ? opened : kept, setActive];
}
