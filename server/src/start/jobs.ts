import { forgetOldLogins } from '../accounts/jobs/forget-old-logins.ts';
import { pruneAnswers } from '../lookups/jobs/prune-answers.ts';
import { retryDuePdfs } from '../lookups/jobs/retry-due-pdfs.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { lookUp } from '../runs/jobs/look-up.ts';
import { pruneRunEvents } from '../runs/jobs/prune-run-events.ts';
import { reviveQueueJob } from '../runs/jobs/revive-queue.ts';
import { startDueRunsJob } from '../runs/jobs/start-due-runs.ts';
import { workOnSource } from '../runs/jobs/work-on-source.ts';
import { fetchImagesJob } from '../scholars/jobs/fetch-images.ts';
import { reviewImages } from '../scholars/jobs/review-images.ts';

/** A background job: what it is called in the queue, and what it does; running it twice is the same as once. */
export interface Job<Payload = never> {
  readonly name: string;
  run(services: Services, payload: Payload, job: RunningJob): Promise<void>;
}

/** All that happens in the background. */
export const jobs: readonly Job[] = [
  workOnSource,
  lookUp,
  startDueRunsJob,
  reviveQueueJob,
  retryDuePdfs,
  forgetOldLogins,
  pruneRunEvents,
  pruneAnswers,
  reviewImages,
  fetchImagesJob,
];
