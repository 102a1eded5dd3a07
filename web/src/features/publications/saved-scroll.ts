import type { VirtualItem } from '@tanstack/react-virtual';

interface ScrollState {
  /** the first row in view */
  readonly row: number;
  readonly offset: number;
  /** measured row heights; null after a reload, when only the row is known */
  readonly measurements: VirtualItem[] | null;
}

const STORED = 'lectern.scroll';
const TOP: ScrollState = { row: 0, offset: 0, measurements: null };
/** Row heights of a list of a hundred thousand publications take megabytes. */
const MAX_SAVED = 5;
const saved = new Map<string, ScrollState>();
let latest: { name: string; row: number } | null = isReturning() ? readStored() : null;

/** Where the user left the list with this name. The position in the last list survives a reload. */
export function savedScroll(name: string): ScrollState {
  return saved.get(name) ?? (latest?.name === name ? { ...TOP, row: latest.row } : TOP);
}

export function saveScroll(name: string, state: ScrollState): void {
  // keep the oldest entry first
  saved.delete(name);
  saved.set(name, state);
  if (saved.size > MAX_SAVED) saved.delete(saved.keys().next().value ?? '');
  latest = { name, row: state.row };
}

globalThis.window?.addEventListener('pagehide', () => {
  if (latest) sessionStorage.setItem(STORED, JSON.stringify(latest));
});

/** Whether the page was reloaded or reached through the history. A newly opened page starts at its top. */
function isReturning(): boolean {
  if (import.meta.env.SSR) return false;
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
}

function readStored(): { name: string; row: number } | null {
  const read: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null');
  if (typeof read !== 'object' || read === null || !('name' in read) || !('row' in read)) return null;
  return { name: String(read.name), row: Number(read.row) || 0 };
}
