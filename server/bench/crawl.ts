import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../src/platform/services.ts';
import { openInside } from './inside.ts';
import { above, below, type Figure, forComparison, median, medianMs } from './measure.ts';
import { type PageStandIn, startPageStandIn } from './page-stand-in.ts';
import { load } from './product.ts';
import { startService } from './service-process.ts';
import { Session } from './session.ts';

const { claimNext } = await load<typeof import('../src/crawling/claim-store.ts')>('crawling/claim-store.js');
const { crawlPage } = await load<typeof import('../src/crawling/crawl-page.ts')>('crawling/crawl-page.js');
const { googleScholar } = await load<typeof import('../src/crawling/crawled-source.ts')>('crawling/crawled-source.js');
const { startRun } = await load<typeof import('../src/runs/start-run.ts')>('runs/start-run.js');
const { trackScholar } = await load<typeof import('../src/crawling/track-scholar.ts')>('crawling/track-scholar.js');

const USER = 1;
const PAGES = 200;
const SCHOLARS = 1000;

/**
 * Measures the time of a page without waiting, and the pages per second of one service, with a stand-in that responds
 * from memory.
 */
export async function benchCrawling(): Promise<Figure[]> {
  const standIn = await startPageStandIn();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const env = {
    GOOGLE_SCHOLAR_BASE_URL: standIn.origin,
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0',
    PROFILE_FRESH_MINUTES: '0',
  };
  try {
    await (await startService(dataDir, env)).stop();
    return [...(await measureOverhead(standIn, dataDir, env)), ...(await measureRun(standIn, dataDir, env))];
  } finally {
    await standIn.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Crawls pages one after another in this process, as one worker does. Subtracts the time of a bare fetch of the same
 * pages.
 */
async function measureOverhead(standIn: PageStandIn, dataDir: string, env: Record<string, string>): Promise<Figure[]> {
  const { services, close } = await openInside(dataDir, env);
  await sql`update user_settings set request_delay_seconds = 0`.execute(services.db);
  await track(services, 0, PAGES);
  const allNew = await medianPageMs(services, PAGES);
  await sql`vacuum analyze`.execute(services.db);
  await startRun(services, USER, null);
  const known = await medianPageMs(services, PAGES);
  const fetched = await medianFetchMs(standIn);
  // queued enrichment must not be part of the next figure
  await sql`update enrichment set source = null`.execute(services.db);
  await close();
  return [
    below('a crawled page besides waiting, 100 rows, all new (median)', allNew - fetched, 'ms', 20),
    below('a crawled page besides waiting, nothing new (median)', known - fetched, 'ms', 5),
    forComparison('bare fetch of such a page from the stand-in', fetched, 'ms'),
  ];
}

/** The median time to claim, request and save a page, for so many queued pages without a delay between requests. */
export async function medianPageMs(services: Services, pages: number): Promise<number> {
  const taken: number[] = [];
  const source = googleScholar(services);
  const pace = { ...source.pace, slotSeconds: 0, freshMinutes: 0 };
  for (let n = 0; n < pages; n += 1) {
    const begin = performance.now();
    const item = await claimNext(services.db, pace);
    if (!item) throw new Error(`no page to crawl after ${n}`);
    await crawlPage(services, source, { item, claimedAt: begin, signal: new AbortController().signal });
    taken.push(performance.now() - begin);
  }
  return median(taken);
}

/**
 * The median time of a bare request for a page of the stand-in, which is the part of a crawled page that is waiting.
 */
export function medianFetchMs(standIn: PageStandIn): Promise<number> {
  const get = async () => (await fetch(`${standIn.origin}/citations?user=${idOf(1)}`)).text();
  return medianMs(get, { times: 100, warmUp: 20 });
}

/** Measures a whole service: first crawls of a thousand scholars, then a run that finds nothing new. */
async function measureRun(standIn: PageStandIn, dataDir: string, env: Record<string, string>): Promise<Figure[]> {
  const { services, close } = await openInside(dataDir, env);
  await track(services, PAGES, SCHOLARS);
  const service = await startService(dataDir, env);
  const session = await new Session(service.url).signIn();
  const open = async () =>
    (await sql`select from queue_items where status <> 'dropped' limit 1`.execute(services.db)).rows.length > 0;
  const collecting = await seconds(async () => {
    while (await open()) await pause(100);
  });
  await sql`vacuum analyze`.execute(services.db);
  const before = standIn.requestCount();
  const running = await seconds(async () => {
    const { run_id } = await session.call<{ run_id: number }>('POST', '/runs/manual');
    const ended = async () =>
      (await sql`select from runs where id = ${run_id} and end_dt is not null`.execute(services.db)).rows.length > 0;
    while (!(await ended())) await pause(50);
  });
  const requested = standIn.requestCount() - before;
  await service.stop();
  await close();
  return [
    above(`a run of ${requested} scholars with nothing new, no delay, one worker`, requested / running, 'pages/s', 100),
    forComparison(
      `first crawls of ${SCHOLARS - PAGES} scholars with 100 new publications each`,
      (SCHOLARS - PAGES) / collecting,
      'pages/s',
    ),
  ];
}

async function track({ db }: Services, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) await trackScholar(db, USER, { scholarId: idOf(n), imageUrl: null });
}

function idOf(n: number): string {
  return `Bench${String(n).padStart(7, '0')}`;
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
