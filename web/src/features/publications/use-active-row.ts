import { useCallback, useState } from 'react';
import { keptScroll } from './kept-scroll.ts';
import type { PublicationList } from './use-publication-list.ts';

interface Place {
  /** lists of the same name are of one filter */
  readonly name: string;
  readonly snapshot: string | undefined;
  readonly row: number;
}

/**
 * The row that the keys are about. It is a row of one list at one moment: in another one it is where that was left, or where the publication
 * is that is open beside it.
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
  return [opened >= 0 ? opened : keptScroll(name).row, setActive];
}
