import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Actions by key ("j", "Enter", "?") or sequence of two keys ("g p"). */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const STORED = 'lectern.keys';
const SEQUENCE_WITHIN_MS = 1000;
/** Keys that repeat while held. */
const REPEATED: readonly string[] = ['j', 'k', 'J', 'K'];
const listeners = new Set<() => void>();

/** Whether single-key shortcuts are on. Users of speech input need to turn them off (WCAG 2.1.4). */
export function useKeysEnabled(): [boolean, (next: boolean) => void] {
  const isEnabled = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => localStorage.getItem(STORED) !== 'off',
    () => true,
  );
  const change = (next: boolean) => {
    localStorage.setItem(STORED, next ? 'on' : 'off');
    for (const listener of listeners) listener();
  };
  return [isEnabled, change];
}

let before: { key: string; at: number } | null = null;

/** Handles shortcuts while the component is mounted. Ignores typing in fields and keys with modifiers. */
export function useKeys(keys: Keys): void {
  const [isEnabled] = useKeysEnabled();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (event.repeat && !REPEATED.includes(key)) return;
    const target = event.target instanceof Element ? event.target : null;
    if (isField(target) || isModalOpen()) return;
    if (!isEnabled && key.length === 1) return;
    if (key === 'Enter' && target?.closest('a, button')) return;
    const sequence = before !== null && event.timeStamp - before.at < SEQUENCE_WITHIN_MS ? `${before.key} ${key}` : key;
    const act = keys[sequence] ?? keys[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

// runs after the listeners of all components
globalThis.window?.addEventListener('keydown', ({ key, timeStamp }) => {
  before = { key, at: timeStamp };
});

function isField(target: Element | null): boolean {
  if (target === null) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Whether a dialog is open, which turns shortcuts off. */
function isModalOpen(): boolean {
  return document.querySelector('dialog:modal') !== null;
}
