import type { Services } from '../../platform/services.ts';
import { deleteExpiredResponses } from '../response-store.ts';

/** Deletes expired responses from the cache. */
export const pruneResponses = {
  name: 'prune-answers',
  async run({ db, log }: Services): Promise<void> {
    const count = await deleteExpiredResponses(db);
    if (count > 0) log.debug({ responses: count }, 'deleted expired responses of sources');
  },
};
