import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startServiceProcess } from '../jobs/service-process.ts';
import { Client } from '../support/client.ts';
import { findPostmaster } from '../support/embedded-openers.ts';
import { ADMIN, profileId, startService } from '../support/service.ts';
import { until, untilEnded } from '../support/wait.ts';
import { makeDataDir, runProgram } from './process-runner.ts';

const ENV = { SESSION_COOKIE_SECURE: '0', INGESTION_MIN_REQUEST_DELAY_SECONDS: '0', SCHEDULER_TICK_SECONDS: '1' };
/** A process that does not end in order within 9.5 seconds ends with 1. */
const IN_ORDER = { exitCode: 0 };
/** This file starts twelve processes, one after another, possibly on a slow machine. */
const timeout = 240_000;

test('an API and two workers share the work; workers start, stop and are killed, and the API keeps responding', {
  timeout,
}, async () => {
  const service = await startService({ sources: 'google_scholar', workers: 0 });
  const { sandbox, db } = service;
  const start = (program: 'api.js' | 'worker.js') => startServiceProcess(service, ENV, program);
  const [api, first, second] = [start('api.js'), start('worker.js'), start('worker.js')];
  await Promise.all([api.ready, first.ready, second.ready]);
  const client = new Client(api.url());
  await client.signIn(ADMIN.email, ADMIN.password);
  for (const number of [1, 2, 3, 4]) sandbox.addScholar(profileId(number), 250);
  await service.collect(client, [profileId(1), profileId(2)]);
  expect((await client.ok('GET', '/publications')).total_count).toBe(500);

  // one ends in the middle of a run, perhaps during a request, and the other continues
  sandbox.setFault(profileId(1), { kind: 'hang', times: 1 });
  const requested = sandbox.requestCount();
  await client.ok('POST', '/runs/manual', { status: 201 });
  await until(async () => expect(sandbox.requestCount()).toBeGreaterThan(requested));
  expect(await first.terminate(), first.output()).toMatchObject(IN_ORDER);
  sandbox.release();
  const { runs } = await client.ok('GET', '/runs');
  expect((await untilEnded(client, runs[0].id)).run.status).toBe('success');

  // no worker is left, but the API accepts work
  await second.kill();
  await client.ok('POST', '/scholars', { body: { scholar_id: profileId(3) }, status: 201 });
  const [third, fourth] = [start('worker.js'), start('worker.js')];
  await Promise.all([third.ready, fourth.ready]);
  await service.collect(client, [profileId(4)]);
  await sql`update user_settings set auto_run_enabled = true`.execute(db);
  await sql`update runs set start_dt = start_dt - interval '2 days'`.execute(db);
  await until(async () => {
    const { runs } = await client.ok('GET', '/runs');
    expect(runs).toMatchObject([{ trigger_type: 'scheduled', status: 'success' }, { trigger_type: 'manual' }]);
  });
  expect((await client.ok('GET', '/publications')).total_count).toBe(1000);
  await Promise.all(
    [third, fourth, api].map(async (process) => {
      expect(await process.terminate(), process.output()).toMatchObject(IN_ORDER);
      expect(process.output()).not.toMatch(/"level":"(error|fatal)"/);
    }),
  );
  const left = await sql`select from queue_items where status <> 'queued'`.execute(db);
  expect(left.rows).toEqual([]);
});

test('an API and a worker share one embedded PostgreSQL, in whatever order they come, die and go', {
  timeout,
}, async () => {
  const dataDir = await makeDataDir();
  const account = { BOOTSTRAP_ADMIN_EMAIL: ADMIN.email, BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password };
  const startApi = () => runProgram('api.js', { ...account, DATA_DIR: dataDir });
  const startWorker = () => runProgram('worker.js', { DATA_DIR: dataDir });
  const works = /The worker is running/;
  // if the process that owns PostgreSQL ends, another one starts it again, which takes a moment
  const serves = (url: string) =>
    until(async () => {
      const client = new Client(url);
      await client.signIn(ADMIN.email, ADMIN.password);
      await client.ok('GET', '/runs');
    }, 100);

  const api = startApi();
  await api.url();
  const worker = startWorker();
  await worker.says(works);
  await worker.stop('SIGKILL');
  await serves(await api.url());
  const heir = startWorker();
  await heir.says(works);
  await api.stop('SIGKILL');
  const secondApi = startApi();
  await serves(await secondApi.url());
  expect((await heir.stop('SIGTERM')).code, heir.output()).toBe(0);
  await serves(await secondApi.url());
  await secondApi.stop('SIGKILL');
  await until(async () => expect(await findPostmaster(dataDir)).toBeUndefined(), 100);

  const [lastWorker, lastApi] = [startWorker(), startApi()];
  await Promise.all([lastWorker.says(works), lastApi.url()]);
  expect((await lastApi.stop('SIGTERM')).code, lastApi.output()).toBe(0);
  expect((await lastWorker.stop('SIGTERM')).code, lastWorker.output()).toBe(0);
  expect(await findPostmaster(dataDir)).toBeUndefined();
});

test('with SIGTERM for all at once, the embedded PostgreSQL stops too', { timeout }, async () => {
  const dataDir = await makeDataDir();
  const all = [
    runProgram('worker.js', { DATA_DIR: dataDir }),
    runProgram('api.js', { DATA_DIR: dataDir }),
    runProgram('worker.js', { DATA_DIR: dataDir }),
  ];
  await Promise.all(all.map((process) => process.says(/Lectern listens|The worker is running/)));
  const ends = await Promise.all(all.map((process) => process.stop('SIGTERM')));
  ends.forEach(({ code }, at) => {
    expect(code, all[at]?.output()).toBe(0);
  });
  expect(await findPostmaster(dataDir)).toBeUndefined();
});
