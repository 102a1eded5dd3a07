import { setTimeout as delay } from 'node:timers/promises';
import { between, randomFrom } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  finish,
  makeWorld,
  startRuns,
  trackAll,
  untilRequested,
  type World,
  type WorldSize,
} from '../../jobs/crawl-world.ts';
import { describeRows, expectSameRows } from '../../jobs/describe-rows.ts';
import { noteRequests } from '../../jobs/request-notes.ts';
import { type Program, startServiceProcess } from '../../jobs/service-process.ts';
import { isLong, LONG_MS } from '../../support/is-long.ts';
import { profileId, startService } from '../../support/service.ts';
import { until, untilQueueIsDone } from '../../support/wait.ts';

const ENV = { INGESTION_PAGE_SIZE: '12', INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.03' };

/**
 * Ten scholars with about 400 publications on 45 pages, because the publications take time and the ends of pages are
 * what the test is about.
 */
const SIZE: WorldSize = {
  scholars: isLong ? 20 : 10,
  publicationsOf: (number) => (isLong ? 156 + number * 9 : 30 + number * 3),
  env: ENV,
};
/** what each of the two users tracks */
const TRACKED = SIZE.scholars * 0.7;

/** Kills during the first crawls and during the runs. Each costs the start of a process, so a change gets fewer. */
const [FIRST_KILLS, RUN_KILLS] = isLong ? [100, 100] : process.env.CI_FULL === undefined ? [3, 2] : [6, 4];

/**
 * Starts and kills the service repeatedly, each time with SIGKILL, up to 100 ms after zero to five requests. In a long
 * test some are killed during the start, and some are an API and three workers.
 */
async function killRepeatedly(world: World, kills: number, random: () => number): Promise<number> {
  const { service } = world;
  let requests = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = service.sandbox.requestCount();
    const programs = isLong && kill % 5 === 0 ? (['api.js', ...Array(3).fill('worker.js')] as Program[]) : undefined;
    const lives = (programs ?? ['all.js']).map((program) => startServiceProcess(service, ENV, program));
    if (isLong && kill % 10 === 1) await delay(random() * 2000);
    else {
      await Promise.all(lives.map(({ ready }) => ready));
      await untilRequested(world, between(random, 0, 5));
      await delay(random() * 100);
    }
    await Promise.all(lives.map((life) => life.kill()));
    if (service.sandbox.requestCount() > before) requests += 1;
  }
  return requests;
}

test('kills during crawls do not change the resulting rows', {
  timeout: LONG_MS,
}, async () => {
  const calm = await makeWorld(SIZE, 1);
  await trackAll(calm);
  await finish(calm);
  await finish(calm, await startRuns(calm));

  const seed = isLong ? (process.env.KILL_SEED ?? String(Date.now())) : 'kill';
  if (isLong) console.log(`KILL_SEED=${seed}`);
  const random = randomFrom(seed);
  const killed = await makeWorld(SIZE, 0);
  await trackAll(killed);
  const busy = await killRepeatedly(killed, FIRST_KILLS, random);
  const first = startServiceProcess(killed.service, ENV);
  await finish(killed);
  await first.kill();
  const runIds = await startRuns(killed);
  const busyRuns = await killRepeatedly(killed, RUN_KILLS, random);
  const last = startServiceProcess(killed.service, ENV);
  await finish(killed, runIds);
  expect(await last.terminate()).toMatchObject({ exitCode: 0 });

  const rows = await describeRows(killed.service.db);
  expectSameRows(rows, await describeRows(calm.service.db));
  expect(rows.publications?.length).toBeGreaterThan(400);
  expect(rows.runs).toMatchObject([
    { status: 'success', scholar_count: TRACKED, new_publication_count: 3 * TRACKED },
    { status: 'success', scholar_count: TRACKED, new_publication_count: 3 * TRACKED },
  ]);
  expect(busy + busyRuns, 'kills in mid-crawl').toBeGreaterThanOrEqual((FIRST_KILLS + RUN_KILLS) / 3);
});

test('SIGTERM during a crawl stops the process in order, and the crawl continues at the next start', {
  timeout: 600_000,
}, async () => {
  const world = await makeWorld(SIZE, 0);
  const { sandbox } = world.service;
  await trackAll(world);
  sandbox.setFault(profileId(2), { kind: 'hang', times: 1 });
  const process = startServiceProcess(world.service, ENV);
  await until(async () => expect(sandbox.requests.map((one) => one.profileId)).toContain(profileId(2)));
  const requested = sandbox.requestCount();
  await until(async () => expect(sandbox.requestCount()).toBeGreaterThan(requested + 3));
  const { exitCode, milliseconds } = await process.terminate();
  expect(exitCode, process.output()).toBe(0);
  expect(milliseconds).toBeLessThan(10_000);
  const left = await sql`select from queue_items where status = 'retrying'`.execute(world.service.db);
  expect(left.rows, 'what was under way went back').toEqual([]);
  sandbox.release();
  const next = startServiceProcess(world.service, ENV);
  await finish(world);
  expect(await next.terminate()).toMatchObject({ exitCode: 0 });
  expect((await world.service.admin.ok('GET', '/scholars')).scholars).toHaveLength(TRACKED);
  const { rows } = await sql<{ n: number }>`select count(*) as n from listings`.execute(world.service.db);
  expect(rows[0]?.n).toBe(sandbox.scholars.reduce((sum, { publications }) => sum + publications, 0));
});

test('a service continues automatically after all its database connections were closed', {
  timeout: 1_200_000,
}, async () => {
  const world = await makeWorld(SIZE, 0);
  const { db, sandbox } = world.service;
  await trackAll(world);
  const process = startServiceProcess(world.service, ENV);
  for (let cut = 1; cut <= 4; cut += 1) {
    const requested = sandbox.requestCount();
    await until(async () => expect(sandbox.requestCount()).toBeGreaterThan(requested + 4));
    const { rows } = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and application_name like 'lectern%'`.execute(db);
    expect(rows.length, 'the pool, the listener and the lease').toBeGreaterThan(2);
  }
  await finish(world);
  expect(process.child.exitCode, process.output()).toBeNull();
  const { rows } = await sql<{ n: number }>`select count(*) as n from listings`.execute(db);
  expect(rows[0]?.n).toBe(sandbox.scholars.reduce((sum, { publications }) => sum + publications, 0));
  expect(await process.terminate()).toMatchObject({ exitCode: 0 });
});

test('request slots of two processes are never closer than the minimum interval', { timeout: 600_000 }, async () => {
  const service = await startService({ sources: 'google_scholar', workers: 0 });
  const { sandbox, admin, track } = service;
  const notes = await noteRequests(service);
  for (let number = 1; number <= 10; number += 1) {
    sandbox.addScholar(profileId(number), 150);
    await track(admin, profileId(number));
  }
  const env = { INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.1' };
  const processes = [startServiceProcess(service, env), startServiceProcess(service, env)];
  await Promise.all(processes.map(({ ready }) => ready));
  await untilQueueIsDone(admin, 300);
  expect(sandbox.requests).toHaveLength(20);
  await notes.expectDistance(0.1);
});
