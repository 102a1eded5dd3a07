import { deleteOldEvents } from '../../events/event-store.ts';
import type { Services } from '../../platform/services.ts';
import type { RunningJob } from '../../platform/work-loop.ts';
import { deleteOldDeliveries } from '../delivery-store.ts';

/** How long events, and the log of deliveries, are kept. */
const KEPT_DAYS = 90;
const BATCH = 10_000;

/** Deletes old events and deliveries. What a channel has announced stays known. */
export const pruneEvents = {
  name: 'prune-events',
  async run({ db }: Services, { hasTime }: RunningJob): Promise<void> {
    while (hasTime() && (await deleteOldEvents(db, KEPT_DAYS, BATCH)) === BATCH);
    while (hasTime() && (await deleteOldDeliveries(db, KEPT_DAYS, BATCH)) === BATCH);
  },
};
