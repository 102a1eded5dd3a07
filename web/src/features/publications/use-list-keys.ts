import type { RefObject } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { useCommands } from '../../ui/command-provider.tsx';
import { openPart } from '../../ui/load-part.ts';
import { reportFailure, undoLast } from '../../ui/undo.ts';
import { findCached, latestOf } from './cached-publications.ts';
import { findOtherScholar } from './find-other-scholar.ts';
import { saveInterest, setRead, setSelectedRead, toggleFavorite } from './marks.ts';
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
  /** Opens a publication. `read` is then marked as read. */
  openDetail(id: number, read?: Publication): void;
  addSelected(publications: readonly Publication[]): void;
  toggleSelected(publication: Publication): void;
  endSelection(): void;
  /** Opens the editor for the tags of these publications. */
  editTags(publications: readonly Publication[]): void;
  /** Opens the details of a publication with the editor for its note. */
  writeNote(publication: Publication): void;
  close(): void;
}

/** The commands of the list. If details are open, moving to another row opens that one. */
export function useListKeys(props: ListKeys): void {
  const { list, active, handle, searchField, open, selected } = props;
  /** The open publication, or the one in the focused row. Shortcuts never act on rows out of view. */
  const current = () => (open !== undefined ? findCached(open) : isInList() ? list.itemAt(active) : undefined);
  const show = (row: number) => {
    const publication = list.itemAt(row);
    if (!publication) return;
    props.openDetail(publication.publication_id, publication);
  };
  const moveTo = (wanted: number) => {
    const row = Math.min(list.total - 1, Math.max(0, wanted));
    if (row < 0) return;
    props.setActive(row);
    handle.current?.focusRow(row);
    if (open !== undefined) show(row);
  };
  const hasRow = () => isInList() || open !== undefined;
  const firstInView = () => handle.current?.firstInView() ?? 0;
  // without a focused row, start at the first row in view
  const go = (by: number) => moveTo(hasRow() ? active + by : firstInView());
  /** Selects the current row and the next one, and moves there. */
  const extend = (by: number) => {
    if (!isInList()) return go(by);
    props.addSelected([active, active + by].map(list.itemAt).filter((row) => row !== undefined));
    go(by);
  };
  const reject = (publication: Publication) => {
    const { publication_id: id, scholars } = publication;
    const scholar = meantScholar(publication, props.scholar);
    // with several scholars, the user chooses one in the details
    if (scholar === undefined) return open === undefined ? props.openDetail(id) : focusChoice();
    const rejected = rejectPublication(publication, scholar);
    if (open !== undefined && scholars.length === 1) props.close();
    void rejected.then(() => isFocusLost() && handle.current?.focusRow(active));
  };
  const goToScholar = (by: 1 | -1) =>
    moveTo(findOtherScholar((row) => list.itemAt(row), hasRow() ? active : firstInView(), by));
  useCommands(() => {
    const publication = current();
    const pdf = publication?.pdf_url;
    const isFocused = isInList();
    const isSelecting = selected !== null && selected.size > 0;
    return {
      next: () => go(1),
      previous: () => go(-1),
      first: () => moveTo(0),
      last: () => moveTo(list.total - 1),
      nextScholar: () => goToScholar(1),
      previousScholar: () => goToScholar(-1),
      open: isFocused ? () => show(active) : null,
      openPdf: pdf ? () => void window.open(pdf, '_blank', 'noreferrer') : null,
      readAndNext: publication
        ? () => {
            setRead(publication, true);
            go(1);
          }
        : null,
      toggleRead: isSelecting
        ? () => markSelected(selected)
        : publication
          ? () => setRead(publication, !publication.is_read)
          : null,
      favorite: publication ? () => toggleFavorite(publication) : null,
      tag: isSelecting
        ? () => props.editTags(latestOf(selected))
        : publication
          ? () => props.editTags([publication])
          : null,
      note: publication ? () => props.writeNote(publication) : null,
      cite: isSelecting
        ? () => reportFailure(copyCitations(latestOf(selected)))
        : publication
          ? () => reportFailure(copyCitations([publication]))
          : null,
      reject: publication ? () => reject(publication) : null,
      moreLikeThis: publication ? () => saveInterest(publication, 'more') : null,
      lessLikeThis: publication ? () => saveInterest(publication, 'less') : null,
      select: publication ? () => props.toggleSelected(publication) : null,
      selectDown: () => extend(1),
      selectUp: () => extend(-1),
      undo: undoLast,
      search: () => searchField.current?.focus(),
      back: open !== undefined ? props.close : selected !== null ? props.endSelection : null,
    };
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

/** Copies the BibTeX of publications. The code is loaded at the first use. */
async function copyCitations(publications: readonly Publication[]): Promise<void> {
  const code = await openPart(() => import('../citations/copy-bibtex.ts'));
  await code?.copyBibtex(publications);
}
