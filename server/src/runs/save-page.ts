import type { IngestionPolicy } from '../platform/config.ts';
import type { Tx } from '../platform/database/database.ts';
import { linkListings, lockLibrary } from '../publications/library-store.ts';
import type { DiscoveredRow } from '../publications/match-rows.ts';
import { saveDiscovered } from '../publications/save-discovered.ts';
import { backoffSeconds, type ClaimedItem } from '../queue/item.ts';
import { deleteItem, requeueItem, wakeSource } from '../queue/store.ts';
import { saveLook, saveProfileFacts } from '../scholars/store.ts';
import type { ProfilePage, ProfileRow } from '../sources/google-scholar/profile-page.ts';
import { endStep } from './end-step.ts';
import { addToRun, findRunForFinds } from './store.ts';

/**
 * Writes a page and its consequences: the profile's facts, works and listings, the user's links, and what is to be done next.
 * Killed before the commit, nothing of it has happened and the page is asked for again; after it, the crawl goes on at its next row.
 */
export async function savePage(
  tx: Tx,
  item: ClaimedItem,
  page: ProfilePage,
  { policy, baseUrl }: { policy: IngestionPolicy; baseUrl: string },
): Promise<void> {
  const lastListingNumber = await saveProfileFacts(tx, item.profileId, page);
  const rows = page.rows.map((row) => discoveredRow(row, baseUrl));
  const lastListed = await saveDiscovered(tx, {
    source: item.source,
    profileId: item.profileId,
    lastListingNumber,
    rows,
  });
  const newLinks = await linkToLibrary(tx, item, lastListed);

  const nextRow = item.resumeRow + policy.pageSize;
  const pages = item.pagesThisAttempt + 1;
  const finished = !page.hasMore || page.rows.length === 0;
  await saveLook(tx, item.scholarId, { listing: lastListed, finished });
  const result = {
    state: page.rows.length === 0 && item.resumeRow === 0 ? ('no_results' as const) : ('ok' as const),
    stateReason: null,
    error: null,
    // an attempt is the whole profile, however many pages it has
    attempts: finished || pages >= policy.maxPagesPerScholar ? 1 : 0,
    publications: page.rows.length,
    newPublications: newLinks,
    warnings: page.warnings.map((warning) => `from row ${item.resumeRow + 1}: ${warning}`),
  };
  if (finished) {
    await deleteItem(tx, item.id);
    return endStep(tx, item, { ...result, outcome: 'success', continuationRow: null, continues: false });
  }
  const goesOn = pages < policy.maxPagesPerScholar;
  const wait = goesOn ? 0 : backoffSeconds(1, policy, Math.random());
  await requeueItem(
    tx,
    item.id,
    { seconds: wait },
    {
      resume_row: nextRow,
      pages_this_attempt: goesOn ? pages : 0,
      quick_retry_count: 0,
      attempt_count: 0,
      last_error: null,
      ...(goesOn ? {} : { reason: 'continuation', run_id: null }),
    },
  );
  const outcome = goesOn ? 'pending' : 'partial';
  await endStep(tx, item, { ...result, outcome, continuationRow: goesOn ? null : nextRow, continues: !goesOn });
  await wakeSource(tx, item.source);
}

/**
 * Links what this user's library gains of the profile's listings. Returns how many works count as found by a run: until the first crawl
 * is complete, finds belong to none.
 */
async function linkToLibrary(tx: Tx, item: ClaimedItem, upToListing: number): Promise<number> {
  if (upToListing <= item.lookedAtListing) return 0;
  const { link: lastLink } = await lockLibrary(tx, item.userId);
  const runId = item.baselineCompleted ? await findRunForFinds(tx, item.userId) : null;
  const scholar = { id: item.scholarId, profileId: item.profileId, afterListing: item.lookedAtListing };
  const links = await linkListings(tx, { userId: item.userId, lastLink }, scholar, { at: item.crawlStartedAt, runId });
  if (runId === null) return 0;
  await addToRun(tx, runId, links.length);
  return links.length;
}

function discoveredRow(row: ProfileRow, baseUrl: string): DiscoveredRow {
  return {
    key: row.key,
    workKey: row.clusterId === null ? null : `cluster:${row.clusterId}`,
    title: row.title,
    authors: row.authors,
    venue: row.venue,
    year: row.year,
    citations: row.citations,
    url: `${baseUrl}${row.detailPath}`,
  };
}
