import { lockItemsOfRun, releaseItems } from '../crawling/queue-store.ts';
import { emitEnd } from '../crawling/run-progress.ts';
import { cancelResults, recountProgress } from '../crawling/run-result-store.ts';
import { lockActiveRun, releaseRun, saveCanceled } from '../crawling/run-store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { findRun, listActiveRuns } from './store.ts';

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

/**
 * Cancels every active run and emits its last events. The caller has removed or replaced the items of these runs.
 * Returns the runs.
 */
export async function cancelAllRuns(tx: Tx): Promise<number[]> {
  const canceled: number[] = [];
  for (const runId of await listActiveRuns(tx)) {
    if (!(await lockActiveRun(tx, runId))) continue;
    await endCanceled(tx, runId);
    canceled.push(runId);
  }
  return canceled;
}

/**
 * Ends a locked active run as canceled and emits its last events. The caller has removed, released or replaced its
 * items.
 */
export async function endCanceled(tx: Tx, runId: number): Promise<void> {
  await cancelResults(tx, runId);
  const { visited, finished, total } = await recountProgress(tx, runId);
  await saveCanceled(tx, runId);
  await releaseRun(tx, runId);
  await emitEnd(tx, runId, 'canceled', [{ kind: 'scholar_progress', data: { visited, finished, total } }]);
}

export function runNotFound(): Problem {
  return new Problem('not_found', 'run_not_found', 'You have no run with this id.');
}
