import type { Database } from '../platform/database/database.ts';
import { LOCKS, withSessionLock } from '../platform/database/locks.ts';
import { OperatorError, Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { JobFacts, RepairJob, RepairPlan } from './repair-job.ts';
import { endKilledJobs, endRepairJob, findRunningJob, insertRepairJob } from './store.ts';

/** The result of a repair: the job's id, its summary, and what else `work` returned. */
export interface Repaired<T> {
  readonly jobId: number;
  readonly summary: JobFacts;
  readonly found: T;
}

/**
 * Runs a repair as a job that operators see. Only one repair that changes something runs at a time, in all processes
 * together. A dry run never waits.
 * @throws Problem `confirmation_required`, `repair_in_progress`, and errors of `work`, which mark the job as failed
 */
export async function runRepair<T>(
  { db, log }: { readonly db: Database; readonly log: Logger },
  plan: RepairPlan,
  work: (job: RepairJob) => Promise<{ summary: JobFacts; found: T }>,
): Promise<Repaired<T>> {
  requireConfirmation(plan);
  const run = async () => {
    if (!plan.isDryRun) await endKilledJobs(db);
    const jobId = await insertRepairJob(db, plan);
    try {
      const { summary, found } = await work({ ...plan, id: jobId });
      await endRepairJob(db, jobId, { status: 'completed', summary });
      return { jobId, summary, found };
    } catch (error) {
      await endRepairJob(db, jobId, { status: 'failed', errorText: describeError(error) }).catch((lost) =>
        log.warn({ err: lost, repair_job_id: jobId }, 'a failed repair could not be marked as failed'),
      );
      throw error;
    }
  };
  if (plan.isDryRun) return run();
  const done = await withSessionLock(db, { key: LOCKS.repair, id: 0 }, run);
  if (done) return done;
  const details = { job_id: await findRunningJob(db) };
  throw new Problem(
    'conflict',
    'repair_in_progress',
    'Another repair is running. Try again when it has finished.',
    details,
  );
}

function requireConfirmation({ confirmation }: RepairPlan): void {
  if (!confirmation || confirmation.given === confirmation.wanted) return;
  const { wanted } = confirmation;
  const message = `This needs a confirmation. Send confirmation_text "${wanted}".`;
  throw new Problem('malformed', 'confirmation_required', message, { confirmation_text: wanted });
}

/** Describes an error without internals such as SQL and paths. Those are only in the log. */
function describeError(error: unknown): string {
  if (error instanceof Problem || error instanceof OperatorError) return error.message;
  return 'An unexpected error stopped the repair. The log of the service has the details.';
}
