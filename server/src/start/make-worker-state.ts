import { readStalledSeconds } from '../metrics/stalled-work-store.ts';
import type { Config } from '../platform/config.ts';
import { WorkerState } from '../platform/worker-state.ts';

/** The state of a process's background work. */
export function makeWorkerState(config: Config): WorkerState {
  return new WorkerState((db, atLeastSeconds) => readStalledSeconds(db, config, atLeastSeconds));
}
