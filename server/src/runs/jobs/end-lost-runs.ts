import { endSteps } from '../../crawling/run-progress.ts';
import { skipLostScholars } from '../../crawling/run-result-store.ts';
import type { Services } from '../../platform/services.ts';

/** Ends runs without an open item. They should not exist, but such a run would keep its user from starting another. */
export const endLostRuns = {
  name: 'end-lost-runs',
  async run({ db, log }: Services): Promise<void> {
    const runIds = await db.transaction().execute(async (tx) => {
      const ids = await skipLostScholars(tx);
      await endSteps(tx, ids);
      return ids;
    });
    if (runIds.length > 0) log.warn({ runs: runIds }, 'ended runs that nothing worked for any more');
  },
};
