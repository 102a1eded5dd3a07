import type { Services } from '../../platform/services.ts';
import type { RunningJob } from '../../platform/work-loop.ts';
import { copyOrder } from '../copy-order.ts';

/** The scheduled job that updates the sort values of library entries. */
export const copyOrderJob = {
  name: 'copy-order',
  async run({ db }: Services, { stopping }: RunningJob): Promise<void> {
    await copyOrder(db, stopping);
  },
};
