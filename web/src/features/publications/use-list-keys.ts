import type { RefObject } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { undoLast } from '../../ui/undo.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { asKnown, findKnown } from './known-publications.ts';
import { setRead, setSelectedRead, toggleFavorite } from './marks.ts';
import type { ListHandle } from './publication-list.tsx';
import type { PublicationList } from './use-publication-list.ts';
import type { Selected } from './use-selection.ts';

interface ListKeys {
  readonly list: PublicationList;
  /** the row that the keys are about */
  readonly active: number;
  readonly handle: RefObject<ListHandle | null>;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly open: number | undefined;
  /** what is selected; null while nothing can be */
  readonly selected: Selected;
  setActive(row: number): void;
  openDetail(id: number): void;
  toggleSelected(publication: Publication): void;
  close(): void;
}

/** The list by keyboard; with a publication open beside it, the next row is opened as well. */
export function useListKeys(props: ListKeys): void {
  const { list, active, handle, searchField, open, selected } = props;
  /** What a key is about: what is open, else the row that has the focus. Nothing that is out of sight. */
  const current = () => (open !== undefined ? findKnown(open) : isInList() ? list.itemAt(active) : undefined);
  const show = (row: number) => {
    const publication = list.itemAt(row);
    if (!publication) return;
    setRead(publication, true);
    props.openDetail(publication.publication_id);
  };
  const go = (by: number) => {
    // the first key goes to the first row in sight
    const from = isInList() || open !== undefined ? active + by : (handle.current?.firstInView() ?? 0);
    const row = Math.min(list.total - 1, Math.max(0, from));
    if (row < 0) return;
    props.setActive(row);
    handle.current?.focusRow(row);
    if (open !== undefined) show(row);
  };
  const withCurrent = (act: (publication: Publication) => void) => {
    const publication = current();
    if (publication) act(publication);
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    o: () => isInList() && show(active),
    Enter: () => isInList() && show(active),
    v: () => {
      const pdf = current()?.pdf_url;
      if (pdf) window.open(pdf, '_blank', 'noreferrer');
    },
    m: () =>
      selected !== null && selected.size > 0
        ? markSelected(selected)
        : withCurrent((publication) => setRead(publication, !publication.is_read)),
    f: () => withCurrent(toggleFavorite),
    x: () => withCurrent(props.toggleSelected),
    u: undoLast,
    '/': () => searchField.current?.focus(),
    Escape: open === undefined ? undefined : props.close,
  });
}

function isInList(): boolean {
  return document.activeElement?.closest('[data-row]') != null;
}

/** All read, unless they are: then unread. */
function markSelected(selected: NonNullable<Selected>): void {
  const publications = asKnown(selected);
  setSelectedRead(
    publications,
    publications.some(({ is_read }) => !is_read),
  );
}
