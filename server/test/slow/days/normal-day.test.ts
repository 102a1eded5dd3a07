import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServiceProcess } from '../../jobs/service-process.ts';
import { runProgram } from '../../ops/process-runner.ts';
import { ADMIN } from '../../support/admin.ts';
import { Client } from '../../support/client.ts';
import { makeFolder, skipWithoutPostgresTools } from '../../support/dumps.ts';
import { query } from '../../support/embedded-openers.ts';
import { openHttpSink } from '../../support/http-sink.ts';
import { profileId, startService } from '../../support/service.ts';
import { makeTestDatabase, withDatabase } from '../../support/test-database.ts';
import { until, untilEnded, untilQueueIsDone } from '../../support/wait.ts';

vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

const [ONE, TWO] = [profileId(1), profileId(2)];
/** Long enough for the first polls of a worker. */
const QUIET_MS = 2000;
const TIME = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';

test('the log of a day has a sentence for each thing that happened, the requests of the API, and nothing else', async () => {
  const service = await startService({ sources: 'google_scholar', workers: 0 });
  const sink = await openHttpSink();
  onTestFinished(sink.close);
  const dataDir = await makeFolder();
  const { sandbox } = service;
  sandbox.addScholar(ONE, 3);
  sandbox.addScholar(TWO, 2);
  const day = startServiceProcess(service, {
    DATA_DIR: dataDir,
    BACKUP_SCHEDULE: '0 0 1 1 *',
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0',
    INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS: '2',
    OUTBOUND_ALLOW_HOSTS: new URL(sink.origin).host,
  });
  await day.ready;
  const admin = new Client(day.url());
  await admin.signIn(ADMIN.email, ADMIN.password);
  const says = (words: RegExp) => until(async () => expect(day.output()).toMatch(words));

  const page = await (await fetch(day.url(), { headers: { accept: 'text/html' } })).text();
  const assets = page.match(/\/assets\/[\w.-]+/g) ?? [];
  expect(assets).not.toEqual([]);
  for (const path of [...assets, '/healthz']) expect((await fetch(day.url() + path)).status).toBe(200);

  await service.collect(admin, [ONE, TWO]);
  const filter = { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] };
  const schedule = { frequency: 'at_once', hour: 7, weekdays: [1], time_zone: 'UTC' };
  const hook = { kind: 'webhook', name: 'Secret name', target: { url: `${sink.origin}/secret` }, filter, schedule };
  const { channel } = await admin.ok('POST', '/channels', { body: hook, status: 201 });

  for (const title of ['The first paper of the day', 'The second paper of the day'])
    sandbox.addPublication(ONE, { title });
  await untilEnded(admin, (await admin.ok('POST', '/runs/manual')).run_id);
  await until(async () => {
    // a channel waits two minutes for more news
    await sql`update channels set next_at = next_at - interval '2 minutes'`.execute(service.db);
    expect(day.output()).toMatch(/sent a message by webhook.*\n(.*\n)*.*sent a message by webhook/);
  });
  sandbox.setFault('google_scholar', { kind: 'captcha', times: 1 });
  await untilEnded(admin, (await admin.ok('POST', '/runs/manual')).run_id);
  await says(/no longer paused/);
  await untilQueueIsDone(admin);
  await says(/made a scheduled backup/);
  await says(/run 2 ended/);
  expect(await day.terminate()).toMatchObject({ exitCode: 0 });

  const lines = day
    .output()
    .split('\n')
    .map((line) => JSON.parse(line));
  const requests = lines.filter((line) => 'route' in line);
  expect(requests.filter(({ route }) => /^\/assets|^\/healthz|\.(js|css|svg|png)$/.test(route))).toEqual([]);
  expect(requests.map(({ route }) => route)).toContain('/api/v1/scholars');
  const others = lines.filter((line) => !('route' in line));
  expect([...new Set(others.map(({ level }) => level))]).toEqual(['info']);
  const sentences = others.map(({ msg }) => msg as string);
  const expected = [
    /^Lectern \S+ is starting$/,
    /^Lectern listens on http:/,
    /^Lectern \S+ is running$/,
    new RegExp(`^scholar \\d+ was added: ${ONE} at Google Scholar$`),
    new RegExp(`^scholar \\d+ was added: ${TWO} at Google Scholar$`),
    /^run 1 ended: 2 new publications for 1 scholar$/,
    new RegExp(`^channel ${channel.id} sent a message by webhook: publication\\.new$`),
    new RegExp(`^channel ${channel.id} sent a message by webhook: publication\\.new$`),
    new RegExp(`^Google Scholar is paused until ${TIME} \\(captcha\\)$`),
    /^run 2 ended: nothing new for 2 scholars, 1 profile blocked(, 1 profile skipped)?$/,
    /^Google Scholar is no longer paused$/,
    new RegExp(`^made a scheduled backup: ${join(dataDir, 'backups')}/scheduled_\\w+\\.dump \\(\\d+\\.\\d MB\\)$`),
    /^stopping at SIGTERM$/,
    /^stopped$/,
  ];
  expect(sentences.filter((sentence) => !expected.some((words) => words.test(sentence)))).toEqual([]);
  expect(sentences, sentences.join('\n')).toHaveLength(expected.length);
  for (const words of expected) expect(sentences.join('\n')).toMatch(new RegExp(words.source, 'm'));
  expect(sentences.slice(0, 3).every((sentence, at) => expected[at]?.test(sentence))).toBe(true);
  expect(sentences.slice(-2)).toEqual(['stopping at SIGTERM', 'stopped']);
  expect(day.output()).not.toMatch(/Secret name|\/secret/);
});

