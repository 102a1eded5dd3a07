import { storedDraftKeys } from './drafts-query.ts';

/** Saves the notes that are only in the browser's storage: now, whenever the page becomes visible, and when the browser is online again. */
export function watchStoredDrafts(): void {
  const save = () => void saveStoredDrafts();
  save();
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && save());
  addEventListener('online', save);
}

/** Saves the drafts of the signed-in user. The code is loaded only if there are any. */
export async function saveStoredDrafts(): Promise<void> {
  if (storedDraftKeys().length === 0) return;
  const { saveAllDrafts } = await import('./save-drafts.ts');
  await saveAllDrafts();
}
