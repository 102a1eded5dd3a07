import { correctTimes } from './database/clock-store.ts';
import type { Services } from './services.ts';

const NAME = 'correct-times';

/** After the database's clock was set back, nothing waits longer than it was meant to. */
export const correctTimesJob = {
  name: NAME,
  async run({ db, log }: Services): Promise<void> {
    const seconds = await correctTimes(db, NAME);
    if (seconds > 0)
      log.warn(
        { seconds },
        "the database's clock was set back; the times on which work waits were moved back by as much",
      );
  },
};
