/**
 * The option after (`by` 1) or before (-1) another one of `count`, around the ends. Null means none: then it is the
 * first or the last one.
 */
export function stepOption(at: number | null, by: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  if (at === null) return by > 0 ? 0 : count - 1;
  return (at + by + count) % count;
}

/** A `ref` that scrolls the active option into view. */
export function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
