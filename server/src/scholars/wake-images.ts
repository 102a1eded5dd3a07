import type { Tx } from '../platform/database/database.ts';
import { wakeJob } from '../platform/database/wake-job.ts';

/** Makes sure that somebody looks soon which pictures are to be fetched; it comes last in a transaction (`wakeJob`). */
export async function wakeImages(tx: Tx): Promise<void> {
  await wakeJob(tx, { task: 'fetch-images', source: 'images', serial: true });
}
