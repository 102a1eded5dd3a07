import { reviveLookups } from '../../lookups/store.ts';
import type { Services } from '../../platform/http/endpoint.ts';
import { reviveQueue } from '../../queue/store.ts';
import { endSteps } from '../end-step.ts';
import { skipLostScholars } from '../result-store.ts';

/** A net under the queue: takes back what nobody works on any more, makes sure that somebody looks into it, and ends runs that nobody works for. */
export const reviveQueueJob = {
  name: 'revive-queue',
  async run({ db, log }: Services): Promise<void> {
    const count = await db.transaction().execute(reviveQueue);
    if (count > 0) log.warn({ items: count }, 'took back queue items whose worker is gone');
    const runIds = await db.transaction().execute(async (tx) => {
      const ids = await skipLostScholars(tx);
      await endSteps(tx, ids);
      return ids;
    });
    await db.transaction().execute(reviveLookups);
    if (runIds.length > 0) log.warn({ runs: runIds }, 'ended runs that nobody worked for any more');
  },
};
