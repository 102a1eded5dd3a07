import type { RefObject } from 'react';
import type { Publication } from '../../api/shapes.ts';
import type { PublicationList } from './use-publication-list.ts';

/** Opens the neighbors of the open publication. Null: there is none, or it is not loaded yet. */
export interface Steps {
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

interface Props {
  readonly list: PublicationList;
  readonly open: number | undefined;
  readonly handle: RefObject<{ showRow(row: number): void } | null>;
  setActive(row: number): void;
  openDetail(id: number, read: Publication): void;
}

/**
 * Steps from the open publication to the ones before and after it. The list scrolls along, so that it loads what
 * follows.
 */
export function useSteps({ list, open, handle, setActive, openDetail }: Props): Steps {
  const at = open === undefined ? -1 : list.indexOf(open);
  const stepTo = (row: number) => {
    const publication = at < 0 || row < 0 ? undefined : list.itemAt(row);
    if (publication === undefined) return null;
    return () => {
      setActive(row);
      handle.current?.showRow(row);
      openDetail(publication.publication_id, publication);
    };
  };
  return { previous: stepTo(at - 1), next: stepTo(at + 1) };
}
