import { expect, test } from 'vitest';
import { profileId, serviceOfFile, startService } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'google_scholar' });

test("a user's request delay affects only that user's requests", async () => {
  const { sandbox, admin, newUser, track, startWorker, db } = await startService({
    sources: 'google_scholar',
    workers: 0,
  });
  const other = await newUser('other');
  for (const number of [1, 2]) sandbox.addScholar(profileId(number), 250);
  await db.updateTable('user_settings').set({ request_delay_seconds: 2 }).where('user_id', '=', other.userId).execute();
  await track(other, profileId(1));
  await track(admin, profileId(2));
  await startWorker();
  await untilQueueIsDone(other);
  const timesOf = (id: string) => sandbox.requests.filter((one) => one.profileId === id).map(({ at }) => at);
  const [first = 0, second = 0, third = 0] = timesOf(profileId(1));
  // on a busy machine, a request is only seen some time after it was allowed
  expect(second - first).toBeGreaterThanOrEqual(1000);
  expect(third - second).toBeGreaterThanOrEqual(1000);
  expect(Math.max(...timesOf(profileId(2))), 'the other user is long done').toBeLessThan(third);
});

test('a user with twenty scholars does not delay a user with one', async () => {
  const { sandbox, admin, newUser, track, startWorker } = await startService({
    sources: 'google_scholar',
    workers: 0,
    env: { INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.2' },
  });
  const other = await newUser('other');
  for (let number = 1; number <= 20; number += 1) {
    sandbox.addScholar(profileId(number), 110);
    await track(admin, profileId(number));
  }
  const only = profileId(21);
  sandbox.addScholar(only, 250);
  await track(other, only);
  await startWorker();
  await untilQueueIsDone(other);
  const order = sandbox.requests.map((request) => request.profileId);
  expect(order.filter((id) => id === only)).toHaveLength(3);
  // while a page of this user is saved, others get request slots; their number depends on the machine, but never
  // reaches the forty pages that were queued first
  expect(order.lastIndexOf(only), 'turns go round').toBeLessThan(35);
  await untilQueueIsDone(admin);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(2200);
});

test('an item with a slow page is not taken over while its worker lives', async () => {
  const { sandbox, admin, track, startWorker, db } = await openService();
  sandbox.addScholar(profileId(1), 20);
  sandbox.setFault(profileId(1), { kind: 'hang', times: 1 });
  await track(admin, profileId(1));
  await until(async () => expect(sandbox.requestCount()).toBe(1));
  // a second process releases expired claims at its start
  await startWorker();
  const claimed = db.selectFrom('queue_items').select(['status', 'claim_number']);
  expect(await claimed.execute()).toEqual([{ status: 'retrying', claim_number: 1 }]);
  expect((await admin.ok('GET', '/scholars')).scholars[0].crawl.state).toBe('running');
  sandbox.release();
  await untilQueueIsDone(admin);
  expect(sandbox.requestCount()).toBe(1);
});
