import type { News } from '../lookups/settle-steps.ts';
import type { Tx } from '../platform/database/database.ts';
import { endRun } from './end-step.ts';
import { insertEvents } from './event-store.ts';
import { listAwaiting, releaseSearches } from './lookup-store.ts';
import type { RunEvent } from './run-event.ts';
import { lockActiveRun } from './store.ts';

/** Tells the followers of runs what was found out of the works that these found, and ends those that waited for nothing else. */
export async function tellLookups(tx: Tx, { identifiers, pdfs, over }: News): Promise<void> {
  const concerned = [...identifiers, ...pdfs].map(({ publicationId }) => publicationId);
  const awaiting = await listAwaiting(tx, [...new Set([...concerned, ...over])]);
  if (awaiting.length === 0) return;
  const active: number[] = [];
  for (const { runId, publicationIds } of awaiting) {
    if (!(await lockActiveRun(tx, runId))) continue;
    active.push(runId);
    const isOfRun = ({ publicationId }: { publicationId: number }) => publicationIds.includes(publicationId);
    await insertEvents(tx, runId, [
      ...identifiers.filter(isOfRun).map(
        ({ publicationId, display }): RunEvent => ({
          kind: 'identifier_updated',
          data: { publication_id: publicationId, display_identifier: display },
        }),
      ),
      ...pdfs.filter(isOfRun).map(
        ({ publicationId, status, url }): RunEvent => ({
          kind: 'pdf_updated',
          data: { publication_id: publicationId, pdf_status: status, pdf_url: url },
        }),
      ),
    ]);
  }
  await releaseSearches(tx, over);
  for (const runId of active) await endRun(tx, runId);
}
