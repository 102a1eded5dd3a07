import { scholarNotFound } from '../library/not-found.ts';
import { wakeWork } from '../platform/database/background-work-store.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import { usableUrl } from '../platform/parse-url.ts';
import { type OwnImage, saveOwnImage } from './image-store.ts';
import { shrinkImage } from './shrink-image.ts';
import { lockScholar } from './store.ts';

const MAX_URL_LENGTH = 2048;

/** Decoding uses libuv's four threads. One upload and one fetched picture at a time leave half of them free. */
const limitDecoding = limitConcurrency({
  running: 1,
  waiting: 30,
  refusal: 'Too many pictures are being processed. Try again in a few seconds.',
});

/**
 * Sets an uploaded picture for a scholar, in place of the earlier one.
 * @throws Problem `invalid_scholar_image`, `scholar_not_found`, `not_ready`
 */
export async function uploadImage(
  db: Database,
  userId: number,
  { scholarId, file }: { scholarId: number; file: Buffer },
): Promise<void> {
  const kept = await limitDecoding(() => shrinkImage(file));
  if ('refusal' in kept) throw invalidImage(kept.refusal, 'image', kept.refusal);
  await replaceOwnImage(db, userId, scholarId, kept);
}

/**
 * Sets the address of a scholar's picture, which is shown as soon as it is fetched. Without an address the profile's
 * photo is shown again.
 * @throws Problem `invalid_scholar_image`, `scholar_not_found`
 */
export async function setImageUrl(
  db: Database,
  userId: number,
  { scholarId, url }: { scholarId: number; url: string | null },
): Promise<void> {
  if (url !== null) checkImageUrl(url, 'image_url');
  await replaceOwnImage(db, userId, scholarId, url);
}

/**
 * Checks the address of a picture.
 * @param path the field of the request
 * @throws Problem `invalid_scholar_image`
 */
export function checkImageUrl(text: string, path: string): void {
  if (/^https?:\/\/\S+$/i.test(text) && text.length <= MAX_URL_LENGTH && usableUrl(text) !== null) return;
  throw invalidImage(
    'image_url must be an absolute http or https URL without a user name or password. Paste the address of an image file.',
    path,
    'must be an absolute http or https URL of at most 2,048 characters',
  );
}

function invalidImage(message: string, path: string, detail: string): Problem {
  return new Problem('invalid', 'invalid_scholar_image', message, [{ path, message: detail }]);
}

async function replaceOwnImage(db: Database, userId: number, scholarId: number, own: OwnImage): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockScholar(tx, userId, scholarId))) throw scholarNotFound();
    await saveOwnImage(tx, scholarId, own);
    if (typeof own === 'string') await wakeWork(tx, 'fetch-images');
  });
}
