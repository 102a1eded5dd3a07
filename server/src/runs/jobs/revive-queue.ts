import type { Services } from '../../platform/http/endpoint.ts';
import { reviveQueue } from '../../queue/store.ts';

/** A net under the queue: takes back what nobody works on any more, and makes sure that somebody looks into it. */
export const reviveQueueJob = {
  name: 'revive-queue',
  async run({ db, log }: Services): Promise<void> {
    const count = await db.transaction().execute(reviveQueue);
    if (count > 0) log.warn({ items: count }, 'took back queue items whose worker is gone');
  },
};
