import { createHash } from 'node:crypto';
import { requestNewEnrichment } from '../enrichment/request-enrichment.ts';
import { backoffSeconds } from '../platform/backoff.ts';
import type { Config, IngestionPolicy } from '../platform/config.ts';
import type { Tx } from '../platform/database/database.ts';
import { refreshDisplays } from '../publications/display.ts';
import { mergePrivate } from '../publications/merge.ts';
import { lockLibraries } from '../publications/merge-store.ts';
import { clearMissed, countMissed, removeMissedListings } from '../publications/record-store.ts';
import type { NewRecord } from '../publications/records.ts';
import { type SavedRecords, saveRecords } from '../publications/save-records.ts';
import {
  type ProfileHistory,
  saveCrawlEnd,
  saveCrawlStart,
  saveProcessedListing,
  saveProfileFacts,
} from '../scholars/store.ts';
import type { ProfilePage, ProfileRow } from '../sources/google-scholar/profile-page.ts';
import { extendLibrary } from './extend-library.ts';
import { type ClaimedItem, isContinuation } from './queue-item.ts';
import { deleteItem, requeueItem } from './queue-store.ts';
import { endStep } from './run-progress.ts';

const DAY_MS = 86_400_000;

/** A claimed item, read again under its lock. */
export type Step = ClaimedItem & { readonly runStartedAt: Date | null };

/**
 * Writes a page and its consequences: the profile, publications and listings, the user's library entries, and the next step of the item.
 * A process killed before the commit has changed nothing, so the page is requested again. After the commit the crawl continues at its next row.
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
  const { lastListingNumber: lastNumber } = history;
  const records = page.rows.map((row) => recordOf(row, baseUrl));
  const digest = createHash('sha256').update(JSON.stringify(records)).digest();
  const isFull = crawl.knownListing === null;
  // a routine check found exactly the page that was saved last
  const isSame = crawl.begins && !isFull && history.topDigest?.equals(digest) === true;
  const saved: SavedRecords = isSame
    ? { lastNumber, highestNumber: history.topListing ?? Number.POSITIVE_INFINITY, created: [], privateMatches: [] }
    : await saveRecords(tx, { source, profileId, lastNumber, records, fullCrawl: isFull ? crawl.number : null });
  const { highestNumber } = saved;
  if (saved.privateMatches.length > 0) {
    const owners = saved.privateMatches.map(({ ownerId }) => ownerId);
    await lockLibraries(tx, [], [item.userId, ...owners]);
    await mergePrivate(tx, saved.privateMatches);
  }
  await requestNewEnrichment(tx, sources, saved.created, {
    requestedBy: null,
    keyOwner: item.userId,
    ignoresCache: false,
    isAwaited: item.runId !== null && item.baselineCompleted,
  });
  const top = { digest, highestListed: highestNumber };
  const newPublications = await extendLibrary(tx, item, { upToNumber: saved.lastNumber, scholarLabel: page.name });

  const isEnd = !page.hasMore || page.rows.length === 0;
  const isStop = crawl.knownListing !== null && highestNumber <= crawl.knownListing;
  const finished = isEnd || isStop || obeysRobots;
  if (isFull && isEnd) await endMissed(tx, profileId, crawl.number);
  if (finished) {
    const end = { number: crawl.number, isFull, startedAt: item.crawlStartedAt };
    await saveCrawlEnd(tx, profileId, { ...end, lastListed: saved.lastNumber, top: crawl.begins ? top : null });
  } else if (crawl.begins) await saveCrawlStart(tx, profileId, crawl.number, top);
  await saveProcessedListing(tx, item.scholarId, { listing: saved.lastNumber, finished });

  const pages = item.pagesThisAttempt + 1;
  const warnings = page.warnings.map((warning) => `from row ${item.resumeRow + 1}: ${warning}`);
  if (finished && !isEnd && !isStop) warnings.push('only the first page was read: GOOGLE_SCHOLAR_OBEY_ROBOTS is set');
  const result = {
    state: page.rows.length === 0 && item.resumeRow === 0 ? ('no_results' as const) : ('ok' as const),
    stateReason: null,
    error: null,
    // an attempt is a whole crawl, whatever its number of pages
    attempts: finished || pages >= policy.maxPagesPerScholar ? 1 : 0,
    publications: page.rows.length,
    newPublications,
    warnings,
  };
  if (finished && !isStale(item, policy)) {
    await deleteItem(tx, item.id);
    const cleared = isContinuation(item);
    await endStep(tx, item, { ...result, outcome: 'success', continuationRow: null, continues: false, cleared });
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
}

/**
 * The crawl that this page belongs to. The first page of an item begins one. A crawl may stop at the first page with only known listings if the
 * previous crawl finished. Otherwise, and every `fullCrawlDays`, it reads the whole profile, which finds publications without a date and old
 * ones that were listed late.
 */
function crawlOf(item: Step, history: ProfileHistory, policy: IngestionPolicy) {
  if (item.crawlNumber !== null) {
    return { number: item.crawlNumber, knownListing: item.knownListing, begins: false };
  }
  const fullSince = item.crawlStartedAt.getTime() - policy.fullCrawlDays * DAY_MS;
  const isFull = history.fullyCrawledAt === null || history.fullyCrawledAt.getTime() <= fullSince;
  return { number: history.crawlNumber + 1, knownListing: isFull ? null : history.settledListing, begins: true };
}

/** If a larger share of the listings is missing, the page is suspect, unless the profile is small. */
const MAX_MISSED_SHARE = 0.2;
const MIN_SUSPECT_ROWS = 5;

/** A page that parsed without an error but cannot be right. Nothing of it is saved. */
export class SuspectPage extends Error {
  override readonly name = 'SuspectPage';
}

/**
 * Ends the listings that a full crawl did not see. If many are missing at once, the page counts as suspect until they have been missing for a day.
 * @throws SuspectPage
 */
async function endMissed(tx: Tx, profileId: number, crawlNumber: number): Promise<void> {
  const { listed, missed, isLasting } = await countMissed(tx, profileId, crawlNumber);
  if (missed > Math.max(MIN_SUSPECT_ROWS, listed * MAX_MISSED_SHARE) && !isLasting) throw new SuspectPage();
  await clearMissed(tx, profileId);
  if (missed > 0) await refreshDisplays(tx, await removeMissedListings(tx, profileId, crawlNumber));
}

/** Whether the crawl began long before the run that adopted it. Then it starts again at the top, where new publications are. */
function isStale({ crawlStartedAt, runStartedAt, resumeRow }: Step, policy: IngestionPolicy): boolean {
  if (runStartedAt === null || resumeRow === 0) return false;
  return crawlStartedAt.getTime() < runStartedAt.getTime() - policy.freshMinutes * 60_000;
}

function recordOf(row: ProfileRow, baseUrl: string): NewRecord {
  return {
    key: row.key,
    clusterKey: row.clusterId === null ? null : `cluster:${row.clusterId}`,
    title: row.title,
    authors: row.authors,
    venue: row.venue,
    year: row.year,
    citations: row.citations,
    url: `${baseUrl}${row.detailPath}`,
  };
}
