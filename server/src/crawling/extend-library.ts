import { MAX_WAIT_SECONDS } from '../enrichment/enrichment.ts';
import { holdEnrichment } from '../enrichment/store.ts';
import { addListed } from '../library/arrival-store.ts';
import { getScholarLabel } from '../library/scholar-name-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { saveProcessedListing } from '../scholars/store.ts';
import type { ClaimedItem } from './queue-item.ts';
import { addToRun, awaitEnrichment, findRunToCredit, insertEvents, listTitles } from './run-store.ts';

/**
 * Adds what the profile lists up to a number to the user's library, and emits events for the run that it counts for.
 * Returns the number of publications that count as new in a run; before the first crawl is complete there are none.
 */
export async function extendLibrary(tx: Tx, item: ClaimedItem, upToNumber: number): Promise<number> {
  const { userId, scholarId, profileId, processedListing: afterNumber } = item;
  if (upToNumber <= afterNumber) return 0;
  await saveProcessedListing(tx, item, upToNumber);
  const runId = item.baselineCompleted ? await findRunToCredit(tx, userId) : null;
  const seen = { at: item.crawlStartedAt, runId };
  const added = await addListed(tx, userId, { id: scholarId, profileId, afterNumber }, seen);
  if (runId === null || added.length === 0) return 0;
  // enrichment is locked before the run, as everywhere
  const waiting = await holdEnrichment(tx, added, MAX_WAIT_SECONDS);
  const { total, isActive } = await addToRun(tx, runId, added.length);
  if (isActive) {
    await awaitEnrichment(tx, runId, waiting);
    await emitDiscoveries(tx, runId, added, { item, before: total - added.length });
  }
  return added.length;
}

async function emitDiscoveries(
  tx: Tx,
  runId: number,
  publicationIds: readonly number[],
  { item, before }: { item: ClaimedItem; before: number },
): Promise<void> {
  const titles = await listTitles(tx, publicationIds);
  const label = await getScholarLabel(tx, item.scholarId);
  const events = titles.map(({ id, title, pub_url }, at) => ({
    kind: 'publication_discovered' as const,
    data: {
      publication_id: id,
      title,
      pub_url,
      scholar_profile_id: item.scholarId,
      scholar_label: label,
      first_seen_at: item.crawlStartedAt,
      new_publication_count: before + at + 1,
    },
  }));
  await insertEvents(tx, runId, events);
}
