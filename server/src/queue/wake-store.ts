import type { Tx } from '../platform/database/database.ts';
import * as jobs from '../platform/database/wake-job.ts';

function jobOf(source: string): jobs.WakeUp {
  return { task: 'work-on-source', source, serial: false };
}

/** Makes sure that somebody looks into the queue of a source after so many seconds at the latest; it comes last in a transaction (`wakeJob`). */
export async function wakeSource(tx: Tx, source: string, afterSeconds = 0): Promise<void> {
  await jobs.wakeJob(tx, jobOf(source), afterSeconds);
}

/** Whether a wake-up job of the source waits that is due and that nobody works on. */
export async function isAwake(tx: Tx, source: string): Promise<boolean> {
  return jobs.isAwake(tx, jobOf(source));
}