test('an unhealthy /healthz stays visible, and an outage is one line without a stack', async () => {
  const database = await makeTestDatabase();
  const { pathname } = new URL(database.url);
  const name = pathname.slice(1);
  const server = withDatabase(database.url, 'postgres');
  const allow = (isAllowed: boolean) => query(server, `alter database "${name}" with allow_connections ${isAllowed}`);
  const service = runProgram('all.js', { DATABASE_URL: database.url });
  const health = `${await service.url()}/healthz`;
  await service.says(/There is no user yet/);
  await allow(false);
  await query(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  const readHealth = async () => (await fetch(health)).status;
  await until(async () => expect(await readHealth()).toBe(503));
  await service.says(/"route":"\/healthz","status":503/);
  await allow(true);
  await service.says(/connected to the database again/);
  await until(async () => expect(await readHealth()).toBe(200));
  expect((await service.stop('SIGTERM')).code).toBe(0);
  await database.drop();
  expect(service.output().match(/"level":"warn"/g)).toHaveLength(1);
  expect(service.output()).toMatch(/"level":"warn".*the connection to the database was lost/);
  expect(service.output()).not.toMatch(/"stack"|"level":"error"|"route":"\/healthz","status":200/);
});

for (const program of ['all.js', 'api.js'] as const)
  test(`each start of ${program} ends with the set-up link until it was used, in both formats of the log`, async () => {
    const database = await makeTestDatabase();
    onTestFinished(database.drop);
    const links: string[] = [];
    for (const format of ['json', 'pretty']) {
      const service = runProgram(program, { DATABASE_URL: database.url, LOG_FORMAT: format });
      const link = await service.says(/http:\/\/127\.0\.0\.1:\d+\/setup#token=[\w-]+/);
      await pause(QUIET_MS);
      const [before = '', after = ''] = service.output().split(link);
      expect(before).toMatch(/Lectern \S+ is running/);
      // the rest of its line, or of its block
      expect(after.trim()).toBe(format === 'json' ? '"}' : 'Open this link to create the administrator.');
      expect((await service.stop('SIGTERM')).code).toBe(0);
      expect(service.output().trimEnd()).toMatch(/stopped("\})?$/);
      links.push(link);
    }
    expect(new Set(links).size).toBe(2);
    const administrator = { BOOTSTRAP_ADMIN_EMAIL: ADMIN.email, BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password };
    const last = runProgram(program, { DATABASE_URL: database.url, ...administrator });
    await last.says(/is running/);
    await pause(QUIET_MS);
    expect(last.output()).not.toContain('/setup');
  });
