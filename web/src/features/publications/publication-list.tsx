import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { formatDay, startOfDay } from '../../ui/format.ts';
import { setRead, toggleFavorite } from './marks.ts';
import classes from './publication-list.module.css';
import { PublicationRow } from './publication-row.tsx';
import { ScholarHeading } from './scholar-heading.tsx';
import { SwipeHint } from './swipe-hint.tsx';
import { usePrefetchDetail } from './use-prefetch-detail.ts';
import type { PublicationList as List } from './use-publication-list.ts';
import { useSavedRow, useSaveRow } from './use-saved-row.ts';
import type { Selected } from './use-selection.ts';
import { useSwipe } from './use-swipe.ts';

const ROW_PX = 68;
/** The service sends the rows of a window that it does not know. */
const SENT = { width: 736, height: 900 };
const ROWS_AHEAD = 10;
/** Two rows and a half. */
const MARGIN_PX = 150;

/** Methods of the list for the page around it. */
export interface ListHandle {
  /** Scrolls to a row and focuses it. */
  focusRow(index: number): void;
  /** Scrolls to a row and leaves the focus where it is. */
  showRow(index: number): void;
  firstInView(): number;
  toTop(): void;
}

interface Props {
  readonly list: List;
  readonly search: string;
  /** link prefix for open details; the id follows */
  readonly address: string;
  /** what the headings in the list name: the days of first sight, or the scholars */
  readonly groups: 'days' | 'scholars' | null;
  readonly active: number;
  readonly open: number | undefined;
  /** null outside of selection mode */
  readonly selected: Selected;
  readonly handle: RefObject<ListHandle | null>;
  onRange(range: { first: number; last: number }): void;
  onFocus(index: number): void;
  onSelect(publication: Publication, isRange: boolean): void;
  onOpen(id: number, read: Publication): void;
}

/** A virtual list: only rows in view exist. */
export function PublicationList(props: Props) {
  const { list, address, active, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const savedRow = useSavedRow();
  const prefetchDetail = usePrefetchDetail();
  // paint the visible rows first, then the rows around them
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const virtualizer = useVirtualizer({
    count: list.total,
    getScrollElement: () => scroller.current,
    initialRect: SENT,
    estimateSize: () => ROW_PX,
    // the rows around the active one stay in view
    scrollPaddingStart: MARGIN_PX,
    scrollPaddingEnd: MARGIN_PX,
    overscan: isPainted ? ROWS_AHEAD : 0,
    initialOffset: savedRow * ROW_PX,
    onChange: ({ range }) => {
      if (range === null) return;
      onRange({ first: Math.max(0, range.startIndex - ROWS_AHEAD), last: range.endIndex + ROWS_AHEAD });
    },
  });
  useSaveRow(virtualizer.range?.startIndex);
  useEffect(() => {
    props.handle.current = {
      focusRow(index) {
        virtualizer.scrollToIndex(index, { align: 'auto' });
        whenShown(scroller.current, index, (row) => row.focus({ preventScroll: true }));
      },
      showRow: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
      firstInView: () => virtualizer.range?.startIndex ?? 0,
      toTop: () => virtualizer.scrollToOffset(0),
    };
  });
  const { swipe, hint, handlers } = useSwipe((row, direction) => {
    const publication = list.itemAt(row);
    if (publication === undefined) return;
    if (direction === 'right') setRead(publication, !publication.is_read);
    else toggleFavorite(publication);
  });
  const swiped = swipe && list.itemAt(swipe.row);
  const rows = virtualizer.getVirtualItems();
  // Tab reaches one row: the active one, or the first in view after scrolling
  const isShown = rows.some(({ index }) => index === active);
  const reachable = isShown || virtualizer.isScrolling ? active : (virtualizer.range?.startIndex ?? active);
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-stale={list.isStale || undefined}
      onPointerOver={({ pointerType, target }) => {
        if (pointerType === 'mouse') prefetchDetail(list.itemAt(rowOf(target))?.publication_id);
      }}
      onPointerLeave={() => prefetchDetail(undefined)}
      {...handlers}
    >
      {swipe && swiped && <SwipeHint swipe={swipe} publication={swiped} hint={hint} />}
      <div
        role="feed"
        aria-label={texts.publications.title}
        aria-busy={list.isStale}
        className={classes.rows}
        // the policy forbids style attributes in the HTML that the service sends, which shows the top of the list
        {...(import.meta.env.SSR ? {} : { style: { height: virtualizer.getTotalSize() } })}
      >
        <div {...(rows[0]?.start ? { style: { transform: `translateY(${rows[0].start}px)` } } : {})}>
          {rows.map(({ index, key }) => {
            const publication = list.itemAt(index);
            return (
              <div key={key} ref={virtualizer.measureElement} data-index={index} className={classes.place}>
                {publication === undefined ? (
                  <div className={classes.empty} aria-hidden="true" />
                ) : (
                  <PublicationRow
                    heading={headingOf(props.groups, list.itemAt(index - 1), publication, index)}
                    publication={publication}
                    search={props.search}
                    isActive={index === reachable}
                    isOpen={publication.publication_id === props.open}
                    isSelected={props.selected === null ? null : props.selected.has(publication.publication_id)}
                    at={index}
                    of={list.total}
                    onFocus={props.onFocus}
                    onSelect={props.onSelect}
                    href={`${address}${publication.publication_id}`}
                    onOpen={props.onOpen}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/**
 * The headings above a publication that begins a group: a day, or a scholar with the days below, of which today needs
 * no heading.
 */
function headingOf(
  groups: Props['groups'],
  before: Publication | undefined,
  publication: Publication,
  index: number,
): ReactNode {
  if (groups === null || (index > 0 && before === undefined)) return null;
  const { scholar_profile_id: id, scholar_label: label, first_seen_at: at } = publication;
  const isNewScholar = groups === 'scholars' && before?.scholar_profile_id !== id;
  const dayBefore = isNewScholar ? startOfDay(new Date()) : before && startOfDay(new Date(before.first_seen_at));
  return (
    <>
      {isNewScholar && <ScholarHeading id={id} label={label} />}
      {startOfDay(new Date(at)) !== dayBefore && <p className={classes.day}>{formatDay(at)}</p>}
    </>
  );
}

/** The index of the row that contains an element, or -1. */
function rowOf(target: EventTarget): number {
  return Number((target instanceof Element && target.closest('[data-row]')?.getAttribute('data-row')) || -1);
}

/** Waits for a row that appears some frames after scrolling to it. */
function whenShown(within: Element | null, index: number, then: (row: HTMLElement) => void, frames = 20): void {
  const row = within?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (row) then(row);
  else if (frames > 0) requestAnimationFrame(() => whenShown(within, index, then, frames - 1));
}
