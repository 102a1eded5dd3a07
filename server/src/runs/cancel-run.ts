import { lockItemsOfRun, releaseItems } from '../crawling/queue-store.ts';
import { lockActiveRun } from '../crawling/run-store.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { endCanceled } from './cancel-all-runs.ts';
import { runNotFound } from './run-not-found.ts';
import { findRun } from './store.ts';

/**
 * Cancels an active run. The queue items that it created are removed, and a response that is under way for one changes
 * nothing. Those that it adopted stay queued, without the run.
 * @throws Problem `run_not_found`, `run_not_cancelable`
 */
export async function cancelRun(db: Database, userId: number, runId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await findRun(tx, userId, runId);
    if (!run) throw runNotFound();
    await lockItemsOfRun(tx, runId);
    if (!(await lockActiveRun(tx, runId))) {
      const { status } = (await findRun(tx, userId, runId)) ?? run;
      const message = `The run has already ended with the status ${status}.`;
      throw new Problem('conflict', 'run_not_cancelable', message, { run_id: runId, status });
    }
    await releaseItems(tx, runId);
    await endCanceled(tx, runId);
  });
}
