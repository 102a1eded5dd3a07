import type { Services } from '../platform/services.ts';
import { POLL_MS, RETRY_MS, WorkLoop } from '../platform/work-loop.ts';
import { reviewCooldowns } from '../sources/cooldown.ts';
import { createSourceState } from '../sources/store.ts';
import {
  claimFresh,
  claimNext,
  listHopeless,
  type QueueState,
  readQueueState,
  takeBackExpired,
} from './claim-store.ts';
import { crawlPage } from './crawl-page.ts';
import type { CrawledSource } from './crawled-source.ts';
import { dropLost } from './handle-failure.ts';
import type { ClaimedItem } from './queue-item.ts';
import { giveBackClaim } from './queue-store.ts';
import { endWaitingRuns } from './run-progress.ts';
import { hasScholarsToSkip } from './run-result-store.ts';
import { useFreshCrawl } from './use-fresh-crawl.ts';

/** Triggers notify this channel whenever an item may have become due. */
const CHANNEL = 'crawl_work';
/** How often expired claims are looked for while nothing is due. */
const REVIEW_MS = 1000;
/** An item whose claims expired this often in a row is dropped, because its page may be what crashes the workers. */
const MAX_LOST = 5;

/**
 * Claims and crawls pages of one source until it is stopped. Any number of processes may run one. It sleeps until a
 * notification or the next due time, at most five seconds.
 */
export class CrawlLoop {
  readonly #services: Services;
  readonly #source: CrawledSource;
  readonly #loop: WorkLoop;
  #reviewedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services, source: CrawledSource) {
    this.#services = services;
    this.#source = source;
    this.#loop = new WorkLoop(services, { name: `crawl ${source.name}`, channel: CHANNEL, poll: () => this.#poll() });
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
    const { db } = this.#services;
    const { pace, isEnabled, concurrency } = this.#source;
    if (this.#loop.runningCount >= concurrency) {
      await this.#loop.untilOneEnds();
      return 0;
    }
    if (performance.now() - this.#reviewedAt > POLL_MS) await this.#review();
    if (isEnabled) {
      const fresh = await claimFresh(db, pace);
      if (fresh) {
        this.#work(fresh, () => useFreshCrawl(this.#services, fresh));
        return 0;
      }
      const claimedAt = performance.now();
      const item = await claimNext(db, pace);
      if (item) {
        this.#work(item, () => crawlPage(this.#services, this.#source, { item, claimedAt, signal: this.#loop.signal }));
        return 0;
      }
    }
    if (performance.now() - this.#reviewedAt > REVIEW_MS) await this.#review();
    const state = await readQueueState(db, pace);
    await this.#skipRuns(state);
    if (!isEnabled || state.dueInMs === null) return POLL_MS;
    return Math.min(POLL_MS, Math.max(RETRY_MS, Math.ceil(state.dueInMs)));
  }

  /**
   * Requeues items whose claims expired, and ends cooldowns. Ends the wait of runs for disabled scholars, and for days
   * if another source was queried.
   */
  async #review(): Promise<void> {
    const { db, log } = this.#services;
    const { name } = this.#source;
    this.#reviewedAt = performance.now();
    await createSourceState(db, name);
    await reviewCooldowns({ db, log });
    for (const { id, lostCount } of await takeBackExpired(db, name, MAX_LOST))
      log.warn({ queue_item_id: id, lost_count: lostCount }, 'a claim expired; the item is back in the queue');
    for (const item of await listHopeless(db, name, MAX_LOST))
      if (await dropLost(db, item))
        log.error({ queue_item_id: item.id }, 'an item was dropped because its claims keep expiring');
    for (const reason of ['disabled', 'later'] as const)
      if (await hasScholarsToSkip(db, name, reason)) await endWaitingRuns(db, name, reason);
  }

  /** Runs do not wait for a disabled source or a cooldown. Their items stay queued and continue after the run. */
  async #skipRuns({ hasWaitingRun, isInCooldown }: QueueState): Promise<void> {
    const { db } = this.#services;
    const { name, isEnabled } = this.#source;
    if (!hasWaitingRun) return;
    if (!isEnabled) await endWaitingRuns(db, name, 'source_disabled');
    else if (isInCooldown) await endWaitingRuns(db, name, 'cooldown');
  }

  /** A page that could not be saved returns its item to the queue. All others have done so, or ended it. */
  #work(item: ClaimedItem, crawl: () => Promise<void>): void {
    const { db, config } = this.#services;
    this.#loop.runClaimed({
      name: `queue item ${item.id}`,
      claimedAt: performance.now(),
      run: () => crawl().then(() => null),
      release: (rest) => giveBackClaim(db, item, rest),
      errorRestSeconds: config.ingestion.continuationBaseDelaySeconds,
    });
  }
}
