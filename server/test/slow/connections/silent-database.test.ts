import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase, forLongStatements } from '../../../src/platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../src/platform/database/database-errors.ts';
import { Notifications } from '../../../src/platform/database/notifications.ts';
import { queryTimeoutMs } from '../../../src/platform/database/session-settings.ts';
import { startService } from '../../support/service.ts';
import { startSilentProxy } from '../../support/silent-proxy.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

/** How long a query waits in these tests; in production 30 seconds. */
const TIMEOUT_MS = 3000;
/** Less than that in production, and more than a loaded machine needs. */
const LATE_MS = 20_000;

async function startBehindProxy() {
  const database = await makeTestDatabase();
  onTestFinished(database.drop);
  const proxy = await startSilentProxy(database.url);
  const service = await startService({ databaseUrl: proxy.url, timeoutMs: TIMEOUT_MS });
  return { proxy, service };
}

/** The status of the response, and its time in milliseconds. */
async function time(request: Promise<{ status: number }>): Promise<{ status: number; milliseconds: number }> {
  const begunAt = performance.now();
  const { status } = await request;
  return { status, milliseconds: performance.now() - begunAt };
}

test('while the database hangs every request gets 503 within the limit, and 200 again after it', async () => {
  const { proxy, service } = await startBehindProxy();
  const requestList = () => time(service.admin.call('GET', '/publications'));
  const requestHealth = () => time(fetch(`${service.url}/healthz`));
  expect(await requestList()).toMatchObject({ status: 200 });
  // more than there are connections, some of which are open already
  await Promise.all(Array.from({ length: 6 }, requestList));
  await proxy.silenceAll();
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all([requestHealth(), ...Array.from({ length: 30 }, requestList)]);
    for (const { status, milliseconds } of answers) {
      expect(status).toBe(503);
      expect(milliseconds).toBeLessThan(LATE_MS);
    }
  }
  await proxy.wake();
  await expect.poll(async () => (await requestList()).status, { timeout: 60_000 }).toBe(200);
  expect(await requestHealth()).toMatchObject({ status: 200 });
});

test('a request on a silent connection fails within the limit, and the next requests succeed', async () => {
  const { proxy, service } = await startBehindProxy();
  const requestList = () => time(service.admin.call('GET', '/publications'));
  await Promise.all(Array.from({ length: 6 }, requestList));
  await proxy.silenceOpen();
  const first = await requestList();
  expect(first).toMatchObject({ status: 503 });
  expect(first.milliseconds).toBeLessThan(LATE_MS);
  // the other connections were idle, and were closed with the lost one
  for (let round = 0; round < 6; round += 1) {
    const next = await requestList();
    expect(next).toMatchObject({ status: 200 });
    expect(next.milliseconds).toBeLessThan(LATE_MS);
  }
});

test('a statement ends at its own limit before its connection counts as lost, which takes at most 30 seconds', async () => {
  const { url, drop } = await makeTestDatabase({ empty: true });
  onTestFinished(drop);
  const { db, close } = connectDatabase({ url, maxConnections: 2, name: 'test', onError: () => undefined });
  onTestFinished(close);
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout')
    order by name`.execute(db);
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '15000' },
    { name: 'statement_timeout', setting: '25000' },
  ]);
  expect(queryTimeoutMs('service')).toBe(30_000);
});

test('a query of a long job may wait longer, and a connection whose query waited too long is not used again', async () => {
  const { url, drop } = await makeTestDatabase({ empty: true });
  onTestFinished(drop);
  const options = { url, maxConnections: 1, name: 'test', onError: () => undefined, timeoutMs: 1000 };
  const { db, close } = connectDatabase(options);
  onTestFinished(close);
  const readId = async () => (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(db)).rows[0]?.id;
  const first = await readId();
  expect((await sql`select pg_sleep(2)`.execute(forLongStatements(db))).rows).toHaveLength(1);
  expect(await readId()).toBe(first);
  const late = db.transaction().execute((tx) => sql`select pg_sleep(60)`.execute(tx));
  await expect(late).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await readId()).not.toBe(first);
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
