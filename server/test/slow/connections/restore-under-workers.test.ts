import { expect, onTestFinished, test, vi } from 'vitest';
import { startServiceProcess } from '../../jobs/service-process.ts';
import { ADMIN } from '../../support/admin.ts';
import { Client } from '../../support/client.ts';
import { dumpOf, makeFolder, restoreTo, skipWithoutPostgresTools } from '../../support/dumps.ts';
import { profileId, startService } from '../../support/service.ts';
import { makeTestDatabase } from '../../support/test-database.ts';
import { until, untilQueueIsDone } from '../../support/wait.ts';

vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

const ENV = { INGESTION_PAGE_SIZE: '20', INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.3' };

test('after a restore during crawls all work of the backup is done, no late response for the replaced database is saved, and the log of each process has one line about it', async () => {
  const database = await makeTestDatabase();
  onTestFinished(database.drop);
  const service = await startService({
    sources: 'google_scholar',
    workers: 0,
    env: ENV,
    databaseUrl: database.url,
  });
  const { admin, sandbox, track } = service;
  const countOf = async (query = '') => (await admin.ok('GET', `/publications${query}`)).total_count;
  for (let number = 1; number <= 8; number += 1) sandbox.addScholar(profileId(number), 40 + number);
  for (const number of [1, 2]) await track(admin, profileId(number));
  const file = await dumpOf(database.url, await makeFolder());

  // ids of scholars and queue items that are not in the dump, and that others will get
  for (const number of [3, 4, 5]) await track(admin, profileId(number));
  const workers = [1, 2].map(() => startServiceProcess(service, ENV, 'worker.js'));
  const api = startServiceProcess(service, ENV, 'api.js');
  await Promise.all([...workers, api].map(({ ready }) => ready));
  const visitor = await visit(api.url());
  await until(async () => expect(await countOf()).toBeGreaterThan(60));
  await restoreTo(database.url, file, { mayReplace: true, mayEndSessions: true });
  await until(async () => expect((await admin.ok('GET', '/scholars')).scholars).toHaveLength(2));
  for (const number of [6, 7, 8]) await track(admin, profileId(number));

  expect(await untilQueueIsDone(admin, 120), 'dropped items').toEqual([]);
  const { scholars } = await admin.ok('GET', '/scholars');
  const found: Record<string, number> = {};
  for (const { id, scholar_id } of scholars) found[scholar_id] = await countOf(`?scholar_profile_id=${id}`);
  expect(found).toEqual(Object.fromEntries([1, 2, 6, 7, 8].map((number) => [profileId(number), 40 + number])));
  expect(await countOf()).toBe(5 * 40 + 1 + 2 + 6 + 7 + 8);
  await visitor.leave();
  for (const process of [...workers, api]) {
    expect(await process.terminate()).toMatchObject({ exitCode: 0 });
    const lines = process
      .output()
      .split('\n')
      .map((line) => JSON.parse(line));
    const notices = lines.filter(({ level, msg }) => level !== 'info' || msg === 'connected to the database again');
    expect(notices, process.output()).toEqual([
      { level: 'warn', time: expect.any(String), ...LOST },
      { level: 'info', time: expect.any(String), msg: 'connected to the database again' },
    ]);
  }
});

const LOST = {
  msg: expect.stringMatching(/^the connection to the database was lost \(.+\); connecting again$/),
};

/** Requests health and an operation of the API, over and over. */
async function visit(url: string): Promise<{ leave(): Promise<void> }> {
  const client = new Client(url);
  await client.signIn(ADMIN.email, ADMIN.password);
  let isHere = true;
  const visiting = (async () => {
    while (isHere) await Promise.all(['/healthz', '/api/v1/scholars'].map((path) => client.raw('GET', path)));
  })();
  return {
    leave() {
      isHere = false;
      return visiting;
    },
  };
}
