import type { Tx } from '../platform/database/database.ts';
import type { ClaimedItem } from '../queue/item.ts';
import { countEndedRun } from '../safety/store.ts';
import { endRunIfDone, lockActiveRun, type ResultChange, saveResult } from './store.ts';

/** Notes the result of a step in the run that it belongs to, if that is still active, and ends the run when it was the last. */
export async function endStep(
  tx: Tx,
  item: Pick<ClaimedItem, 'runId' | 'scholarId'>,
  change: ResultChange,
): Promise<void> {
  if (item.runId === null || !(await lockActiveRun(tx, item.runId))) return;
  await saveResult(tx, item.runId, item.scholarId, change);
  if (change.outcome !== 'pending') await endRun(tx, item.runId);
}

/** Ends a run that has no pending scholar left, and lets its user's safety counters know. */
export async function endRun(tx: Tx, runId: number): Promise<void> {
  if (await endRunIfDone(tx, runId)) await countEndedRun(tx, runId);
}
