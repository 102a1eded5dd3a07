import { expect, onTestFinished, test, vi } from 'vitest';
import { createFirstAdmin, makeSetupToken } from '../../src/accounts/set-up.ts';
import type { Services } from '../../src/platform/services.ts';
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

const started = async ({ db }: Services) => ({
  url: 'http://0.0.0.0:8000',
  setupToken: await makeSetupToken(db),
});

test('the set-up link is repeated every ten minutes until it is used', async () => {
  const services = await open({ LOG_FORMAT: 'json' });
  stopClock('Interval');
  const links = () => services.written().match(LINK) ?? [];
  announceStart(services, await started(services));
  expect(links()).toHaveLength(1);
  for (const count of [2, 3]) {
    vi.advanceTimersByTime(TEN_MINUTES_MS);
    await expect.poll(links).toHaveLength(count);
  }
  expect(new Set(links()).size).toBe(1);
  await createFirstAdmin(services, { email: 'first@x.example', password: 'the first phrase of all' });
  const ended = vi.spyOn(globalThis, 'clearInterval');
  vi.advanceTimersByTime(TEN_MINUTES_MS);
  await expect.poll(() => ended).toHaveBeenCalled();
  expect(links()).toHaveLength(3);
});

test('in a terminal one block has the version, the address, the account of the demo, the place of the data, and the link at its end', async () => {
  const services = await open({ LOG_FORMAT: 'pretty' });
  announceStart(services, await started(services), { 'Sign in': 'demo@x.example' });
  const [line = '', ...others] = services.written().trimEnd().split('\n');
  expect(others).toEqual([]);
  const { msg } = JSON.parse(line) as { msg: string };
  const lines = msg.trimEnd().split('\n').slice(2);
  expect(lines).toEqual([
    expect.stringMatching(/^ {4}Lectern \S+ is running\. Ctrl\+C stops it\.$/),
    '',
    '    Address   http://localhost:8000',
    '    Sign in   demo@x.example',
    '    Data      the PostgreSQL in DATABASE_URL',
    expect.stringMatching(/^ {4}Set up {4}http:\/\/localhost:8000\/setup#token=[\w-]+$/),
    '              Open this link to create the administrator.',
  ]);
});

test('in JSON one line has the same as fields, and the link is in the last line', async () => {
  const services = await open({ LOG_FORMAT: 'json' });
  announceStart(services, await started(services), { 'Sign in': 'demo@x.example' });
  const [running, invitation, ...others] = services
    .written()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(running).toMatchObject({ address: 'http://localhost:8000', sign_in: 'demo@x.example' });
  expect(running.msg).toMatch(/^Lectern \S+ is running$/);
  expect(invitation.msg).toMatch(/There is no user yet\. .*http:\/\/localhost:8000\/setup#token=[\w-]+$/);
  expect(others).toEqual([]);
});
