import { pause } from '../platform/clock.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { startRun } from '../runs/start-run.ts';
import { findRunByKey } from '../runs/store.ts';
import { listScholars } from '../scholars/store.ts';

/** Names the run of the first day, so that no restart repeats the day. */
const RUN_KEY = "the demo's first day";
const LOOK_AGAIN_MS = 500;

/** What the stand-ins do on the first day. */
export interface FirstDay {
  /** the profiles that are read before */
  readonly scholars: readonly string[];
  /** Lets the scholars publish. What is published already stays as it is. */
  publish(): void;
  /** Refuses one request to Google Scholar, after so many others. */
  refuseAfter(requests: number): void;
}

/**
 * Plays the demo's first day: when the first crawls are done, scholars publish papers, Google Scholar refuses one
 * request, and a run finds the papers. Each step can be repeated, so a demo that was killed plays the rest of the day
 * after its next start. Returns when the run has started.
 */
export async function playFirstDay(
  services: Services,
  { userId, day, signal }: { userId: number; day: FirstDay; signal: AbortSignal },
): Promise<void> {
  const { db } = services;
  if (await findRunByKey(db, userId, RUN_KEY)) return;
  const isImporting = async () =>
    (await listScholars(db, userId)).some((one) => !one.baseline_completed && day.scholars.includes(one.source_id));
  // what a first crawl finds belongs to the past, which is read
  while (!signal.aborted && (await isImporting())) await pause(LOOK_AGAIN_MS, signal);
  if (signal.aborted) return;
  day.publish();
  // the run's last request, so that the other scholars' papers are there meanwhile
  day.refuseAfter((await listScholars(db, userId)).length - 1);
  while (!signal.aborted && !(await tryToStart(services, userId))) await pause(LOOK_AGAIN_MS, signal);
}

/** Returns false while another run of the user is in progress or the source is paused. */
async function tryToStart(services: Services, userId: number): Promise<boolean> {
  try {
    await startRun(services, userId, RUN_KEY);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
