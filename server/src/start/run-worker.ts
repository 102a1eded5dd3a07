import { makeChannelLoop } from '../channels/channel-loop.ts';
import { makeSenders } from '../channels/senders.ts';
import { CrawlLoop } from '../crawling/crawl-loop.ts';
import { crawledSources } from '../crawling/crawled-source.ts';
import { readStalledSeconds } from '../metrics/tally-store.ts';
import { pause } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Services } from '../platform/services.ts';
import { WorkerState } from '../platform/worker-state.ts';
import { makeBackgroundLoop } from './background-loop.ts';

/** How long to wait for work that may be stuck in a query. Its requests are aborted a second earlier. */
const END_WITHIN_MS = 5000;

/**
 * Does the background work until it is stopped. The claims of work that does not end in time expire, as after a kill.
 */
export function runWorker(services: Services): { stop(): Promise<void> } {
  const loops = [
    ...crawledSources(services).map((source) => new CrawlLoop(services, source)),
    makeBackgroundLoop(services),
    makeChannelLoop(services, makeSenders(services)),
  ];
  for (const loop of loops) loop.start();
  return {
    async stop() {
      const ended = new AbortController();
      const end = Promise.all(loops.map((loop) => loop.stop())).finally(() => ended.abort());
      await Promise.race([end, pause(END_WITHIN_MS, ended.signal)]);
    },
  };
}

/** The state of a process's background work. */
export function makeWorkerState(config: Config): WorkerState {
  return new WorkerState((db, atLeastSeconds) => readStalledSeconds(db, config, atLeastSeconds));
}
