import type { Services } from '../../platform/http/endpoint.ts';
import type { RunningJob } from '../../platform/running-job.ts';
import { fetchImages } from '../fetch-images.ts';
import { wakeImages } from '../wake-images.ts';

/** Fetches pictures that are to be shown; one such job at a time, on whichever machine. */
export const fetchImagesJob = {
  name: 'fetch-images',
  async run(services: Services, _payload: unknown, job: RunningJob): Promise<void> {
    const isMore = await fetchImages(services, job);
    if (isMore) await services.db.transaction().execute(wakeImages);
  },
};
