import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { type Direction, isFar, readMove, shiftOf } from './swipe-gesture.ts';

/** A swipe under way, for the hint of what it will do. */
export interface Swipe {
  readonly row: number;
  readonly direction: Direction;
  /** whether it acts when the finger leaves the row */
  readonly isFar: boolean;
  /** the place of the row in its scroller */
  readonly top: number;
  readonly height: number;
}

interface Drag {
  readonly pointerId: number;
  readonly row: number;
  readonly card: HTMLElement;
  readonly width: number;
  /** where the finger came down, later where the swipe began */
  x: number;
  y: number;
  isSwipe: boolean;
  /** how far the finger has swiped */
  dx: number;
}

interface SwipeHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(event: PointerEvent<HTMLElement>): void;
  onPointerCancel(event: PointerEvent<HTMLElement>): void;
}

/**
 * Swiping rows by touch. The handlers belong to the scroller, whose style must leave horizontal moves to the page
 * (`touch-action`). Each row has an element `data-card`, which follows the finger. The same actions must exist without
 * a swipe (WCAG 2.5.1).
 */
export function useSwipe(onSwipe: (row: number, direction: Direction) => void): {
  swipe: Swipe | null;
  hint: RefObject<HTMLDivElement | null>;
  handlers: SwipeHandlers;
} {
  const [swipe, setSwipe] = useState<Swipe | null>(null);
  const drag = useRef<Drag>(null);
  const hint = useRef<HTMLDivElement>(null);

  const end = (event: PointerEvent, isDone: boolean) => {
    const { current } = drag;
    if (current?.pointerId !== event.pointerId) return;
    drag.current = null;
    if (!current.isSwipe) return;
    current.card.toggleAttribute('data-returning', true);
    current.card.style.transform = '';
    setSwipe(null);
    if (isDone && isFar(current.dx, current.width)) onSwipe(current.row, directionOf(current.dx));
  };

  const handlers: SwipeHandlers = {
    onPointerDown({ pointerType, isPrimary, pointerId, target, clientX: x, clientY: y }) {
      if (pointerType === 'mouse' || !isPrimary) return;
      const row = target instanceof Element ? target.closest('[data-row]') : null;
      const card = row?.querySelector<HTMLElement>('[data-card]');
      if (!row || !card) return;
      const at = Number(row.getAttribute('data-row'));
      drag.current = { pointerId, row: at, card, width: card.clientWidth, x, y, isSwipe: false, dx: 0 };
    },
    onPointerMove({ pointerId, clientX, clientY, currentTarget }) {
      const { current } = drag;
      if (current?.pointerId !== pointerId) return;
      if (!current.isSwipe) {
        const kind = readMove(clientX - current.x, clientY - current.y);
        if (kind === 'other') drag.current = null;
        if (kind !== 'swipe') return;
        current.isSwipe = true;
        current.x = clientX;
        current.card.toggleAttribute('data-returning', false);
      }
      current.dx = clientX - current.x;
      const shift = shiftOf(current.dx, current.width);
      current.card.style.transform = `translateX(${shift}px)`;
      // the hint has the room that the row leaves
      if (hint.current) hint.current.style.width = `${Math.abs(shift)}px`;
      const next = { direction: directionOf(current.dx), isFar: isFar(current.dx, current.width) };
      setSwipe((before) =>
        before?.direction === next.direction && before.isFar === next.isFar
          ? before
          : { ...next, row: current.row, ...placeOf(current.card, currentTarget) },
      );
    },
    onPointerUp: (event) => end(event, true),
    // the browser scrolls or zooms instead
    onPointerCancel: (event) => end(event, false),
  };
  return { swipe, hint, handlers };
}

function directionOf(dx: number): Direction {
  return dx < 0 ? 'left' : 'right';
}

function placeOf(card: HTMLElement, scroller: HTMLElement): { top: number; height: number } {
  const { top, height } = card.getBoundingClientRect();
  return { top: top - scroller.getBoundingClientRect().top + scroller.scrollTop, height };
}
