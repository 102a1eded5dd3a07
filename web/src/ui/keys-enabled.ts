import { useSyncExternalStore } from 'react';

const STORED = 'lectern.keys';

/** Whether single-key shortcuts are on. Users of speech input need to turn them off (WCAG 2.1.4). */
export function areKeysEnabled(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

/** Whether single-key shortcuts are on, and a function that changes it in this browser. */
export function useKeysEnabled(): [isEnabled: boolean, change: (next: boolean) => void] {
  const isEnabled = useSyncExternalStore(followStorage, areKeysEnabled, () => true);
  const change = (next: boolean) => {
    localStorage.setItem(STORED, next ? 'on' : 'off');
    // the browser notifies only the other tabs
    window.dispatchEvent(new StorageEvent('storage', { key: STORED }));
  };
  return [isEnabled, change];
}

function followStorage(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
