import type { Tx } from '../platform/database/database.ts';
import { endRun } from './end-step.ts';
import { lockActiveRun, skipWaitingScholars } from './store.ts';

/** In a cooldown all who wait for the source go on after it; their runs end now. The caller holds the source's lock. */
export async function skipWaitingRuns(tx: Tx, source: string): Promise<void> {
  for (const runId of await skipWaitingScholars(tx, source)) {
    if (await lockActiveRun(tx, runId)) await endRun(tx, runId);
  }
}
