import { PATIENCE_SECONDS } from '../lookups/lookup.ts';
import { holdLookups } from '../lookups/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { disownImports } from '../publications/disown-imports.ts';
import { linkListings, listTitles, lockLibrary } from '../publications/library-store.ts';
import type { ClaimedItem } from '../queue/item.ts';
import { insertEvents } from './event-store.ts';
import { awaitSearches } from './lookup-store.ts';
import { addToRun, findRunForFinds } from './store.ts';

/**
 * Links what this user's library gains of the profile's listings, and tells the followers of the run that it counts for. Returns how many
 * works count as found by a run: until the first crawl is complete, finds belong to none.
 */
export async function linkFinds(
  tx: Tx,
  item: ClaimedItem,
  { upToListing, scholarLabel }: { upToListing: number; scholarLabel: string },
): Promise<number> {
  if (upToListing <= item.lookedAtListing) return 0;
  const { link: lastLink } = await lockLibrary(tx, item.userId);
  const runId = item.baselineCompleted ? await findRunForFinds(tx, item.userId) : null;
  const scholar = { id: item.scholarId, profileId: item.profileId, afterListing: item.lookedAtListing };
  const seen = { at: item.crawlStartedAt, runId };
  const { made, news: links } = await linkListings(tx, { userId: item.userId, lastLink }, scholar, seen);
  await disownImports(tx, item.userId, made);
  if (runId === null || links.length === 0) return 0;
  // before the run is locked: whoever ends searches takes them first, too
  const searched = await holdLookups(tx, links, PATIENCE_SECONDS);
  const { total, isActive } = await addToRun(tx, runId, links.length);
  if (isActive) {
    await awaitSearches(tx, runId, searched);
    await tellFinds(tx, runId, links, { item, scholarLabel, before: total - links.length });
  }
  return links.length;
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
