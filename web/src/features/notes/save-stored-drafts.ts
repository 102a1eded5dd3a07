import { loadPart } from '../../ui/load-part.ts';
import { storedDraftKeys } from './drafts-query.ts';

/** Saves the drafts of the signed-in user. The code is loaded only if there are any. */
export async function saveStoredDrafts(): Promise<void> {
  if (storedDraftKeys().length === 0) return;
  const { saveAllDrafts } = await loadPart(() => import('./save-drafts.ts'));
  await saveAllDrafts();
}
