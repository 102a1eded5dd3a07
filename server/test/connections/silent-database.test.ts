import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { Notifications } from '../../src/platform/database/notifications.ts';
import { startService } from '../support/service.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { makeTestDatabase } from '../support/test-database.ts';

/** Less than the limits of the driver and of statements, and more than a loaded machine needs. */
const LATE_MS = 15_000;

async function startBehindProxy(options: Parameters<typeof startService>[0] = {}) {
  const database = await makeTestDatabase();
  onTestFinished(database.drop);
  const proxy = await startSilentProxy(database.url);
  const service = await startService({ ...options, databaseUrl: proxy.url });
  return { database, proxy, service };
}

/** The status of the response, and its time in milliseconds. */
async function time(request: Promise<{ status: number }>): Promise<{ status: number; milliseconds: number }> {
  const begunAt = performance.now();
  const { status } = await request;
  return { status, milliseconds: performance.now() - begunAt };
}

test('while the database hangs every request gets 503 within five seconds, and 200 again after it', async () => {
  const { proxy, service } = await startBehindProxy();
  const ask = () => time(service.admin.call('GET', '/publications'));
  const askHealth = () => time(fetch(`${service.url}/healthz`));
  expect(await ask()).toMatchObject({ status: 200 });
  // more than there are connections, some of which are open already
  await Promise.all(Array.from({ length: 6 }, ask));
  await proxy.silenceAll();
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all([askHealth(), ...Array.from({ length: 30 }, ask)]);
    for (const { status, milliseconds } of answers) {
      expect(status).toBe(503);
      expect(milliseconds).toBeLessThan(LATE_MS);
    }
  }
  await proxy.wake();
  await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(200);
  expect(await askHealth()).toMatchObject({ status: 200 });
});

test('a request on a silent connection fails within five seconds, and the next requests succeed', async () => {
  const { proxy, service } = await startBehindProxy();
  const ask = () => time(service.admin.call('GET', '/publications'));
  await Promise.all(Array.from({ length: 6 }, ask));
  await proxy.silenceOpen();
  const first = await ask();
  expect(first).toMatchObject({ status: 503 });
  expect(first.milliseconds).toBeLessThan(LATE_MS);
  // the other connections were idle, and were closed with the lost one
  for (let round = 0; round < 6; round += 1) {
    const next = await ask();
    expect(next).toMatchObject({ status: 200 });
    expect(next.milliseconds).toBeLessThan(LATE_MS);
  }
});

test('a slow statement continues, and ends at the statement timeout of its connection', async () => {
  const { url, drop } = await makeTestDatabase({ empty: true });
  onTestFinished(drop);
  const { db, close } = connectDatabase({ url, maxConnections: 2, name: 'test', onError: () => undefined });
  onTestFinished(close);
  expect((await sql`select pg_sleep(6)`.execute(db)).rows).toHaveLength(1);
  const settings = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')
    order by name`.execute(db);
  expect(settings.rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '15000' },
    { name: 'statement_timeout', setting: '30000' },
  ]);
});

test('a large statement that a slow network still transmits is not lost', async () => {
  const { url, drop } = await makeTestDatabase({ empty: true });
  onTestFinished(drop);
  const proxy = await startSilentProxy(url);
  const { db, close } = connectDatabase({
    url: proxy.url,
    maxConnections: 1,
    name: 'test',
    onError: () => undefined,
  });
  onTestFinished(close);
  await sql`select`.execute(db);
  await proxy.silenceOpen();
  // more than the buffers of the connection take
  const text = 'x'.repeat(50_000_000);
  const response = sql<{ length: number }>`select length(${text})`.execute(db);
  // longer than a connection may be silent whose statement arrived
  await Promise.all([response, delay(8000).then(proxy.wake)]);
  expect((await response).rows).toEqual([{ length: text.length }]);
});

test('notifications arrive again after their connection became silent', async () => {
  const { url, drop } = await makeTestDatabase({ empty: true });
  onTestFinished(drop);
  const proxy = await startSilentProxy(url);
  const notifications = new Notifications(proxy.url, () => undefined);
  onTestFinished(() => notifications.close());
  let gaps = 0;
  const heard: string[] = [];
  notifications.subscribe(
    'words',
    (payload) => void heard.push(payload),
    () => {
      gaps += 1;
    },
  );
  await expect.poll(() => gaps, { timeout: 60_000 }).toBe(1);
  await proxy.silenceOpen();
  await expect.poll(() => gaps, { timeout: 60_000 }).toBe(2);
  const { db, close } = connectDatabase({ url, maxConnections: 1, name: 'test', onError: () => undefined });
  onTestFinished(close);
  await sql`select pg_notify('words', 'one')`.execute(db);
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual(['one']);
});
