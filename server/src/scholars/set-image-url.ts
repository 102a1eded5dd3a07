import { wakeWork } from '../platform/database/background-work-store.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteFetched } from './fetched-store.ts';
import { checkImageUrl } from './image-address.ts';
import { scholarNotFound } from './scholar-not-found.ts';
import { lockScholar } from './store.ts';
import { deleteUpload, saveImageUrl } from './upload-store.ts';

/**
 * Shows the picture behind an address for a scholar, as soon as it was fetched; null: what the profile itself shows. An upload goes.
 * @throws Problem `invalid_scholar_image`, `scholar_not_found`
 */
export async function setImageUrl(
  db: Database,
  userId: number,
  { scholarId, url }: { scholarId: number; url: string | null },
): Promise<void> {
  if (url !== null) checkImageUrl(url, 'image_url');
  await db.transaction().execute(async (tx) => {
    if (!(await lockScholar(tx, userId, scholarId))) throw scholarNotFound();
    await deleteUpload(tx, scholarId);
    await deleteFetched(tx, scholarId);
    await saveImageUrl(tx, scholarId, url);
    if (url !== null) await wakeWork(tx, 'fetch-images');
  });
}
