import type { VirtualItem } from '@tanstack/react-virtual';

interface Kept {
  /** the first row in view */
  readonly row: number;
  readonly offset: number;
  /** heights as they were measured; without them only the row says where the list was */
  readonly measurements: VirtualItem[] | null;
}

const STORED = 'lectern.scroll';
const TOP: Kept = { row: 0, offset: 0, measurements: null };
/** The heights of a list of a hundred thousand take megabytes. */
const MOST_KEPT = 5;
const kept = new Map<string, Kept>();
let latest: { name: string; row: number } | null = isComingBack() ? readStored() : null;

/** Where the list of this name was left; the last one outlives a reload of the page. */
export function keptScroll(name: string): Kept {
  return kept.get(name) ?? (latest?.name === name ? { ...TOP, row: latest.row } : TOP);
}

export function keepScroll(name: string, state: Kept): void {
  // the one that was left longest ago stands first
  kept.delete(name);
  kept.set(name, state);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
  latest = { name, row: state.row };
}

addEventListener('pagehide', () => {
  if (latest) sessionStorage.setItem(STORED, JSON.stringify(latest));
});

/** A page that was opened anew begins at its top. */
function isComingBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
}

function readStored(): { name: string; row: number } | null {
  const read: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null');
  if (typeof read !== 'object' || read === null || !('name' in read) || !('row' in read)) return null;
  return { name: String(read.name), row: Number(read.row) || 0 };
}
