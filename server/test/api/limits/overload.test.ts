import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { Client } from '../../support/client.ts';
import { serveLimited, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

/** Repeats the request until the response has this status. */
async function untilStatus(client: Client, status: number): Promise<Awaited<ReturnType<Client['call']>>> {
  for (;;) {
    const answer = await client.call('GET', '/auth/me');
    if (answer.status === status) return answer;
    await wait(50);
  }
}

function expectRefusal({ status, error, headers }: Awaited<ReturnType<Client['call']>>): void {
  expect([status, error.code]).toEqual([503, 'not_ready']);
  expect(error.message).toBe('The service is too busy. Try again in a moment.');
  expect(error.details.retry_after_seconds).toBeGreaterThanOrEqual(2);
  expect(error.details.retry_after_seconds).toBeLessThanOrEqual(6);
  expect(headers.get('retry-after')).toBe(String(error.details.retry_after_seconds));
}

test('while all database connections are in use, requests are rejected at once and healthz responds; afterwards requests succeed', async () => {
  const service = await openService();
  const { url } = await serveLimited(service, { poolWaitMs: 300 });
  const client = Object.assign(new Client(url), { cookies: service.admin.cookies });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  onTestFinished(() => release());
  const held = Array.from({ length: 10 }, () =>
    service.db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection);
      await released;
    }),
  );
  const first = client.call('GET', '/auth/me');
  const requested = performance.now();
  const refused = await untilStatusOfLater(client);
  expectRefusal(refused);
  expect(performance.now() - requested, 'nobody waits for the time limit of the pool').toBeLessThan(14_000);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/setup`)).status, 'whatever is requested').toBe(503);
  release();
  await Promise.all(held);
  expect((await first).status, 'who waited already').toBe(200);
  await untilStatus(client, 200);
  expect(service.log()).toContain('"reason":"no database connection is free"');
  expect(service.log()).toContain('requests are accepted again');
});

/** Sends requests that wait for a connection until the first is rejected. */
async function untilStatusOfLater(client: Client) {
  for (;;) {
    const patience = new AbortController();
    const answer = client.call('GET', '/auth/me');
    const found = await Promise.race([answer, wait(100, null, { signal: patience.signal }).catch(() => null)]);
    patience.abort();
    if (found !== null) return found;
    answer.catch(() => undefined);
  }
}

test('while the event loop is slow several times in a row, requests are rejected and healthz responds; a single slow iteration is tolerated', async () => {
  const service = await openService();
  const { url } = await serveLimited(service, { loopDelayMs: 100 });
  const client = Object.assign(new Client(url), { cookies: service.admin.cookies });
  let isBusy = true;
  const turn = () => {
    block(500);
    if (isBusy) setImmediate(turn);
  };
  onTestFinished(() => {
    isBusy = false;
  });
  block(1000);
  expect((await client.call('GET', '/auth/me')).status).toBe(200);
  turn();
  expectRefusal(await untilStatus(client, 503));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  isBusy = false;
  await untilStatus(client, 200);
  expect(service.log()).toContain('"reason":"the event loop is slow"');
});

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
