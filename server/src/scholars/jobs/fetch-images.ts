import { wakeWork } from '../../platform/database/background-work-store.ts';
import type { Services } from '../../platform/services.ts';
import type { RunningJob } from '../../platform/work-loop.ts';
import { fetchImages } from '../fetch-images.ts';
import { deleteUnwantedImages, openImages } from '../image-store.ts';

/** Saves which pictures are needed, deletes the others, and fetches those that are due. */
export const fetchImagesJob = {
  name: 'fetch-images',
  async run(services: Services, job: RunningJob): Promise<void> {
    const { db, log } = services;
    const count = await deleteUnwantedImages(db);
    if (count > 0) log.debug({ images: count }, 'deleted pictures that no user sees any more');
    await openImages(db);
    const isTimeUp = await fetchImages(services, job);
    if (isTimeUp) await db.transaction().execute((tx) => wakeWork(tx, 'fetch-images'));
  },
};
