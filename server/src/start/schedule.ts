import { forgetOldLogins } from '../accounts/jobs/forget-old-logins.ts';
import { scheduledBackup } from '../backups/jobs/scheduled-backup.ts';
import { pruneEvents } from '../channels/jobs/prune-events.ts';
import { pruneResponses } from '../enrichment/jobs/prune-responses.ts';
import { retryDuePdfs } from '../enrichment/jobs/retry-due-pdfs.ts';
import { addWordsJob } from '../library/jobs/add-words.ts';
import { copyOrderJob } from '../library/jobs/copy-order.ts';
import { announceNotices } from '../notices/jobs/announce-notices.ts';
import { updateNotices } from '../notices/jobs/update-notices.ts';
import { countAuthorIdsJob } from '../persons/jobs/count-author-ids.ts';
import type { Config } from '../platform/config.ts';
import { correctTimesJob } from '../platform/correct-times.ts';
import type { Services } from '../platform/services.ts';
import type { RunningJob } from '../platform/work-loop.ts';
import { applyRulesJob } from '../rules/jobs/apply-rules.ts';
import { endLostRuns } from '../runs/jobs/end-lost-runs.ts';
import { pruneRunEvents } from '../runs/jobs/prune-run-events.ts';
import { startDueRunsJob } from '../runs/jobs/start-due-runs.ts';
import { fetchImagesJob } from '../scholars/jobs/fetch-images.ts';
import { pushToZotero } from '../zotero/jobs/push-to-zotero.ts';

/** A scheduled job. Jobs are idempotent, also when they run concurrently. */
export interface Job {
  readonly name: string;
  run(services: Services, job: RunningJob): Promise<void>;
}

interface ScheduledJob {
  readonly job: Job;
  /** null: this process does not run it */
  everySeconds(config: Config): number | null;
}

const everyMinute = () => 60;
const everyHour = () => 3600;

/**
 * All scheduled jobs and the pauses between their executions. Only one process with a worker runs each job at a time.
 */
export const schedule: readonly ScheduledJob[] = [
  { job: correctTimesJob, everySeconds: everyMinute },
  { job: startDueRunsJob, everySeconds: ({ scheduler }) => (scheduler.enabled ? scheduler.tickSeconds : null) },
  { job: endLostRuns, everySeconds: everyMinute },
  { job: retryDuePdfs, everySeconds: everyMinute },
  { job: addWordsJob, everySeconds: everyMinute },
  { job: fetchImagesJob, everySeconds: everyMinute },
  { job: countAuthorIdsJob, everySeconds: everyMinute },
  { job: forgetOldLogins, everySeconds: everyHour },
  { job: pruneRunEvents, everySeconds: everyHour },
  { job: pruneResponses, everySeconds: everyHour },
  { job: pruneEvents, everySeconds: everyHour },
  {
    job: updateNotices,
    everySeconds: ({ retractionWatchUrl, noticeList }) =>
      retractionWatchUrl === null ? null : Math.min(3600, noticeList.everySeconds),
  },
  { job: announceNotices, everySeconds: everyHour },
  { job: pushToZotero, everySeconds: ({ zoteroUrl }) => (zoteroUrl === null ? null : 5) },
  { job: scheduledBackup(process.env), everySeconds: ({ backups }) => (backups.schedule === null ? null : 60) },
  // the maximum delay of the order of lists, and of searches in large libraries, after a publication changed
  { job: copyOrderJob, everySeconds: () => 2 },
  // how long a new publication is shown before the user's rules act on it
  { job: applyRulesJob, everySeconds: () => 2 },
];
