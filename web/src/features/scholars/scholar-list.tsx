import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useRef, useState } from 'react';
import type { Scholar } from '../../api/shapes.ts';
import { useNow } from '../../ui/use-now.ts';
import { describeState } from './describe-state.ts';
import classes from './scholar-list.module.css';
import { ScholarRow } from './scholar-row.tsx';
import { useOffsetIn } from './use-offset-in.ts';

/** The height of a typical row. */
const ROW_PX = 69;
const ROWS_AHEAD = 8;

interface Props {
  readonly scholars: readonly Scholar[];
  /** the page, which scrolls as a whole; null until it is mounted */
  readonly scroller: HTMLElement | null;
}

/**
 * A virtual list: only rows in view exist, and the one with the focus with its neighbors, so that Tab reaches every
 * row.
 */
export function ScholarList({ scholars, scroller }: Props) {
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const scrollMargin = useOffsetIn(scroller, list);
  // an id, because the order may change
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const focused = scholars.findIndex(({ id }) => id === focusedId);
  const virtualizer = useVirtualizer({
    count: scholars.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => scholars[index]?.id ?? index,
    overscan: ROWS_AHEAD,
    scrollMargin,
    rangeExtractor: (range) => withNeighbors(range, focused),
  });
  const focus = ({ target }: FocusEvent) => {
    const index = Number(target.closest('li')?.dataset.index);
    setFocusedId(scholars[index]?.id ?? null);
  };
  return (
    <ul
      ref={list}
      className={classes.list}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={focus}
      onBlur={() => setFocusedId(null)}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const scholar = scholars[index];
        if (scholar === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={scholars.length}
            aria-posinset={index + 1}
            className={classes.place}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
          >
            <ScholarRow scholar={scholar} state={describeState(scholar, now)} />
          </li>
        );
      })}
    </ul>
  );
}

/** The rows in view, and a row (-1: none) with its neighbors. */
function withNeighbors(range: Range, row: number): number[] {
  const inView = defaultRangeExtractor(range);
  if (row < 0) return inView;
  const others = [row - 1, row, row + 1].filter((index) => index >= 0 && index < range.count);
  return [...new Set([...inView, ...others])].sort((one, other) => one - other);
}
