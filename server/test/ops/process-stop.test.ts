import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { Client } from '../support/client.ts';
import { findPostmaster } from '../support/embedded-openers.ts';
import { makeTestDatabase } from '../support/test-database.ts';
import { makeDataDir, runProgram } from './process-runner.ts';

const ACCOUNT = { email: 'first@lectern.example', password: 'the first phrase of all' };
const ADMIN = { BOOTSTRAP_ADMIN_EMAIL: ACCOUNT.email, BOOTSTRAP_ADMIN_PASSWORD: ACCOUNT.password };

/** Blocks every request that reads users, until `release`. */
async function lockUsers(
  url: string,
): Promise<{ release(): Promise<void>; isWaitedFor(times?: number): Promise<void> }> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  await client.query('begin');
  await client.query('lock table users in access exclusive mode');
  const release = async () => void (await client.query('rollback'));
  const isWaitedFor = async (times = 1) => {
    const waiting = 'select count(*)::int as n from pg_locks where not granted';
    while (((await client.query<{ n: number }>(waiting)).rows[0]?.n ?? 0) < times);
  };
  return { release, isWaitedFor };
}

test('a request under way is finished before the process ends', async () => {
  const database = await makeTestDatabase();
  const service = runProgram('all.js', { ...ADMIN, DATABASE_URL: database.url });
  const client = new Client(await service.url());
  await client.signIn(ACCOUNT.email, ACCOUNT.password);
  const lock = await lockUsers(database.url);
  const slow = client.call('GET', '/admin/users');
  await lock.isWaitedFor();
  const stopped = service.stop('SIGTERM');
  await service.says(/stopping at SIGTERM/);
  await lock.release();
  const answer = await slow;
  expect([answer.status, answer.data.users.length]).toEqual([200, 1]);
  const { code } = await stopped;
  expect([code, service.output().includes('"level":"error"')], service.output()).toEqual([0, false]);
  await database.drop();
});

test('requests that never finish do not delay the end: a stuck query of a client or a job, or a body that never arrives', async () => {
  const dataDir = await makeDataDir();
  const service = runProgram('all.js', { ...ADMIN, DATA_DIR: dataDir, SCHEDULER_TICK_SECONDS: '1' });
  const url = new URL(await service.url());
  const client = new Client(url.origin);
  await client.signIn(ACCOUNT.email, ACCOUNT.password);
  const host = encodeURIComponent(join(dataDir, 'socket'));
  const lock = await lockUsers(`postgresql:///lectern?host=${host}&port=5432&user=lectern&sslmode=disable`);
  const stuck = client.call('GET', '/admin/users').then(
    ({ status }) => status,
    () => 'cut off',
  );
  await lock.isWaitedFor(2);
  const halfway = connect(Number(url.port), url.hostname);
  // a reset counts as an end, like a close
  halfway.resume().on('error', () => undefined);
  const cut = new Promise((resolve) => halfway.once('close', resolve));
  halfway.write(
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  const { code, ms } = await service.stop('SIGINT');
  expect(code, service.output()).toBe(0);
  expect(ms).toBeLessThan(9500);
  expect(await stuck).toBe('cut off');
  await cut;
  expect(await findPostmaster(dataDir)).toBeUndefined();
});

test('an interrupted start leaves no PostgreSQL running', async () => {
  const dataDir = await makeDataDir();
  const service = runProgram('all.js', { DATA_DIR: dataDir });
  await service.says(/The data is in/);
  expect((await service.stop('SIGTERM')).code, service.output()).toBe(0);
  expect(await findPostmaster(dataDir)).toBeUndefined();
});
