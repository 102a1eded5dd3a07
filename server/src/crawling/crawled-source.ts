import type { Services } from '../platform/services.ts';
import type { AuthorListRequest, AuthorListResult, AuthorPage, AuthorSource } from '../sources/author-list.ts';
import { dblpPerson } from '../sources/dblp/dblp-requests.ts';
import { parseDblpPerson } from '../sources/dblp/parse-dblp-person.ts';
import { fetchWholeList } from '../sources/fetch-whole-list.ts';
import { fetchAuthorPage } from '../sources/google-scholar/fetch-scholar-page.ts';
import { fetchOpenAlexAuthor } from '../sources/openalex/fetch-openalex-author.ts';
import { LIST_PAGE } from '../sources/openalex/openalex-requests.ts';
import { orcidRecord } from '../sources/orcid/orcid-requests.ts';
import { parseOrcidRecord } from '../sources/orcid/parse-orcid-record.ts';
import { awaitSlot } from '../sources/request-slots.ts';
import { marginOf } from '../sources/slot-store.ts';
import type { SourceResponse } from '../sources/source.ts';
import { SOURCE_LIMITS } from '../sources/source-limits.ts';
import { userAgentOf } from '../sources/write-request.ts';
import type { RequestPace } from './claim-store.ts';
import type { ClaimedItem } from './queue-item.ts';

/** For request and response. The claim lasts 45 seconds, which leaves time to save the page. */
const TIMEOUT_MS = 20_000;
/** The longest wait of a claim for its request slot. */
const MAX_WAIT_MS = 10_000;
/** How often the whole list of an author is read at a source whose requests are free. */
const FULL_CRAWL_DAYS = 30;

const DAY_MS = 86_400_000;

/** What the first request for a page takes from the daily budget. */
const FIRST_REQUEST_COST = { openalex: 0, orcid: 1, dblp: 0 };

/** When a claimed item was claimed, by `performance.now()`, and the signal to stop. */
export interface ClaimContext {
  readonly claimedAt: number;
  readonly signal: AbortSignal;
}

/** A source whose author lists are crawled. */
export interface CrawledSource {
  readonly name: AuthorSource;
  readonly isEnabled: boolean;
  readonly pace: RequestPace;
  /** pages in progress at once in one process; the rate limit decides how fast they are claimed */
  readonly concurrency: number;
  readonly pageSize: number;
  readonly readsFirstPageOnly: boolean;
  /** after this time a crawl reads the whole list again */
  readonly fullCrawlDays: number;
  /** Requests the page of an item. If it is postponed, the item goes back to the queue. */
  fetchPage(item: ClaimedItem, context: ClaimContext): Promise<AuthorListResult>;
}

/** All sources that are crawled. */
export function crawledSources(services: Services): CrawledSource[] {
  return [
    googleScholar(services),
    apiSource(services, 'openalex', fetchOpenAlexAuthor),
    apiSource(services, 'orcid', ({ db, config }, { sourceId, signal }) => {
      const request = orcidRecord(config.sources.orcid, sourceId);
      return fetchWholeList({ db, config }, { source: 'orcid', request, parse: parseOrcidList, signal });
    }),
    apiSource(services, 'dblp', ({ db, config }, { sourceId, signal }) => {
      const request = dblpPerson(config.sources.dblp, sourceId);
      return fetchWholeList({ db, config }, { source: 'dblp', request, parse: parseDblpPerson, signal });
    }),
  ];
}

function parseOrcidList(body: string): SourceResponse<AuthorPage> | null {
  const value = parseOrcidRecord(body);
  return value && { kind: 'found', value };
}

/** Whether the whole list of an author has to be read, because it was never read to its end or long ago. */
export function isFullCrawlDue(fullyCrawledAt: Date | null, crawlStartedAt: Date, fullCrawlDays: number): boolean {
  return fullyCrawledAt === null || fullyCrawledAt.getTime() <= crawlStartedAt.getTime() - fullCrawlDays * DAY_MS;
}

/**
 * Its slots are far apart and users are served in turn, so a claim takes the slot, and a request that would be late is
 * not sent.
 */
export function googleScholar({ config }: Pick<Services, 'config'>): CrawledSource {
  const { minRequestDelaySeconds: floorSeconds, freshMinutes, fullCrawlDays, pageSize } = config.ingestion;
  const margin = marginOf(floorSeconds);
  return {
    name: 'google_scholar',
    isEnabled: config.googleScholar.enabled,
    pace: {
      source: 'google_scholar',
      claimTakesSlot: true,
      hasUserDelay: true,
      slotSeconds: floorSeconds + margin,
      freshMinutes,
    },
    concurrency: 6,
    pageSize,
    readsFirstPageOnly: config.googleScholar.obeysRobots,
    fullCrawlDays,
    async fetchPage(item, { claimedAt, signal }) {
      const isLate = floorSeconds > 0 && performance.now() - claimedAt > 1000 * margin;
      if (isLate || signal.aborted) return { kind: 'postponed' };
      const isFullDue = isFullCrawlDue(item.fullyCrawledAt, item.crawlStartedAt, fullCrawlDays);
      const isCheck = item.verify === null && item.crawlNumber === null && !isFullDue;
      return fetchAuthorPage({
        baseUrl: config.googleScholar.baseUrl,
        outbound: config.outbound,
        profileId: item.verify?.sourceId ?? item.sourceId,
        startRow: item.verify ? 0 : item.resumeRow,
        pageSize,
        order: 'newest',
        knownDigest: isCheck ? item.topDigest : null,
        userAgent: userAgentOf(config),
        timeoutMs: TIMEOUT_MS,
        signal,
      });
    },
  };
}

type Fetch = (services: Services, request: AuthorListRequest) => Promise<AuthorListResult>;

/** Other requests to the same API take slots, too, so each request takes its own. */
function apiSource(services: Services, name: 'openalex' | 'orcid' | 'dblp', fetch: Fetch): CrawledSource {
  const { config, db } = services;
  const { enabled, minIntervalSeconds: intervalSeconds } = config.sources[name];
  const { concurrency, dailyBudget } = SOURCE_LIMITS[name];
  return {
    name,
    isEnabled: enabled,
    pace: {
      source: name,
      claimTakesSlot: false,
      hasUserDelay: false,
      slotSeconds: intervalSeconds,
      freshMinutes: config.ingestion.freshMinutes,
    },
    concurrency,
    pageSize: LIST_PAGE,
    readsFirstPageOnly: false,
    fullCrawlDays: FULL_CRAWL_DAYS,
    async fetchPage(item, { signal }) {
      const request = {
        source: name,
        intervalSeconds,
        cost: FIRST_REQUEST_COST[name],
        dailyBudget: dailyBudget?.shared ?? null,
      };
      const slot = await awaitSlot(db, request, { maxWaitMs: MAX_WAIT_MS, signal });
      if (!slot.isGranted)
        return slot.reason === 'budget' ? { kind: 'spent', until: slot.until } : { kind: 'postponed' };
      const isFullDue = isFullCrawlDue(item.fullyCrawledAt, item.crawlStartedAt, FULL_CRAWL_DAYS);
      const knownPublicationCount = isFullDue ? null : item.publicationCount;
      return fetch(services, { sourceId: item.sourceId, startRow: item.resumeRow, knownPublicationCount, signal });
    },
  };
}
