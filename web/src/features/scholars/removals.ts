import { useSyncExternalStore } from 'react';
import { tellUndo, tryOut, UNDO_WITHIN_MS } from '../../ui/undo.ts';
import { removeScholar } from './change-scholars.ts';

/** What cannot be taken back any more once it is called: the request follows. */
const waiting = new Map<number, () => void>();
const listeners = new Set<() => void>();
let shown: ReadonlySet<number> = new Set();

/** Stops tracking a scholar as soon as it can no longer be taken back, or the page is left. */
export function removeSoon(id: number, message: string): void {
  const timer = window.setTimeout(() => tryOut(finish(id)), UNDO_WITHIN_MS);
  const forgetUndo = tellUndo(message, async () => {
    clearTimeout(timer);
    waiting.delete(id);
    tell();
  });
  waiting.set(id, () => {
    clearTimeout(timer);
    forgetUndo();
  });
  tell();
}

/** Does now what waits: afterwards there may be no session for it. @throws ApiError, OfflineError of the first that failed */
export async function finishRemovals(): Promise<void> {
  await Promise.all([...waiting.keys()].map(finish));
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
  waiting.get(id)?.();
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
  for (const id of waiting.keys()) tryOut(finish(id));
});

// the page before asked for it, but may have been gone too soon, or its request is under way still: nothing of it is to be seen here
for (const id of (sessionStorage.getItem(LEFT) ?? '').split(' ').filter(Boolean).map(Number)) {
  waiting.set(id, () => undefined);
  tryOut(finish(id));
}
sessionStorage.removeItem(LEFT);
tell();
