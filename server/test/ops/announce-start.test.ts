import { expect, onTestFinished, test, vi } from 'vitest';
import { createFirstAdmin } from '../../src/accounts/set-up.ts';
import { announceStart } from '../../src/start/announce-start.ts';
import { openServices } from '../support/open-services.ts';
import { stopClock } from '../support/stop-clock.ts';
import { makeTestDatabase } from '../support/test-database.ts';

const TEN_MINUTES_MS = 10 * 60_000;
const LINK = /http:\/\/localhost:8000\/setup#token=[\w-]+/g;

async function open(env: Record<string, string>) {
  const database = await makeTestDatabase();
  const services = await openServices(database.url, { GOOGLE_SCHOLAR_BASE_URL: 'http://127.0.0.1:9', ...env });
  onTestFinished(async () => {
    await services.close();
    await database.drop();
  });
  return services;
}

test('the set-up link is repeated every ten minutes until it is used', async () => {
  const services = await open({ LOG_FORMAT: 'json' });
  stopClock('Interval');
  const links = () => services.written().match(LINK) ?? [];
  await announceStart(services, 'http://0.0.0.0:8000');
  expect(links()).toHaveLength(1);
  for (const count of [2, 3]) {
    vi.advanceTimersByTime(TEN_MINUTES_MS);
    await expect.poll(links).toHaveLength(count);
  }
  expect(new Set(links()).size).toBe(1);
  await createFirstAdmin(services.db, { email: 'first@x.example', password: 'the first phrase of all' });
  const ended = vi.spyOn(globalThis, 'clearInterval');
  vi.advanceTimersByTime(TEN_MINUTES_MS);
  await expect.poll(() => ended).toHaveBeenCalled();
  expect(links()).toHaveLength(3);
});

test('in a terminal one block has the version, the address, the link and the place of the data', async () => {
  const services = await open({ LOG_FORMAT: 'pretty' });
  await announceStart(services, 'http://0.0.0.0:8000');
  const [line = ''] = services.written().split('\n');
  const { msg } = JSON.parse(line) as { msg: string };
  expect(msg).toMatch(/Lectern \d+\.\d+\.\d+ is running/);
  expect(msg).toMatch(/^ +Address +http:\/\/localhost:8000$/m);
  expect(msg).toMatch(/^ +Set up +http:\/\/localhost:8000\/setup#token=[\w-]+$/m);
  expect(msg).toMatch(/^ +Data +the PostgreSQL in DATABASE_URL$/m);
});
