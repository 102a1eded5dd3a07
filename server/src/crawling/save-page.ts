import { createHash } from 'node:crypto';
import { requestNewEnrichment } from '../enrichment/request-enrichment.ts';
import { lockLibraries } from '../library/entry-store.ts';
import { backoffSeconds } from '../platform/backoff.ts';
import type { Config, IngestionPolicy } from '../platform/config.ts';
import type { Tx } from '../platform/database/database.ts';
import { refreshDisplays } from '../publications/display.ts';
import { mergePrivate } from '../publications/merge.ts';
import { countMissed, removeMissedListings } from '../publications/record-store.ts';
import { type SavedRecords, saveRecords } from '../publications/save-records.ts';
import { type ProfileHistory, saveCrawlEnd, saveCrawlStart, saveProfileFacts } from '../scholars/store.ts';
import type { AuthorPage } from '../sources/author-list.ts';
import { type CrawledSource, isFullCrawlDue } from './crawled-source.ts';
import { extendLibrary } from './extend-library.ts';
import { followMerge } from './follow-merge.ts';
import type { Reporter } from './handle-failure.ts';
import { findImplausible, type Implausible, judgeCounts } from './implausible-list.ts';
import { isLackLasting } from './list-facts-store.ts';
import { isContinuation, type Step } from './queue-item.ts';
import { requeueItem } from './queue-store.ts';
import { endStep } from './run-progress.ts';

/**
 * Writes a page and its consequences: the profile, publications and listings, the user's library entries, and the next
 * step of the item. A process killed before the commit has changed nothing, so the page is requested again. After the
 * commit the crawl continues at its next row.
 */
