import { pause } from '../platform/clock.ts';
import { isPassing } from '../platform/database/is-database-away.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { POLL_MS, RETRY_MS, WorkLoop } from '../platform/work-loop.ts';
import { reviewCooldowns } from '../sources/cooldown.ts';
import { marginOf } from '../sources/slot-store.ts';
import {
  claimFresh,
  claimNext,
  listHopeless,
  mendClock,
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
import { useFreshLook } from './use-fresh-look.ts';

/** Notified by triggers on the tables whenever work may have become due. */
const CHANNEL = 'crawl_work';
/** Pages at once: while one is read or saved, others are claimed as fast as the source's rate limit allows. */
const CONCURRENCY = 6;
/** The claims of lost workers are looked for this often while nothing is due. */
const REVIEW_MS = 1000;
/** An item whose claims expired this often is dropped: its page may be what ends the workers. */
const MAX_LOST = 5;

/**
 * Claims and crawls pages until it is stopped; any number of processes may do so. It sleeps until a notification, the next due time or five
 * seconds.
 */
export class CrawlLoop {
  readonly #services: Services;
  readonly #pace: RequestPace;
  readonly #loop: WorkLoop;
  #reviewedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services) {
    this.#services = services;
    this.#pace = paceOf(services);
    this.#loop = new WorkLoop(services, { name: 'crawl', channel: CHANNEL, look: () => this.#look() });
  }

  start(): void {
    this.#loop.start();
  }

  /** Claims nothing more, and returns when the pages under way are saved or given back. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Claims one page if there is one to claim. Returns how long to sleep before the next look. */
  async #look(): Promise<number> {
    const { db, config } = this.#services;
    if (this.#loop.runningCount >= CONCURRENCY) {
      await this.#loop.untilOneEnds();
      return 0;
    }
    if (performance.now() - this.#reviewedAt > POLL_MS) await this.#review();
    if (config.googleScholar.enabled) {
      const fresh = await claimFresh(db, this.#pace);
      if (fresh) {
        this.#work(fresh, () => useFreshLook(this.#services, fresh));
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

  /** Takes back what other workers lost, ends cooldowns, and brings in order what a clock that was set back left in the future. */
  async #review(): Promise<void> {
    const { db, log } = this.#services;
    this.#reviewedAt = performance.now();
    await mendClock(db);
    await reviewCooldowns({ db, log });
    for (const { id, lostCount } of await takeBackExpired(db, MAX_LOST))
      log.warn({ queue_item_id: id, lost_count: lostCount }, 'a claim expired: the item goes back into the queue');
    for (const item of await listHopeless(db, MAX_LOST))
      if (await dropLost(db, item))
        log.error({ queue_item_id: item.id }, 'an item was dropped: its claims keep expiring');
  }

  /** Runs do not wait for a source that nobody requests anything from, nor for scholars that were disabled: the items go on after them. */
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

  /** A page that could not be settled goes back. If even that fails, its claim expires. */
  async #giveBack(item: ClaimedItem, error: unknown): Promise<void> {
    const { db, log, config } = this.#services;
    log.warn({ err: error, queue_item_id: item.id }, 'a page was given back');
    // with a new connection the work goes on at once; what has no explanation is not requested again and again
    const seconds = isPassing(error) ? 0 : config.ingestion.continuationBaseDelaySeconds;
    await pause(RETRY_MS, this.#loop.stopping);
    await giveBackClaim(db, item, seconds).catch((other: unknown) =>
      log.warn({ err: other, queue_item_id: item.id }, 'a page could not be given back: its claim expires'),
    );
  }
}

/** The intervals that requests keep, each with the margin for those that leave late. */
function paceOf({ config }: Services): RequestPace {
  const { minRequestDelaySeconds: floorSeconds, freshMinutes } = config.ingestion;
  return { slotSeconds: floorSeconds + marginOf(floorSeconds), freshMinutes };
}
