import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServiceProcess } from '../../jobs/service-process.ts';
import { profileId, type Service, startService } from '../../support/service.ts';
import { type SilentProxy, startSilentProxy } from '../../support/silent-proxy.ts';
import { makeTestDatabase } from '../../support/test-database.ts';
import { until, untilQueueIsDone } from '../../support/wait.ts';

vi.setConfig({ testTimeout: 400_000 });

const SCHOLARS = 4;
const PUBLICATIONS = 200;
/** 40 pages, one each second. */
const ENV = { INGESTION_PAGE_SIZE: '20', INGESTION_MIN_REQUEST_DELAY_SECONDS: '1' };
const TARGET_SECONDS = 60;

/** An API process that reaches the database without a proxy, and scholars whose crawls take most of a minute. */
async function startCrawl(): Promise<{ service: Service; databaseUrl: string }> {
  const database = await makeTestDatabase();
  onTestFinished(database.drop);
  const service = await startService({
    sources: 'google_scholar',
    workers: 0,
    env: ENV,
    databaseUrl: database.url,
  });
  for (let number = 1; number <= SCHOLARS; number += 1) {
    service.sandbox.addScholar(profileId(number), PUBLICATIONS);
    await service.track(service.admin, profileId(number));
  }
  return { service, databaseUrl: database.url };
}

async function startWorker(service: Service, proxy?: SilentProxy) {
  const worker = startServiceProcess(service, { ...ENV, ...(proxy ? { DATABASE_URL: proxy.url } : {}) }, 'worker.js');
  await worker.ready;
  return worker;
}

async function countSaved({ admin }: Service): Promise<number> {
  return (await admin.ok('GET', '/publications')).total_count;
}

/** Waits until pages are saved. */
async function untilSaved(service: Service, pages: number): Promise<void> {
  const before = await countSaved(service);
  await until(async () => expect(await countSaved(service)).toBeGreaterThanOrEqual(before + 20 * pages));
}

/**
 * Measures the time until three more pages are saved after a fault, and waits until the crawl ends: each scholar once,
 * no item dropped.
 */
async function expectCrawlGoesOn(service: Service, name: string): Promise<void> {
  // a page in progress when the fault began does not count
  await delay(3000);
  const begunAt = performance.now() - 3000;
  const before = await countSaved(service);
  await until(async () => expect(await countSaved(service)).toBeGreaterThanOrEqual(before + 60), TARGET_SECONDS - 3);
  console.log(`${name}: three pages were saved within ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
}

async function expectAllDone(service: Service): Promise<void> {
  expect(await untilQueueIsDone(service.admin, 250), 'dropped items').toEqual([]);
  expect(await countSaved(service)).toBe(SCHOLARS * PUBLICATIONS);
}

test('a worker with half-open connections continues to crawl within a minute', async () => {
  const { service, databaseUrl } = await startCrawl();
  const proxy = await startSilentProxy(databaseUrl);
  await startWorker(service, proxy);
  await untilSaved(service, 2);
  await proxy.silenceOpen();
  await expectCrawlGoesOn(service, 'half-open connections');
  await expectAllDone(service);
});

test('if the machine of a worker disappears, the others continue within a minute and take over its work', async () => {
  const { service, databaseUrl } = await startCrawl();
  const proxy = await startSilentProxy(databaseUrl);
  const lost = await startWorker(service, proxy);
  await untilSaved(service, 2);
  await startWorker(service);
  await untilSaved(service, 1);
  await proxy.silenceAll();
  lost.child.kill('SIGSTOP');
  await expectCrawlGoesOn(service, 'a lost machine');
  await expectAllDone(service);
});

test('if a worker is frozen, the others continue within a minute; when it resumes, it changes nothing', async () => {
  const { service } = await startCrawl();
  const frozen = await startWorker(service);
  await untilSaved(service, 2);
  await startWorker(service);
  await untilSaved(service, 1);
  frozen.child.kill('SIGSTOP');
  await expectCrawlGoesOn(service, 'a frozen worker');
  frozen.child.kill('SIGCONT');
  await expectAllDone(service);
  expect(await frozen.terminate()).toMatchObject({ exitCode: 0 });
});

test('a worker continues to crawl within a minute after its database hung for 45 seconds', async () => {
  const { service, databaseUrl } = await startCrawl();
  const proxy = await startSilentProxy(databaseUrl);
  const worker = await startWorker(service, proxy);
  await untilSaved(service, 2);
  await proxy.silenceAll();
  await delay(45_000);
  await proxy.wake();
  await expectCrawlGoesOn(service, 'a database that hung');
  await expectAllDone(service);
  expect(await worker.terminate()).toMatchObject({ exitCode: 0 });
});
