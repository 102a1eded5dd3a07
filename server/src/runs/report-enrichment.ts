import { endRun } from '../crawling/run-progress.ts';
import { insertEvents, listAwaiting, lockActiveRun, type RunEvent, releaseEnrichment } from '../crawling/run-store.ts';
import type { EnrichmentResults } from '../enrichment/settle-steps.ts';
import type { Tx } from '../platform/database/database.ts';

/**
 * Reports what enrichment found to the followers of the runs that wait for it, and ends the runs that wait for nothing
 * else.
 */
export async function reportEnrichment(tx: Tx, { identifiers, pdfs, over }: EnrichmentResults): Promise<void> {
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
  await releaseEnrichment(tx, over);
  for (const runId of active) await endRun(tx, runId);
}
