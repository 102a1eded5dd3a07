import type { Services } from '../../platform/services.ts';
import type { RunningJob } from '../../platform/work-loop.ts';
import { countAuthorIds } from '../count-author-ids.ts';
import { takeDueProfile } from '../store.ts';

/** The scheduled job that looks for the author ids of tracked profiles at other sources. */
export const countAuthorIdsJob = {
  name: 'count-author-ids',
  async run({ db }: Services, job: RunningJob): Promise<void> {
    while (job.hasTime()) {
      const profile = await takeDueProfile(db);
      if (!profile) return;
      await countAuthorIds(db, profile);
    }
  },
};
