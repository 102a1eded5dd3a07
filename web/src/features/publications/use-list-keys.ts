import type { RefObject } from 'react';
import { undoLast } from '../../ui/undo.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { setRead, toggleFavorite } from './marks.ts';
import type { ListHandle } from './publication-list.tsx';
import type { PublicationList } from './use-publication-list.ts';

interface ListKeys {
  readonly list: PublicationList;
  /** the row that the keys are about */
  readonly active: number;
  readonly handle: RefObject<ListHandle | null>;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly open: number | undefined;
  setActive(row: number): void;
  openDetail(id: number): void;
  toggleSelected(id: number): void;
  close(): void;
}

/** The list by keyboard; with a publication open beside it, the next row is opened as well. */
export function useListKeys(props: ListKeys): void {
  const { list, active, handle, searchField, open } = props;
  const current = list.itemAt(active);
  const show = (row: number) => {
    const publication = list.itemAt(row);
    if (!publication) return;
    setRead(publication, true);
    props.openDetail(publication.publication_id);
  };
  const go = (by: number) => {
    // the first key goes to the first row
    const isInList = document.activeElement?.closest('[data-row]') != null || open !== undefined;
    const row = Math.min(list.total - 1, Math.max(0, isInList ? active + by : active));
    if (row < 0) return;
    props.setActive(row);
    handle.current?.focusRow(row);
    if (open !== undefined) show(row);
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    o: () => show(active),
    Enter: () => show(active),
    v: () => {
      if (current?.pdf_url) window.open(current.pdf_url, '_blank', 'noreferrer');
    },
    m: () => current && setRead(current, !current.is_read),
    f: () => current && toggleFavorite(current),
    x: () => current && props.toggleSelected(current.publication_id),
    u: undoLast,
    '/': () => searchField.current?.focus(),
    Escape: open === undefined ? undefined : props.close,
  });
}
