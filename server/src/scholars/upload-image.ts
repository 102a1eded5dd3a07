import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { deleteFetched } from './fetched-store.ts';
import { scholarNotFound } from './scholar-not-found.ts';
import { shrinkImage } from './shrink-image.ts';
import { lockScholar } from './store.ts';
import { saveUpload } from './upload-store.ts';

/**
 * Shows a user's own picture for a scholar, in place of whatever was shown.
 * @throws Problem `invalid_scholar_image`, `scholar_not_found`
 */
export async function uploadImage(
  db: Database,
  userId: number,
  { scholarId, file }: { scholarId: number; file: Buffer },
): Promise<void> {
  const kept = await shrinkImage(file);
  if ('refusal' in kept) {
    const details = [{ path: 'image', message: kept.refusal }];
    throw new Problem('invalid', 'invalid_scholar_image', kept.refusal, details);
  }
  await db.transaction().execute(async (tx) => {
    if (!(await lockScholar(tx, userId, scholarId))) throw scholarNotFound();
    await deleteFetched(tx, scholarId);
    await saveUpload(tx, scholarId, kept);
  });
}
