import { useCallback, useState } from 'react';
import { savedScroll } from './saved-scroll.ts';
import type { PublicationList } from './use-publication-list.ts';

interface Place {
  /** lists with the same name have the same filter */
  readonly name: string;
  readonly snapshot: string | undefined;
  readonly row: number;
}

/**
 * The row that keyboard shortcuts act on. It belongs to one list at one snapshot. In another list it is the open publication's row, or the
 * row where the user left that list.
 */
export function useActiveRow(
  list: PublicationList,
  name: string,
  open: number | undefined,
): [active: number, setActive: (row: number) => void] {
  const snapshot = list.head?.snapshot;
  const [place, setPlace] = useState<Place | null>(null);
  const setActive = useCallback((row: number) => setPlace({ name, snapshot, row }), [name, snapshot]);
  if (place?.name === name && place.snapshot === snapshot) return [place.row, setActive];
  const opened = open === undefined ? -1 : list.indexOf(open);
  return [opened >= 0 ? opened : savedScroll(name).row, setActive];
}
