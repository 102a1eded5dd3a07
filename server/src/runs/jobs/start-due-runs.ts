import type { Services } from '../../platform/services.ts';
import type { RunningJob } from '../../platform/work-loop.ts';
import { startDueRuns } from '../start-due-runs.ts';

/** Starts the scheduled runs that are due. */
export const startDueRunsJob = {
  name: 'start-due-runs',
  async run(services: Services, { stopping }: RunningJob): Promise<void> {
    await startDueRuns(services, stopping);
  },
};
