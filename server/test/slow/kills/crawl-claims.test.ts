import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startServiceProcess } from '../../jobs/service-process.ts';
import { profileId, startService } from '../../support/service.ts';
import { until, untilEnded, untilQueueIsDone } from '../../support/wait.ts';

const ENV = { INGESTION_PAGE_SIZE: '10', INGESTION_MIN_REQUEST_DELAY_SECONDS: '0' };

test('a worker that is killed or frozen during a page is replaced within a minute, and its late response changes nothing', {
  timeout: 300_000,
}, async () => {
  const service = await startService({ sources: 'google_scholar', workers: 0 });
  const { sandbox, admin, track } = service;
  const [killed, frozen] = [profileId(1), profileId(2)];
  for (const id of [killed, frozen]) {
    sandbox.addScholar(id, 25);
    sandbox.setFault(id, { kind: 'hang', times: 1 });
  }
  const startWorker = () => startServiceProcess(service, ENV, 'worker.js');
  const requested = (id: string) => sandbox.requests.filter((request) => request.profileId === id).length;
  const [first, second] = [startWorker(), startWorker()];
  await Promise.all([first.ready, second.ready]);
  await track(admin, killed);
  await until(async () => expect(requested(killed)).toBe(1));
  // either worker requests the second profile; both end during a page
  await track(admin, frozen);
  await until(async () => expect(requested(frozen)).toBe(1));
  first.child.kill('SIGSTOP');
  second.child.kill('SIGSTOP');
  const endedAt = performance.now();
  await second.kill();
  const third = startWorker();
  await third.ready;
  await until(async () => expect([requested(killed), requested(frozen)]).toEqual([4, 4]));
  expect(performance.now() - endedAt).toBeLessThan(120_000);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  const before = await admin.ok('GET', '/publications');
  expect(before.total_count).toBe(50);
  sandbox.release();
  first.child.kill('SIGCONT');
  // the killed worker may have had both pages
  const held = await sql<{ n: number }>`select count(*) as n from queue_items`.execute(service.db);
  expect(held.rows).toEqual([{ n: 0 }]);
  expect((await first.terminate()).exitCode, first.output()).toBe(0);
  expect(await admin.ok('GET', '/publications')).toEqual(before);
  expect(await third.terminate()).toMatchObject({ exitCode: 0 });
});

test('an item whose workers die repeatedly is dropped with a reason, and its run ends', async () => {
  const { sandbox, admin, collect, startWorker, db } = await startService({ sources: 'google_scholar' });
  sandbox.addScholar(profileId(1), 5);
  await collect(admin, [profileId(1)]);
  sandbox.setFault(profileId(1), { kind: 'hang', times: 1 });
  const { run_id } = await admin.ok('POST', '/runs/manual');
  await until(async () => expect(sandbox.requestCount()).toBe(2));
  await sql`update queue_items set lost_count = 4, claimed_until = now()`.execute(db);
  // a worker checks for expired claims as soon as it starts
  await startWorker();
  const { scholar_results } = await untilEnded(admin, run_id);
  expect(scholar_results).toMatchObject([{ outcome: 'failed', state: 'layout_changed', state_reason: 'worker_lost' }]);
  expect(await untilQueueIsDone(admin)).toMatchObject([{ status: 'dropped', dropped_reason: 'worker_lost' }]);
  sandbox.release();
});
