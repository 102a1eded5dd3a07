import { pause } from '../platform/clock.ts';
import { isTransient } from '../platform/database/transient-errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { POLL_MS, RETRY_MS, WorkLoop } from '../platform/work-loop.ts';
import { reviewCooldowns } from '../sources/cooldown.ts';
import { marginOf } from '../sources/slot-store.ts';
import {
  claimFresh,
  claimNext,
  correctFutureTimes,
  listHopeless,
  type QueueState,
  type RequestPace,
  readQueueState,
  takeBackExpired,
} from './claim-store.ts';
import { crawlPage } from './crawl-page.ts';
import { dropLost } from './handle-failure.ts';
import type { ClaimedItem } from './queue-item.ts';
import { giveBackClaim } from './queue-store.ts';
import { endWaitingRuns } from './run-progress.ts';
import { useFreshCrawl } from './use-fresh-crawl.ts';

/** Triggers notify this channel whenever an item may have become due. */
const CHANNEL = 'crawl_work';
/** Pages in progress at once. The source's rate limit decides how fast they are claimed. */
const CONCURRENCY = 6;
/** How often expired claims are looked for while nothing is due. */
const REVIEW_MS = 1000;
/** An item whose claims expired this often in a row is dropped, because its page may be what crashes the workers. */
const MAX_LOST = 5;

/**
 * Claims and crawls pages until it is stopped. Any number of processes may run one. It sleeps until a notification or the next due time, at
 * most five seconds.
 */
export class CrawlLoop {
  readonly #services: Services;
  readonly #pace: RequestPace;
  readonly #loop: WorkLoop;
  #reviewedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services) {
    this.#services = services;
    this.#pace = paceOf(services);
    this.#loop = new WorkLoop(services, { name: 'crawl', channel: CHANNEL, poll: () => this.#poll() });
  }

  start(): void {
    this.#loop.start();
  }

  /** Stops claiming, and returns when the pages in progress are saved or returned to the queue. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Claims one page if there is one. Returns how many milliseconds to sleep before the next poll. */
  async #poll(): Promise<number> {
    const { db, config } = this.#services;
    if (this.#loop.runningCount >= CONCURRENCY) {
      await this.#loop.untilOneEnds();
      return 0;
    }
    if (performance.now() - this.#reviewedAt > POLL_MS) await this.#review();
    if (config.googleScholar.enabled) {
      const fresh = await claimFresh(db, this.#pace);
      if (fresh) {
        this.#work(fresh, () => useFreshCrawl(this.#services, fresh));
        return 0;
      }
      const claimedAt = performance.now();
      const item = await claimNext(db, this.#pace);
      if (item) {
        this.#work(item, () => crawlPage(this.#services, { item, claimedAt }, this.#loop.signal));
        return 0;
      }
    }
    if (performance.now() - this.#reviewedAt > REVIEW_MS) await this.#review();
    const state = await readQueueState(db, this.#pace);
    await this.#skipRuns(state);
    if (!config.googleScholar.enabled || state.dueInMs === null) return POLL_MS;
    return Math.min(POLL_MS, Math.max(RETRY_MS, Math.ceil(state.dueInMs)));
  }

  /** Requeues items whose claims expired, ends cooldowns, and corrects times that lie in the future after the clock was set back. */
  async #review(): Promise<void> {
    const { db, log } = this.#services;
    this.#reviewedAt = performance.now();
    await correctFutureTimes(db);
    await reviewCooldowns({ db, log });
    for (const { id, lostCount } of await takeBackExpired(db, MAX_LOST))
      log.warn({ queue_item_id: id, lost_count: lostCount }, 'a claim expired; the item is back in the queue');
    for (const item of await listHopeless(db, MAX_LOST))
      if (await dropLost(db, item))
        log.error({ queue_item_id: item.id }, 'an item was dropped because its claims keep expiring');
  }

  /** Runs do not wait for a disabled source, a cooldown or disabled scholars. Their items stay queued and continue after the run. */
  async #skipRuns({ hasWaitingRun, hasDisabled, isInCooldown }: QueueState): Promise<void> {
    const { db, config } = this.#services;
    if (!hasWaitingRun) return;
    if (!config.googleScholar.enabled) await endWaitingRuns(db, 'source_disabled');
    else if (isInCooldown) await endWaitingRuns(db, 'cooldown');
    else if (hasDisabled) await endWaitingRuns(db, 'disabled');
  }

  #work(item: ClaimedItem, crawl: () => Promise<void>): void {
    this.#loop.run(() => crawl().catch((error: unknown) => this.#giveBack(item, error)));
  }

  /** Returns the item of a page that could not be saved. If that fails too, the claim expires. */
  async #giveBack(item: ClaimedItem, error: unknown): Promise<void> {
    const { db, log, config } = this.#services;
    log.warn({ err: error, queue_item_id: item.id }, 'a page could not be settled; its item is back in the queue');
    // After a lost connection the item is due at once. After an unexpected error it waits, so that the page is not requested in a loop.
    const seconds = isTransient(error) ? 0 : config.ingestion.continuationBaseDelaySeconds;
    await pause(RETRY_MS, this.#loop.stopping);
    await giveBackClaim(db, item, seconds).catch((other: unknown) =>
      log.warn({ err: other, queue_item_id: item.id }, 'an item could not be returned; its claim will expire'),
    );
  }
}

/** The interval between requests, with the margin for requests that leave late. */
function paceOf({ config }: Services): RequestPace {
  const { minRequestDelaySeconds: floorSeconds, freshMinutes } = config.ingestion;
  return { slotSeconds: floorSeconds + marginOf(floorSeconds), freshMinutes };
}
