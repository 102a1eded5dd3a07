import { createHash } from 'node:crypto';
import { forgetSearches, openNewSearches } from '../lookups/open-searches.ts';
import { wakeLookups } from '../lookups/wake-lookups.ts';
import type { Config, IngestionPolicy } from '../platform/config.ts';
import type { Tx } from '../platform/database/database.ts';
import type { DiscoveredRow } from '../publications/match-rows.ts';
import { saveDiscovered } from '../publications/save-discovered.ts';
import { backoffSeconds, type ClaimedItem, isContinuation } from '../queue/item.ts';
import { deleteItem, isAwaited, requeueItem } from '../queue/store.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { type ProfileHistory, saveCrawlBegin, saveCrawlEnd, saveLook, saveProfileFacts } from '../scholars/store.ts';
import type { ProfilePage, ProfileRow } from '../sources/google-scholar/profile-page.ts';
import { endStep } from './end-step.ts';
import { linkFinds } from './link-finds.ts';

const DAY_MS = 86_400_000;

/** A claimed item as it stands under its lock. */
export type Step = ClaimedItem & { readonly runStartedAt: Date | null };

/**
 * Writes a page and its consequences: the profile's facts, works and listings, the user's links, and what is to be done next.
 * Killed before the commit, nothing of it has happened and the page is asked for again; after it, the crawl goes on at its next row.
 */
export async function savePage(
  tx: Tx,
  item: Step,
  page: ProfilePage,
  {
    ingestion: policy,
    googleScholar: { baseUrl, obeysRobots },
    sources,
  }: Pick<Config, 'ingestion' | 'googleScholar' | 'sources'>,
): Promise<void> {
  const history = await saveProfileFacts(tx, item.profileId, page);
  const crawl = crawlOf(item, history, policy);
  const { source, profileId } = item;
  const { lastListingNumber } = history;
  const rows = page.rows.map((row) => discoveredRow(row, baseUrl));
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest();
  // a routine check: the page is to the letter what it was when it was last saved
  const isSame = crawl.begins && crawl.knownListing !== null && history.topDigest?.equals(digest) === true;
  const saved = isSame
    ? {
        lastListed: lastListingNumber,
        highestListed: history.topListing ?? Number.POSITIVE_INFINITY,
        newWorks: [],
        takenOver: [],
        misled: [],
      }
    : await saveDiscovered(tx, {
        source,
        profileId,
        lastListingNumber,
        rows,
        reader: { userId: item.userId, afterListing: item.lookedAtListing },
      });
  await forgetSearches(tx, saved.takenOver);
  const search = await openNewSearches(tx, sources, saved.newWorks, {
    requestedBy: null,
    keysOf: item.userId,
    asksAnew: false,
    isAwaited: item.runId !== null && item.baselineCompleted,
  });
  const top = { digest, highestListed: saved.highestListed };
  const { misled } = saved;
  const finds = await linkFinds(tx, item, { upToListing: saved.lastListed, scholarLabel: page.name, misled });
  const woken = [...search.sources, ...finds.sources];

  const isEnd = !page.hasMore || page.rows.length === 0;
  const isStop = crawl.knownListing !== null && saved.highestListed <= crawl.knownListing;
  const finished = isEnd || isStop || obeysRobots;
  if (finished) {
    const end = { number: crawl.number, isFull: crawl.knownListing === null, startedAt: item.crawlStartedAt };
    await saveCrawlEnd(tx, profileId, { ...end, lastListed: saved.lastListed, top: crawl.begins ? top : null });
  } else if (crawl.begins) await saveCrawlBegin(tx, profileId, crawl.number, top);
  await saveLook(tx, item.scholarId, { listing: saved.lastListed, finished });

  const pages = item.pagesThisAttempt + 1;
  const warnings = page.warnings.map((warning) => `from row ${item.resumeRow + 1}: ${warning}`);
  if (finished && !isEnd && !isStop) warnings.push('only the first page was read: GOOGLE_SCHOLAR_OBEY_ROBOTS is set');
  const result = {
    state: page.rows.length === 0 && item.resumeRow === 0 ? ('no_results' as const) : ('ok' as const),
    stateReason: null,
    error: null,
    // an attempt is the whole crawl, however many pages it has
    attempts: finished || pages >= policy.maxPagesPerScholar ? 1 : 0,
    publications: page.rows.length,
    newPublications: finds.count,
    warnings,
  };
  if (finished && !isStale(item, policy)) {
    await deleteItem(tx, item.id);
    const cleared = isContinuation(item);
    await endStep(tx, item, { ...result, outcome: 'success', continuationRow: null, continues: false, cleared });
    await wakeLookups(tx, woken);
    // another user's work may have waited for this crawl
    if (await isAwaited(tx, profileId)) await wakeSource(tx, source);
    return;
  }
  const goesOn = finished || pages < policy.maxPagesPerScholar;
  const resumeRow = finished ? 0 : item.resumeRow + policy.pageSize;
  await requeueItem(
    tx,
    item.id,
    { seconds: goesOn ? 0 : backoffSeconds(1, policy, Math.random()) },
    {
      resume_row: resumeRow,
      crawl_number: finished ? null : crawl.number,
      known_listing: finished ? null : crawl.knownListing,
      pages_this_attempt: goesOn ? pages : 0,
      quick_retry_count: 0,
      attempt_count: 0,
      last_error: null,
      ...(goesOn ? {} : { reason: 'continuation', run_id: null }),
    },
  );
  const outcome = goesOn ? 'pending' : 'partial';
  const continuationRow = goesOn ? null : resumeRow;
  await endStep(tx, item, { ...result, outcome, continuationRow, continues: !goesOn });
  await wakeLookups(tx, woken);
  await wakeSource(tx, source);
}

/**
 * The crawl of the profile that this page belongs to. The first page of an item begins one. It stops at the first page that shows nothing but
 * known listings if the crawl before came to its own stop or to the end; else, and every so many days, it reads to the end: that finds
 * works without a date and old ones that were listed late.
 */
function crawlOf(item: Step, history: ProfileHistory, policy: IngestionPolicy) {
  if (item.crawlNumber !== null) {
    return { number: item.crawlNumber, knownListing: item.knownListing, begins: false };
  }
  const fullSince = item.crawlStartedAt.getTime() - policy.fullCrawlDays * DAY_MS;
  const isFull = history.fullyLookedAt === null || history.fullyLookedAt.getTime() <= fullSince;
  return { number: history.crawlNumber + 1, knownListing: isFull ? null : history.settledListing, begins: true };
}

/** A run that took over a crawl which began long before asks once more from the top: what is new stands there. */
function isStale({ crawlStartedAt, runStartedAt, resumeRow }: Step, policy: IngestionPolicy): boolean {
  if (runStartedAt === null || resumeRow === 0) return false;
  return crawlStartedAt.getTime() < runStartedAt.getTime() - policy.freshMinutes * 60_000;
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
