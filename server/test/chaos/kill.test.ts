import { setTimeout as delay } from 'node:timers/promises';
import { between, pick, randomFrom } from '@lectern/sandbox';
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
} from '../jobs/crawl-world.ts';
import { describeRows, expectSameRows } from '../jobs/describe-rows.ts';
import { startServiceProcess } from '../jobs/service-process.ts';

/**
 * CHAOS_KILLS sets the number of kills, and CHAOS_SEED repeats the pauses of an earlier run. test/jobs/kill.test.ts is
 * the short test for every change.
 */
const KILLS = Number(process.env.CHAOS_KILLS ?? 200);
const SEED = process.env.CHAOS_SEED ?? String(Date.now());
const PATIENCE_SECONDS = 600;
const random = randomFrom(`kill ${SEED}`);

/** Twenty scholars with about 5,000 publications. */
const SIZE: WorldSize = {
  scholars: 20,
  publicationsOf: (number) => 156 + number * 9,
  env: { INGESTION_PAGE_SIZE: '20', INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.06', PROFILE_FRESH_MINUTES: '0' },
};
/** Slows down crawling, because three workers would finish too soon. */
const SLOW = { ...SIZE.env, INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.3' };

async function hasWork({ service: { db } }: World): Promise<boolean> {
  return (await sql`select from queue_items limit 1`.execute(db)).rows.length > 0;
}

/** Kills the whole service soon after zero to six requests. */
async function killAlone(world: World): Promise<number> {
  const life = startServiceProcess(world.service, SIZE.env);
  await life.ready;
  await untilRequested(world, between(random, 0, 6));
  await delay(between(random, 0, 150));
  await life.kill();
  return 1;
}

/** Kills the whole service during its start or just after it. */
async function killAtStart({ service }: World): Promise<number> {
  const life = startServiceProcess(service, SIZE.env);
  await delay(between(random, 0, 2000));
  await life.kill();
  return 1;
}

/** Runs three workers and an API. Sometimes kills a worker and starts another one. At the end it kills all at once. */
async function killWorkers(world: World, kills: number): Promise<number> {
  const { service } = world;
  const api = startServiceProcess(service, SIZE.env, 'api.js');
  const startWorker = () => startServiceProcess(service, SLOW, 'worker.js');
  const workers = [startWorker(), startWorker(), startWorker()];
  await Promise.all([api, ...workers].map(({ ready }) => ready));
  let killed = 0;
  while (killed < kills && (await hasWork(world))) {
    await delay(between(random, 0, 700));
    const victim = pick(random, workers);
    await victim.kill();
    killed += 1;
    const next = startWorker();
    workers.splice(workers.indexOf(victim), 1, next);
    if (random() < 0.5) await next.ready;
  }
  await Promise.all([api, ...workers].map((process) => process.kill()));
  return killed + workers.length;
}

/** Lets the restarted processes finish their work, and adds new work. */
async function startRound(world: World, runIds: readonly number[], round: number): Promise<number[]> {
  const life = startServiceProcess(world.service, SIZE.env);
  await finish(world, runIds, PATIENCE_SECONDS);
  await life.kill();
  return startRuns(world, `${round}`);
}

test(`${KILLS} kills during crawls do not change the resulting rows`, async () => {
  console.log(`CHAOS_SEED=${SEED}`);
  const killed = await makeWorld(SIZE, 0);
  const { sandbox, db } = killed.service;
  await trackAll(killed);
  let runIds: number[] = [];
  let rounds = 0;
  let kills = 0;
  let busy = 0;
  while (kills < KILLS) {
    // half of the kills happen during the first crawls, the others during runs, however slow the machine is
    if ((rounds === 0 && kills >= KILLS / 2) || !(await hasWork(killed))) {
      rounds += 1;
      runIds = await startRound(killed, runIds, rounds);
    }
    const requested = sandbox.requestCount();
    const before = kills;
    const dice = random();
    if (dice < 0.1) kills += await killAtStart(killed);
    else if (dice < 0.9) kills += await killAlone(killed);
    else kills += await killWorkers(killed, 5);
    if (sandbox.requestCount() > requested) busy += kills - before;
    if (Math.floor(kills / 20) > Math.floor(before / 20))
      console.log(
        `${kills} kills, ${busy} among requests; ${rounds} rounds of runs, ${sandbox.requestCount()} requests`,
      );
  }
  const last = startServiceProcess(killed.service, SIZE.env);
  await finish(killed, runIds, PATIENCE_SECONDS);
  expect(await last.terminate()).toMatchObject({ exitCode: 0 });

  const calm = await makeWorld(SIZE, 1);
  await trackAll(calm);
  await finish(calm, [], PATIENCE_SECONDS);
  for (let round = 1; round <= rounds; round += 1)
    await finish(calm, await startRuns(calm, `${round}`), PATIENCE_SECONDS);

  const rows = await describeRows(db);
  expectSameRows(rows, await describeRows(calm.service.db));
  expect(rows.publications?.length).toBeGreaterThan(4700);
  const doubled = await sql`select key from records group by source, key having count(*) > 1`.execute(db);
  expect(doubled.rows, 'keys that lead to two publications').toEqual([]);
  expect(rows.runs).toHaveLength(2 * rounds);
  for (const run of rows.runs ?? [])
    expect(run).toMatchObject({ status: 'success', scholar_count: 14, new_publication_count: 42 });
  expect(busy, 'kills of processes that had sent requests to the source').toBeGreaterThan(KILLS / 4);
});
