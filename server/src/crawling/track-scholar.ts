import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { lockLibrary, releaseEntries, showImported } from '../publications/library-store.ts';
import { checkImageUrl } from '../scholars/image-address.ts';
import { deleteScholar, insertScholar, lockScholar, saveProfile } from '../scholars/store.ts';
import { parseScholarId } from '../sources/google-scholar/parse-scholar-id.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { enqueueCrawls, lockItemsOf } from './queue-store.ts';
import { endSteps } from './run-progress.ts';
import { skipUntrackedScholar } from './run-result-store.ts';

/**
 * Begins to track a profile, named by its id or its URL, and queues its first crawl in the same transaction. Returns the scholar's id.
 * @throws Problem `invalid_scholar`, `invalid_scholar_image`, `scholar_already_tracked`
 */
export async function trackScholar(
  db: Database,
  userId: number,
  input: { scholarId: string; imageUrl: string | null },
): Promise<number> {
  const sourceId = parseScholarId(input.scholarId);
  if (sourceId === null) {
    throw new Problem(
      'invalid',
      'invalid_scholar',
      'Send the 12-character id of a Google Scholar profile, or the address of its page (https://scholar.google.com/citations?user=…).',
      [{ path: 'scholar_id', message: 'is neither a profile id nor a profile address' }],
    );
  }
  if (input.imageUrl !== null) checkImageUrl(input.imageUrl, 'profile_image_url');
  return db.transaction().execute(async (tx) => {
    const profileId = await saveProfile(tx, GOOGLE_SCHOLAR, sourceId);
    const scholarId = await insertScholar(tx, userId, { profileId, imageOverrideUrl: input.imageUrl });
    if (scholarId === undefined) {
      throw new Problem('conflict', 'scholar_already_tracked', 'You track this scholar already.', {
        scholar_id: sourceId,
      });
    }
    await showImported(tx, userId, { id: scholarId, profileId });
    await enqueueCrawls(tx, { userId, scholarIds: [scholarId], reason: 'first_crawl', runId: null });
    return scholarId;
  });
}

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
    await releaseEntries(tx, userId, scholarId);
    const runIds = await skipUntrackedScholar(tx, scholarId);
    await deleteScholar(tx, userId, scholarId);
    await endSteps(tx, runIds);
  });
}
