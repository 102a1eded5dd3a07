import type { Services } from '../../platform/http/endpoint.ts';
import { deleteUnwantedImages, hasDueImages, openImages } from '../fetched-store.ts';
import { wakeImages } from '../wake-images.ts';

/** Looks every minute which pictures are wanted, and which are not any more. */
export const reviewImages = {
  name: 'review-images',
  async run({ db, log }: Services): Promise<void> {
    const count = await deleteUnwantedImages(db);
    if (count > 0) log.info({ images: count }, 'deleted pictures that nobody is shown any more');
    await openImages(db);
    if (await hasDueImages(db)) await db.transaction().execute(wakeImages);
  },
};
