import type { Tx } from '../platform/database/database.ts';
import { endSteps } from './end-step.ts';
import { type SkipReason, skipWaitingScholars } from './result-store.ts';

/** Nobody asks the source for a while: all who wait for it go on later, and their runs end now. The caller holds the source's lock. */
export async function skipWaitingRuns(tx: Tx, source: string, reason: SkipReason): Promise<void> {
  await endSteps(tx, await skipWaitingScholars(tx, source, reason));
}
