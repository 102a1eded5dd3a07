import { emitEnd } from '../crawling/run-progress.ts';
import { cancelResults, recountProgress } from '../crawling/run-result-store.ts';
import { lockActiveRun, releaseRun, saveCanceled } from '../crawling/run-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { listActiveRuns } from './store.ts';

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
