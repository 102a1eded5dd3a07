import { recordRunEnd } from '../events/event-store.ts';
import type { RunStatus } from '../platform/database/column-values.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { countEndedRun, lockSourceState } from '../sources/store.ts';
import type { ClaimedItem } from './queue-item.ts';
import {
  type Progress,
  type ResultChange,
  recountProgress,
  type SkipReason,
  saveResult,
  skipWaitingScholars,
} from './run-result-store.ts';
import { endRunIfDone, insertEvents, lockActiveRun, type RunEvent } from './run-store.ts';

/**
 * Writes the result of a step into its run if the run is still active, and ends the run after its last step. If the
 * result is a success, the item is done and is deleted.
 */
export async function endStep(
  tx: Tx,
  item: Pick<ClaimedItem, 'id' | 'runId' | 'scholarId' | 'profileId'>,
  change: ResultChange,
): Promise<void> {
  const { runId } = item;
  if (runId === null && change.outcome !== 'success') return;
  const progress = await saveResult(tx, item, change);
  if (runId !== null && progress?.isNews) await emitProgress(tx, runId, progress);
}

/**
 * Call after a bulk change of results: recounts the active runs, emits their progress, and ends those that are done.
 */
export async function endSteps(tx: Tx, runIds: readonly number[]): Promise<void> {
  for (const runId of runIds) {
    if (await lockActiveRun(tx, runId)) await emitProgress(tx, runId, await recountProgress(tx, runId));
  }
}

async function emitProgress(tx: Tx, runId: number, { visited, finished, total }: Progress): Promise<void> {
  await insertEvents(tx, runId, [{ kind: 'scholar_progress', data: { visited, finished, total } }]);
  if (finished >= total) await endRun(tx, runId);
}

/**
 * Ends a run that has no pending scholar left, emits its last events, and updates the user's safety counters. A run
 * that waits for enrichment becomes `resolving` instead.
 */
export async function endRun(tx: Tx, runId: number): Promise<void> {
  const status = await endRunIfDone(tx, runId);
  if (status === undefined) return;
  if (status === 'resolving') return insertEvents(tx, runId, [{ kind: 'run_status', data: { status } }]);
  await emitEnd(tx, runId, status);
  await countEndedRun(tx, runId);
}

/** Emits the last events of a run that ended, after those in `before`, and records its end in the event log. */
export async function emitEnd(
  tx: Tx,
  runId: number,
  status: RunStatus,
  before: readonly RunEvent[] = [],
): Promise<void> {
  const end = { status } as const;
  await insertEvents(tx, runId, [...before, { kind: 'run_status', data: end }, { kind: 'run_complete', data: end }]);
  await recordRunEnd(tx, runId);
}

/**
 * Releases all waiting items of a source from their runs, so that the runs end now and the items continue later. The
 * caller holds the source's lock.
 */
export async function skipWaitingRuns(tx: Tx, source: string, reason: SkipReason): Promise<void> {
  await endSteps(tx, await skipWaitingScholars(tx, source, reason));
}

/** Does the same in its own transaction, unless the cooldown has ended meanwhile. */
export async function endWaitingRuns(db: Database, source: string, reason: SkipReason): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { cooldownUntil, now } = await lockSourceState(tx, source);
    const isCooling = cooldownUntil !== null && cooldownUntil > now;
    if (reason !== 'cooldown' || isCooling) await skipWaitingRuns(tx, source, reason);
  });
}
