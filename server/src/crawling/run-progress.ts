import type { Database, Tx } from '../platform/database/database.ts';
import type { RunStatus } from '../platform/database/tables.ts';
import { countEndedRun } from '../safety/store.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { lockSourceState } from '../sources/store.ts';
import type { ClaimedItem } from './queue-item.ts';
import { insertEvents, type RunEvent } from './run-event-store.ts';
import {
  type Progress,
  type ResultChange,
  recountProgress,
  type SkipReason,
  saveResult,
  skipWaitingScholars,
} from './run-result-store.ts';
import { endRunIfDone, lockActiveRun } from './run-store.ts';

/** Notes the result of a step in the run that it belongs to, if that is still active, and ends the run when it was the last. */
export async function endStep(
  tx: Tx,
  item: Pick<ClaimedItem, 'runId' | 'scholarId'>,
  change: ResultChange,
): Promise<void> {
  if (item.runId === null) return;
  const progress = await saveResult(tx, item.runId, item.scholarId, change);
  if (progress?.isNews) await tellProgress(tx, item.runId, progress);
}

/** After the results of active runs were changed in bulk: counts them, tells the followers, and ends the runs that are done. */
export async function endSteps(tx: Tx, runIds: readonly number[]): Promise<void> {
  for (const runId of runIds) {
    if (await lockActiveRun(tx, runId)) await tellProgress(tx, runId, await recountProgress(tx, runId));
  }
}

async function tellProgress(tx: Tx, runId: number, { visited, finished, total }: Progress): Promise<void> {
  await insertEvents(tx, runId, [{ kind: 'scholar_progress', data: { visited, finished, total } }]);
  if (finished >= total) await endRun(tx, runId);
}

/**
 * Ends a run that has no pending scholar left, tells its followers, and lets its user's safety counters know. One that waits for what is searched
 * for about its works is `resolving` until that is known.
 */
export async function endRun(tx: Tx, runId: number): Promise<void> {
  const status = await endRunIfDone(tx, runId);
  if (status === undefined) return;
  if (status === 'resolving') return insertEvents(tx, runId, [{ kind: 'run_status', data: { status } }]);
  await insertEvents(tx, runId, endOf(status));
  await countEndedRun(tx, runId);
}

/** The last events of a run. */
export function endOf(status: RunStatus): RunEvent[] {
  return [
    { kind: 'run_status', data: { status } },
    { kind: 'run_complete', data: { status } },
  ];
}

/** Nobody sends the source requests for a while: all that waits goes on later, and its runs end now. The caller holds the source's lock. */
export async function skipWaitingRuns(tx: Tx, reason: SkipReason): Promise<void> {
  await endSteps(tx, await skipWaitingScholars(tx, GOOGLE_SCHOLAR, reason));
}

/** The same in a transaction of its own, unless the cooldown has ended meanwhile. */
export async function endWaitingRuns(db: Database, reason: SkipReason): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { cooldownUntil, now } = await lockSourceState(tx, GOOGLE_SCHOLAR);
    const isCooling = cooldownUntil !== null && cooldownUntil > now;
    if (reason !== 'cooldown' || isCooling) await skipWaitingRuns(tx, reason);
  });
}
