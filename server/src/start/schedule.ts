import { forgetOldLogins } from '../accounts/jobs/forget-old-logins.ts';
import { pruneAnswers } from '../enrichment/jobs/prune-answers.ts';
import { retryDuePdfs } from '../enrichment/jobs/retry-due-pdfs.ts';
import type { Config } from '../platform/config.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { copyOrderJob } from '../publications/jobs/copy-order.ts';
import { endLostRuns } from '../runs/jobs/end-lost-runs.ts';
import { pruneRunEvents } from '../runs/jobs/prune-run-events.ts';
import { startDueRunsJob } from '../runs/jobs/start-due-runs.ts';
import { fetchImagesJob } from '../scholars/jobs/fetch-images.ts';

/** A job of the schedule. To run it twice is the same as to run it once, also at the same time. */
export interface Job {
  readonly name: string;
  run(services: Services, job: RunningJob): Promise<void>;
}

interface ScheduledJob {
  readonly job: Job;
  /** null: this process leaves it to others */
  everySeconds(config: Config): number | null;
}

const everyMinute = () => 60;
const everyHour = () => 3600;

/** All that happens again and again, and how long it rests between two times. Of all processes with workers, one at a time does each. */
export const schedule: readonly ScheduledJob[] = [
  { job: startDueRunsJob, everySeconds: ({ scheduler }) => (scheduler.enabled ? scheduler.tickSeconds : null) },
  { job: endLostRuns, everySeconds: everyMinute },
  { job: retryDuePdfs, everySeconds: everyMinute },
  { job: fetchImagesJob, everySeconds: everyMinute },
  { job: forgetOldLogins, everySeconds: everyHour },
  { job: pruneRunEvents, everySeconds: everyHour },
  { job: pruneAnswers, everySeconds: everyHour },
  // how long the order of lists may lag behind what publications show
  { job: copyOrderJob, everySeconds: () => 2 },
];
