import { wakeLookups } from '../../lookups/wake-lookups.ts';
import { workOnLookups } from '../../lookups/work-on-lookups.ts';
import type { Services } from '../../platform/http/endpoint.ts';
import type { RunningJob } from '../../platform/running-job.ts';
import { tellLookups } from '../tell-lookups.ts';

const AFTER_ERROR_SECONDS = 5;

/** Asks one source about works, or looks at links: one such job a source at a time. */
export const lookUp = {
  name: 'look-up',
  async run(services: Services, { source }: { source: string }, job: RunningJob): Promise<void> {
    try {
      await workOnLookups(services, source, job, tellLookups);
    } catch (error) {
      // what was not written down is still due
      const again = services.db.transaction().execute((tx) => wakeLookups(tx, [source], AFTER_ERROR_SECONDS));
      await again.catch(() => undefined);
      throw error;
    }
  },
};
