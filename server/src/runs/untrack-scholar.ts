import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { lockLibrary, releaseLinks } from '../publications/library-store.ts';
import { lockItemsOf } from '../queue/store.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { deleteScholar, lockScholar } from '../scholars/store.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { endSteps } from './end-step.ts';
import { skipUntrackedScholar } from './result-store.ts';

/**
 * Stops tracking a scholar. Favorites and what other scholars of the user account for stay; the other links are hidden, so that their marks
 * come back with the scholar. Runs that wait for it go on without it.
 * @throws Problem `scholar_not_found`
 */
export async function untrackScholar(db: Database, userId: number, scholarId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockScholar(tx, userId, scholarId))) {
      throw new Problem('not_found', 'scholar_not_found', 'You track no scholar with this id.');
    }
    await lockItemsOf(tx, scholarId);
    await lockLibrary(tx, userId);
    await releaseLinks(tx, userId, scholarId);
    const runIds = await skipUntrackedScholar(tx, scholarId);
    await deleteScholar(tx, userId, scholarId);
    await endSteps(tx, runIds);
    // somebody else may have waited for this crawl of the profile
    await wakeSource(tx, GOOGLE_SCHOLAR);
  });
}
