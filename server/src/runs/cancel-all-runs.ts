import type { Tx } from '../platform/database/database.ts';
import { endOf } from './end-step.ts';
import { insertEvents } from './event-store.ts';
import { releaseRun } from './lookup-store.ts';
import { cancelResults, recountProgress } from './result-store.ts';
import { listActiveRuns, lockActiveRun, saveCanceled } from './store.ts';

/**
 * Cancels every active run, whose items the caller has removed or replaced, and tells their followers. Returns the runs. The source is to be woken
 * afterwards.
 */
export async function cancelAllRuns(tx: Tx): Promise<number[]> {
  const canceled: number[] = [];
  for (const runId of await listActiveRuns(tx)) {
    if (!(await lockActiveRun(tx, runId))) continue;
    await cancelResults(tx, runId);
    const { visited, finished, total } = await recountProgress(tx, runId);
    await saveCanceled(tx, runId);
    await releaseRun(tx, runId);
    const progress = { kind: 'scholar_progress', data: { visited, finished, total } } as const;
    await insertEvents(tx, runId, [progress, ...endOf('canceled')]);
    canceled.push(runId);
  }
  return canceled;
}
