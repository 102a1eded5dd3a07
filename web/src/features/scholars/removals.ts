import { useSyncExternalStore } from 'react';
import { tellUndo, tryOut, UNDO_WITHIN_MS } from '../../ui/undo.ts';
import { removeScholar } from './change-scholars.ts';

const waiting = new Map<number, number>();
const listeners = new Set<() => void>();
let shown: ReadonlySet<number> = new Set();

/** Stops tracking a scholar as soon as it can no longer be taken back, or the page is left. */
export function removeSoon(id: number, message: string): void {
  waiting.set(
    id,
    window.setTimeout(() => tryOut(finish(id)), UNDO_WITHIN_MS),
  );
  tell();
  void tellUndo(message, async () => {
    clearTimeout(waiting.get(id));
    waiting.delete(id);
    tell();
  });
}

/** Scholars that are about to be removed. */
export function useRemovals(): ReadonlySet<number> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

async function finish(id: number): Promise<void> {
  clearTimeout(waiting.get(id));
  try {
    await removeScholar(id);
  } finally {
    waiting.delete(id);
    tell();
  }
}

function tell(): void {
  shown = new Set(waiting.keys());
  for (const listener of listeners) listener();
}

/** What the page before this one was left with. */
const LEFT = 'lectern.removals';

addEventListener('pagehide', () => {
  if (waiting.size > 0) sessionStorage.setItem(LEFT, [...waiting.keys()].join(' '));
  for (const id of waiting.keys()) void finish(id);
});

// the page before asked for it, but may have been gone too soon, or its request is under way still: nothing of it is to be seen here
for (const id of (sessionStorage.getItem(LEFT) ?? '').split(' ').filter(Boolean).map(Number)) {
  waiting.set(id, 0);
  tryOut(finish(id));
}
sessionStorage.removeItem(LEFT);
tell();
