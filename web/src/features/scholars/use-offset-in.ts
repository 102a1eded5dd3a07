import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How far an element is below the top of the content that `scroller` scrolls. It follows changes of what is above the
 * element.
 */
export function useOffsetIn(scroller: HTMLElement | null, element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    if (scroller === null) return;
    const measure = () => {
      if (element.current === null) return;
      const distance = element.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setOffset(Math.round(distance + scroller.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const content of scroller.children) observer.observe(content);
    return () => observer.disconnect();
  }, [scroller, element]);
  return offset;
}
