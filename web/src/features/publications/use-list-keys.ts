import type { RefObject } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { reportFailure, undoLast } from '../../ui/undo.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { findCached, latestOf } from './cached-publications.ts';
import { setRead, setSelectedRead, toggleFavorite } from './marks.ts';
import type { ListHandle } from './publication-list.tsx';
import { meantScholar, rejectPublication } from './reject.ts';
import type { PublicationList } from './use-publication-list.ts';
import type { Selected } from './use-selection.ts';

interface ListKeys {
  readonly list: PublicationList;
  /** the row that the shortcuts act on */
  readonly active: number;
  readonly handle: RefObject<ListHandle | null>;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly open: number | undefined;
  /** the scholar whose publications are shown */
  readonly scholar: number | undefined;
  /** null outside of selection mode */
  readonly selected: Selected;
  setActive(row: number): void;
  openDetail(id: number): void;
  /** Selects the rows from one to another. */
  selectRows(from: number, to: number): void;
  toggleSelected(publication: Publication): void;
  close(): void;
}

/** Keyboard shortcuts of the list. If details are open, moving to another row opens that one. */
export function useListKeys(props: ListKeys): void {
  const { list, active, handle, searchField, open, selected } = props;
  /** The open publication, or the one in the focused row. Shortcuts never act on rows out of view. */
  const current = () => (open !== undefined ? findCached(open) : isInList() ? list.itemAt(active) : undefined);
  const show = (row: number) => {
    const publication = list.itemAt(row);
    if (!publication) return;
    setRead(publication, true);
    props.openDetail(publication.publication_id);
  };
  const go = (by: number) => {
    // without a focused row, start at the first row in view
    const from = isInList() || open !== undefined ? active + by : (handle.current?.firstInView() ?? 0);
    const row = Math.min(list.total - 1, Math.max(0, from));
    if (row < 0) return;
    props.setActive(row);
    handle.current?.focusRow(row);
    if (open !== undefined) show(row);
  };
  /** Selects the current row and the next one, and moves there. */
  const extend = (by: number) => {
    if (!isInList()) return go(by);
    props.selectRows(active, active + by);
    go(by);
  };
  const withCurrent = (act: (publication: Publication) => void) => {
    const publication = current();
    if (publication) act(publication);
  };
  const reject = (publication: Publication) => {
    const { publication_id: id, scholars } = publication;
    const scholar = meantScholar(publication, props.scholar);
    // with several scholars, the user chooses one in the details
    if (scholar === undefined) return open === undefined ? props.openDetail(id) : focusChoice();
    const rejected = rejectPublication(publication, scholar);
    if (open !== undefined && scholars.length === 1) props.close();
    reportFailure(rejected.then(() => isFocusLost() && handle.current?.focusRow(active)));
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    J: () => extend(1),
    K: () => extend(-1),
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
    n: () => withCurrent(reject),
    x: () => withCurrent(props.toggleSelected),
    u: undoLast,
    '/': () => searchField.current?.focus(),
    Escape: open === undefined ? undefined : props.close,
  });
}

function focusChoice(): void {
  document.querySelector<HTMLElement>('[data-not-by]')?.focus();
}

/** Whether the focused element is gone. */
function isFocusLost(): boolean {
  return document.activeElement === document.body;
}

function isInList(): boolean {
  return document.activeElement?.closest('[data-row]') != null;
}

/** Marks the selected publications as read, or as unread if all of them are read. */
function markSelected(selected: NonNullable<Selected>): void {
  const publications = latestOf(selected);
  setSelectedRead(
    publications,
    publications.some(({ is_read }) => !is_read),
  );
}
