import { currentDrafts, storedDraftKeys } from './drafts-query.ts';

/** How many notes of the signed-in user have a text in this browser that the service has not confirmed. */
export function countUnsaved(): number {
  const stored = storedDraftKeys().map((key) => key.split(':').at(-1) ?? '');
  return new Set([...stored, ...currentDrafts().map(({ noteId }) => noteId)]).size;
}

/** Deletes the texts of the signed-in user that were not saved. Those of other users stay until they sign in. */
export function forgetDrafts(): void {
  for (const key of storedDraftKeys()) localStorage.removeItem(key);
}
