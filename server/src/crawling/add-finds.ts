import { PATIENCE_SECONDS } from '../enrichment/enrichment.ts';
import { holdEnrichment } from '../enrichment/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { addListed, listTitles, lockLibrary } from '../publications/library-store.ts';
import { lockIdentity } from '../publications/record-store.ts';
import type { ClaimedItem } from './queue-item.ts';
import { insertEvents } from './run-event-store.ts';
import { addToRun, awaitEnrichment, findRunForFinds } from './run-store.ts';

/**
 * Adds to the user's library what the profile lists up to a number, and tells the followers of the run that it counts for. Returns how many publications a run
 * found: until the first crawl is complete, finds belong to none.
 */
export async function addFinds(
  tx: Tx,
  item: ClaimedItem,
  { upToNumber, scholarLabel }: { upToNumber: number; scholarLabel: string },
): Promise<number> {
  const { userId, scholarId, profileId, lookedAtListing: afterNumber } = item;
  if (upToNumber <= afterNumber) return 0;
  // no listing moves to another publication before its entry is there
  await lockIdentity(tx, 'shared');
  await lockLibrary(tx, userId);
  const runId = item.baselineCompleted ? await findRunForFinds(tx, userId) : null;
  const seen = { at: item.crawlStartedAt, runId };
  const added = await addListed(tx, userId, { id: scholarId, profileId, afterNumber }, seen);
  if (runId === null || added.length === 0) return 0;
  // before the run is locked: whoever ends searches takes them first, too
  const searched = await holdEnrichment(tx, added, PATIENCE_SECONDS);
  const { total, isActive } = await addToRun(tx, runId, added.length);
  if (isActive) {
    await awaitEnrichment(tx, runId, searched);
    await tellFinds(tx, runId, added, { item, scholarLabel, before: total - added.length });
  }
  return added.length;
}

async function tellFinds(
  tx: Tx,
  runId: number,
  publicationIds: readonly number[],
  { item, scholarLabel, before }: { item: ClaimedItem; scholarLabel: string; before: number },
): Promise<void> {
  const works = await listTitles(tx, publicationIds);
  const events = works.map(({ id, title, pub_url }, at) => ({
    kind: 'publication_discovered' as const,
    data: {
      publication_id: id,
      title,
      pub_url,
      scholar_profile_id: item.scholarId,
      scholar_label: scholarLabel,
      first_seen_at: item.crawlStartedAt,
      new_publication_count: before + at + 1,
    },
  }));
  await insertEvents(tx, runId, events);
}
