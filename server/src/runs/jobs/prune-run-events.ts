import type { Services } from '../../platform/services.ts';
import { deleteOldEvents } from '../event-store.ts';

/** Deletes the events of runs that ended long ago. */
export const pruneRunEvents = {
  name: 'prune-run-events',
  async run({ db, config, log }: Services): Promise<void> {
    const count = await deleteOldEvents(db, config.runEventRetentionDays);
    if (count > 0) log.debug({ events: count }, 'deleted events of old runs');
  },
};
