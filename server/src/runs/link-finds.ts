import { PATIENCE_SECONDS } from '../lookups/lookup.ts';
import { restartSearches } from '../lookups/open-searches.ts';
import { holdLookups } from '../lookups/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { disownImports } from '../publications/disown-imports.ts';
import { listFilled, lockFilled } from '../publications/imported-store.ts';
import { linkListings, listTitles, lockLibrary } from '../publications/library-store.ts';
import type { ClaimedItem } from '../queue/item.ts';
import { insertEvents } from './event-store.ts';
import { awaitSearches } from './lookup-store.ts';
import { addToRun, findRunForFinds } from './store.ts';

/**
 * Links what this user's library gains of the profile's listings, and tells the followers of the run that it counts for. Of these, `count` works are
 * found by a run: until the first crawl is complete, finds belong to none. The search for those of `misled` begins
 * anew, and for those of which no import says anything any more. `sources` are to be woken at the end of the transaction.
 */
export async function linkFinds(
  tx: Tx,
  item: ClaimedItem,
  { upToListing, scholarLabel, misled = [] }: { upToListing: number; scholarLabel: string; misled?: readonly number[] },
): Promise<Finds> {
  if (upToListing <= item.lookedAtListing) return { count: 0, sources: await restartSearches(tx, misled) };
  // what imports filled in them is about to be taken out, and works come before libraries
  const { profileId, lookedAtListing: afterListing } = item;
  await lockFilled(tx, await listFilled(tx, [], { profileId, afterListing }));
  const { link: lastLink } = await lockLibrary(tx, item.userId);
  const runId = item.baselineCompleted ? await findRunForFinds(tx, item.userId) : null;
  const scholar = { id: item.scholarId, profileId: item.profileId, afterListing: item.lookedAtListing };
  const seen = { at: item.crawlStartedAt, runId };
  const { made, news: links } = await linkListings(tx, { userId: item.userId, lastLink }, scholar, seen);
  const sources = await restartSearches(tx, [...misled, ...(await disownImports(tx, made))]);
  if (runId === null || links.length === 0) return { count: 0, sources };
  // before the run is locked: whoever ends searches takes them first, too
  const searched = await holdLookups(tx, links, PATIENCE_SECONDS);
  const { total, isActive } = await addToRun(tx, runId, links.length);
  if (isActive) {
    await awaitSearches(tx, runId, searched);
    await tellFinds(tx, runId, links, { item, scholarLabel, before: total - links.length });
  }
  return { count: links.length, sources };
}

export interface Finds {
  readonly count: number;
  readonly sources: readonly string[];
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