export async function savePage(
  tx: Tx,
  item: Step,
  answer: AuthorPage,
  { source, ingestion: policy, sources }: Pick<Config, 'ingestion' | 'sources'> & { source: CrawledSource },
  reporter: Reporter,
): Promise<void> {
  if (answer.sourceId !== item.sourceId) return followMerge(tx, item, answer.sourceId, reporter);
  const history = await saveProfileFacts(tx, item.profileId, answer);
  const { page, keptCount } = await checkCounts(tx, item, answer, source.fullCrawlDays);
  const crawl = crawlOf(item, history, page, source.fullCrawlDays);
  const { profileId } = item;
  const { lastListingNumber: lastNumber } = history;
  const records = page.records ?? [];
  const digest = page.text?.digest ?? createHash('sha256').update(JSON.stringify(records)).digest();
  const isTop = history.topDigest?.equals(digest) === true;
  const isFull = crawl.knownListing === null;
  // the profile was reset or crawled since the request, so its list has to be read
  if (page.records === null && (isFull || (page.text && !isTop))) return requeueItem(tx, item.id, { seconds: 0 }, {});
  // a routine check found what was saved last
  const isSame = page.records === null || (crawl.begins && !isFull && isTop);
  if (isSame || crawl.begins) {
    const reason = await findImplausible(
      tx,
      item,
      isSame ? null : { records, publicationCount: page.publicationCount },
    );
    if (reason !== null) throw new SuspectPage(reason);
  }
  const saved: SavedRecords = isSame
    ? { lastNumber, highestNumber: history.topListing ?? Number.POSITIVE_INFINITY, created: [], privateMatches: [] }
    : await saveRecords(tx, {
        source: source.name,
        profileId,
        lastNumber,
        records,
        fullCrawl: isFull ? crawl.number : null,
        isWhole: isFull && crawl.begins && !page.hasMore,
      });
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
  const top = { digest, highestListed: highestNumber, publicationCount: keptCount };
  const newPublications = await extendLibrary(tx, item, saved.lastNumber);

  const isCountSame = page.records === null && !page.text;
  const isEmpty = page.records?.length === 0;
  const isEnd = !page.hasMore || isEmpty;
  const isStop = crawl.knownListing !== null && highestNumber <= crawl.knownListing;
  const finished = isEnd || isStop || source.readsFirstPageOnly;
  if (finished) {
    await saveCrawlEnd(tx, item, {
      number: crawl.number,
      isFull,
      // if the counts agree with the last list, no records are missing
      isComplete: isCountSame || (isFull && isEnd && (await endMissed(tx, profileId, crawl.number, lackOf(page)))),
      startedAt: item.crawlStartedAt,
      lastListed: saved.lastNumber,
      top: crawl.begins && page.records ? top : null,
    });
  } else if (crawl.begins) await saveCrawlStart(tx, profileId, crawl.number, top);

  const pages = item.pagesThisAttempt + 1;
  const warnings = page.warnings.map((warning) => `from row ${item.resumeRow + 1}: ${warning}`);
  if (finished && !isEnd && !isStop) warnings.push('only the first page was read: GOOGLE_SCHOLAR_OBEY_ROBOTS is set');
  const result = {
    state: isEmpty && item.resumeRow === 0 ? ('no_results' as const) : ('ok' as const),
    stateReason: isCountSame ? 'unchanged' : null,
    error: null,
    // an attempt is a whole crawl, whatever its number of pages
    attempts: finished || pages >= policy.maxPagesPerScholar ? 1 : 0,
    publications: page.text?.recordCount ?? records.length,
    newPublications,
    warnings,
  };
  if (finished && !isStale(item, policy)) {
    const cleared = isContinuation(item);
    return endStep(tx, item, { ...result, outcome: 'success', continuationRow: null, continues: false, cleared });
  }
  const goesOn = finished || pages < policy.maxPagesPerScholar;
  const resumeRow = finished ? 0 : item.resumeRow + source.pageSize;
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
 * The crawl that this page belongs to. The first page of an item begins one. A crawl may stop at the first page with
 * only known listings if the previous crawl finished. Otherwise, and every `fullCrawlDays`, it reads the whole list,
 * which finds publications without a date and old ones that were listed late. If the source counts the author's
 * publications, a list that changed is always read to its end.
 */
function crawlOf(item: Step, history: ProfileHistory, page: AuthorPage, fullCrawlDays: number) {
  if (item.crawlNumber !== null) {
    return { number: item.crawlNumber, knownListing: item.knownListing, begins: false };
  }
  const isCounted = page.publicationCount !== null && page.records !== null;
  const isFull = isCounted || isFullCrawlDue(history.fullyCrawledAt, item.crawlStartedAt, fullCrawlDays);
  return { number: history.crawlNumber + 1, knownListing: isFull ? null : history.settledListing, begins: true };
}

/**
 * Compares the counts of an answer, and finds the one to keep. A list that is a little short, and as short as when it
 * was read last, is not read again: the page is returned without its records.
 * @throws SuspectPage
 */
async function checkCounts(
  tx: Tx,
  item: Step,
  page: AuthorPage,
  fullCrawlDays: number,
): Promise<{ page: AuthorPage; keptCount: number | null }> {
  const { publicationCount: counted, listedCount: listed } = page;
  const isShorter = lackOf(page) > 0;
  const verdict = judgeCounts({ counted, listed, isLasting: isShorter && (await isLackLasting(tx, item.profileId)) });
  if (verdict === 'short') throw new SuspectPage('list_shorter_than_count');
  const isKnown = isShorter && item.crawlNumber === null && item.publicationCount === listed && verdict.kept === listed;
  const isFullDue = isFullCrawlDue(item.fullyCrawledAt, item.crawlStartedAt, fullCrawlDays);
  const isUnread = isKnown && !isFullDue;
  return { page: isUnread ? { ...page, records: null, hasMore: false, warnings: [] } : page, keptCount: verdict.kept };
}

/** If a larger share of the listings is missing, the page is suspect, unless the profile is small. */
const MAX_MISSED_SHARE = 0.2;
const MIN_SUSPECT_ROWS = 5;

/** A page that parsed without an error but cannot be right. Nothing of it is saved. */
export class SuspectPage extends Error {
  override readonly name = 'SuspectPage';
  readonly reason: Implausible | 'rows_missing' | 'list_shorter_than_count';

  constructor(reason: SuspectPage['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** How many publications the source counts but does not list. */
function lackOf({ publicationCount, listedCount }: AuthorPage): number {
  return publicationCount === null || listedCount === null ? 0 : Math.max(0, publicationCount - listedCount);
}

/**
 * Ends the listings that a full crawl did not see, unless they may be those that the source counts but does not list.
 * If many are missing at once, the page counts as suspect until they have been missing for a day. Returns whether the list
 * is complete but for them.
 * @throws SuspectPage
 */
async function endMissed(tx: Tx, profileId: number, crawlNumber: number, lackCount: number): Promise<boolean> {
  const { listed, missed, isLasting } = await countMissed(tx, profileId, crawlNumber);
  if (lackCount > 0 && missed <= lackCount) return false;
  if (missed > Math.max(MIN_SUSPECT_ROWS, listed * MAX_MISSED_SHARE) && !isLasting)
    throw new SuspectPage('rows_missing');
  if (missed > 0) await refreshDisplays(tx, await removeMissedListings(tx, profileId, crawlNumber));
  return true;
}

/**
 * Whether the crawl began long before the run that adopted it. Then it starts again at the top, where new publications
 * are.
 */
function isStale({ crawlStartedAt, runStartedAt, resumeRow }: Step, policy: IngestionPolicy): boolean {
  if (runStartedAt === null || resumeRow === 0) return false;
  return crawlStartedAt.getTime() < runStartedAt.getTime() - policy.freshMinutes * 60_000;
}
