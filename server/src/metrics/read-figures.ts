import { pause } from '../platform/clock.ts';
import type { Figure } from '../platform/metrics.ts';
import type { Services } from '../platform/services.ts';
import { VERSION } from '../platform/version.ts';
import { describeSources } from '../sources/describe-sources.ts';
import { listSourceFacts } from '../sources/source-facts-store.ts';
import { figuresOfDatabase, figuresOfProcess, type PoolState, type Reading } from './figures.ts';
import { readStalledSeconds } from './stalled-work-store.ts';
import { readTallies, readWithin } from './tally-store.ts';

/** A scrape within this time gets the figures of the previous one. */
const FRESH_MS = 5000;
const STATEMENT_MS = 2000;
/** How long a scrape waits. If the pool is exhausted or the server is down, no statement begins. */
const READ_WITHIN_MS = 3000;

/**
 * Returns a function that reads the figures of this process and of the database. However many clients scrape, the
 * database is read at most once every few seconds. If it does not respond in time, its figures are missing and those of
 * the process are still there.
 */
export function figureReader({ db, config, log, worker }: Services, pool: PoolState): () => Promise<Figure[]> {
  let kept: { reading: Reading; at: number } | null = null;
  let underWay: Promise<Reading | null> | null = null;
  const read = async (): Promise<Reading | null> => {
    try {
      const reading = await readWithin(db, STATEMENT_MS, async (tx) => ({
        tallies: await readTallies(tx),
        stalledSeconds: await readStalledSeconds(tx, config),
        sources: describeSources(config, await listSourceFacts(tx)),
      }));
      kept = { reading, at: performance.now() };
      return reading;
    } catch (error) {
      log.warn({ err: error }, 'the figures of the database could not be read');
      return null;
    } finally {
      underWay = null;
    }
  };
  return async () => {
    let reading = kept && performance.now() - kept.at < FRESH_MS ? kept.reading : null;
    if (!reading) {
      underWay ??= read();
      const inTime = new AbortController();
      reading = await Promise.race([underWay, pause(READ_WITHIN_MS, inTime.signal).then(() => null)]);
      inTime.abort();
    }
    return [
      ...figuresOfProcess(VERSION, pool, { isUp: reading !== null, lastJobFinishedAt: worker?.lastFinishedAt ?? null }),
      ...(reading ? figuresOfDatabase(reading) : []),
    ];
  };
}
