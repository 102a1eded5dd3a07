import type { RunningJob } from '../../src/platform/work-loop.ts';

/** A job that has all the time it needs. */
export const RUNNING_JOB: RunningJob = {
  stopping: new AbortController().signal,
  signal: new AbortController().signal,
  hasTime: () => true,
};
