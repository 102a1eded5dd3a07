import type { Database } from '../platform/database/database.ts';
import { OperatorError, Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { JobFacts, RepairJob, RepairPlan } from './repair-job.ts';
import { endKilledJobs, endRepairJob, findAppliedJobUnderWay, insertRepairJob, withRepairLock } from './store.ts';

/** What came of a repair: the job's id, what it says of itself, and whatever else `work` found. */
export interface Repaired<T> {
  readonly jobId: number;
  readonly summary: JobFacts;
  readonly found: T;
}

/**
 * Does a repair as a job that operators see. Of those that change something one works at a time, whatever the number of processes; a dry run waits for none.
 * @throws Problem `repair_in_progress`, and whatever `work` throws, which ends the job as failed
 */
export async function runRepair<T>(
  { db, log }: { readonly db: Database; readonly log: Logger },
  plan: RepairPlan,
  work: (job: RepairJob) => Promise<{ summary: JobFacts; found: T }>,
): Promise<Repaired<T>> {
  const run = async () => {
    if (!plan.isDryRun) await endKilledJobs(db);
    const jobId = await insertRepairJob(db, plan);
    try {
      const { summary, found } = await work({ ...plan, id: jobId });
      await endRepairJob(db, jobId, { status: 'completed', summary });
      return { jobId, summary, found };
    } catch (error) {
      await endRepairJob(db, jobId, { status: 'failed', errorText: wordsFor(error) }).catch((lost) =>
        log.warn({ err: lost, repair_job_id: jobId }, 'a repair that failed could not be noted as such'),
      );
      throw error;
    }
  };
  if (plan.isDryRun) return run();
  const done = await withRepairLock(db, run);
  if (done) return done;
  const details = { job_id: await findAppliedJobUnderWay(db) };
  throw new Problem(
    'conflict',
    'repair_in_progress',
    'Another repair is under way. Try again when it is done.',
    details,
  );
}

/** What is not meant for a reader (SQL, paths) stays in the log. */
function wordsFor(error: unknown): string {
  if (error instanceof Problem || error instanceof OperatorError) return error.message;
  return 'An unexpected error ended it. The log of the service tells which.';
}
