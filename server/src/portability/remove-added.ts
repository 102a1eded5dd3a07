import { findCanonicalOf, lockIdentity } from '../library/canonical-store.ts';
import { lockLibrary, refreshEntries } from '../library/entry-store.ts';
import { publicationNotFound } from '../library/not-found.ts';
import type { Services } from '../platform/services.ts';
import { listShown, setRemoved } from './added-store.ts';

/**
 * Removes a publication that the user added, or puts it back. It stays visible if a scholar accounts for it or if it is
 * a favorite; else it is hidden with its tags and notes.
 * @throws Problem `publication_not_found` if the user did not add it
 */
export async function removeAdded(
  { db }: Pick<Services, 'db'>,
  userId: number,
  publicationId: number,
  isRemoved: boolean,
): Promise<{ publication_id: number; is_in_library: boolean }> {
  return db.transaction().execute(async (tx) => {
    await lockIdentity(tx, 'shared');
    const canonicalId = await findCanonicalOf(tx, publicationId);
    if (canonicalId === undefined) throw publicationNotFound();
    await lockLibrary(tx, userId);
    if (!(await setRemoved(tx, { userId, canonicalId }, isRemoved))) throw publicationNotFound();
    await refreshEntries(tx, [userId], [canonicalId]);
    const shown = await listShown(tx, userId, [canonicalId]);
    return { publication_id: canonicalId, is_in_library: shown.has(canonicalId) };
  });
}
