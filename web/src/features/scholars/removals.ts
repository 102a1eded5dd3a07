import { useSyncExternalStore } from 'react';
import { offerUndo, reportFailure, UNDO_WITHIN_MS } from '../../ui/undo.ts';
import { removeScholar } from './change-scholars.ts';

/** Pending removals by scholar id. Each function withdraws the offer to undo. */
const pending = new Map<number, () => void>();
/** Removed scholars stay hidden, because a list that was requested before may still contain them. A scholar that is tracked again gets a new id. */
const removed = new Set<number>();
const listeners = new Set<() => void>();
let hidden: ReadonlySet<number> = new Set();

/** Removes a scholar when the offer to undo ends or the user leaves the page. */
export function scheduleRemoval(id: number, message: string): void {
  const timer = window.setTimeout(() => reportFailure(finish(id)), UNDO_WITHIN_MS);
  const forgetUndo = offerUndo(message, async () => {
    clearTimeout(timer);
    pending.delete(id);
    notify();
  });
  pending.set(id, () => {
    clearTimeout(timer);
    forgetUndo();
  });
  notify();
}

/** Removes pending scholars now, because the session may end. @throws ApiError, OfflineError of the first failure */
export async function flushRemovals(): Promise<void> {
  await Promise.all([...pending.keys()].map(finish));
}

/** Ids of the scholars that were removed or are about to be. */
export function useRemovals(): ReadonlySet<number> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}

async function finish(id: number): Promise<void> {
  pending.get(id)?.();
  try {
    await removeScholar(id);
    removed.add(id);
  } finally {
    pending.delete(id);
    notify();
  }
}

function notify(): void {
  hidden = new Set([...pending.keys(), ...removed]);
  for (const listener of listeners) listener();
}

/** Storage key for the removals that were pending when the page was left. */
const STORED = 'lectern.removals';

addEventListener('pagehide', () => {
  if (pending.size > 0) sessionStorage.setItem(STORED, [...pending.keys()].join(' '));
  for (const id of pending.keys()) reportFailure(finish(id));
});

// the previous page sent these requests, but it may have unloaded too soon, so send them again and hide the scholars
for (const id of (sessionStorage.getItem(STORED) ?? '').split(' ').filter(Boolean).map(Number)) {
  pending.set(id, () => undefined);
  reportFailure(finish(id));
}
sessionStorage.removeItem(STORED);
notify();
