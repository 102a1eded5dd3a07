import { cpus } from 'node:os';
import type { Services } from '../src/platform/http/endpoint.ts';
import { takeTurn } from '../src/queue/take-turn.ts';
import { crawlPage } from '../src/runs/crawl-page.ts';
import { GOOGLE_SCHOLAR } from '../src/sources/source.ts';
import { median } from './measure.ts';

/** Does pages one after another, as one worker does; returns the median time of a page in ms, the fetch of the page included. */
export async function medianPageMs(services: Services, pages: number): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < pages; n += 1) {
    const begin = performance.now();
    const turn = await takeTurn(services.db, GOOGLE_SCHOLAR, 1, services.config.ingestion);
    if (turn.kind !== 'item') throw new Error(`no page to crawl, but ${turn.kind} after ${n}`);
    await crawlPage(services, turn, new AbortController().signal);
    taken.push(performance.now() - begin);
  }
  return median(taken);
}
void cpus;
