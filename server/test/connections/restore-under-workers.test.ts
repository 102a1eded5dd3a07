import { expect, onTestFinished, test, vi } from 'vitest';
import { startServiceProcess } from '../jobs/service-process.ts';
import { dumpOf, makeFolder, restoreTo, skipWithoutPostgresTools } from '../support/dumps.ts';
import { profileId, startService } from '../support/service.ts';
import { makeTestDatabase } from '../support/test-database.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';

vi.setConfig({ testTimeout: 300_000 });

skipWithoutPostgresTools();

const ENV = { INGESTION_PAGE_SIZE: '20', INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.3' };

test('after a restore during crawls all work of the backup is done, and no late response for the replaced database is saved', async () => {
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
  await Promise.all(workers.map(({ ready }) => ready));
  await until(async () => expect(await countOf()).toBeGreaterThan(60));
  await restoreTo(database.url, file, { mayReplace: true });
  await until(async () => expect((await admin.ok('GET', '/scholars')).scholars).toHaveLength(2));
  for (const number of [6, 7, 8]) await track(admin, profileId(number));

  expect(await untilQueueIsDone(admin, 120), 'dropped items').toEqual([]);
  const { scholars } = await admin.ok('GET', '/scholars');
  const found: Record<string, number> = {};
  for (const { id, scholar_id } of scholars) found[scholar_id] = await countOf(`?scholar_profile_id=${id}`);
  expect(found).toEqual(Object.fromEntries([1, 2, 6, 7, 8].map((number) => [profileId(number), 40 + number])));
  expect(await countOf()).toBe(5 * 40 + 1 + 2 + 6 + 7 + 8);
  for (const worker of workers) {
    expect(worker.output()).not.toMatch(/There is no job|Unsupported task/);
    expect(await worker.terminate()).toMatchObject({ exitCode: 0 });
  }
});
