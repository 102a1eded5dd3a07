import type { Tx } from '../platform/database/database.ts';
import { wakeJob } from '../platform/database/wake-job.ts';

/** Makes sure that somebody looks into the lookups at these sources; it comes last in a transaction (`wakeJob`). */
export async function wakeLookups(tx: Tx, sources: Iterable<string>, afterSeconds = 0): Promise<void> {
  for (const source of [...new Set(sources)].sort())
    await wakeJob(tx, { task: 'look-up', source, serial: true }, afterSeconds);
}
