import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claimNext } from '../../src/crawling/claim-store.ts';
import { googleScholar } from '../../src/crawling/crawled-source.ts';
import { handleResponse } from '../../src/crawling/handle-response.ts';
import { createSourceState } from '../../src/sources/store.ts';
import { makeWorkDue, runJob } from '../support/due.ts';
import { replay } from '../support/enrichment.ts';
import { profileId, serviceOfFile } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';

const ONE = profileId(1);
const TWO = profileId(2);
const TEN_A_PAGE = { INGESTION_PAGE_SIZE: '10', PROFILE_FULL_CRAWL_DAYS: '0' };
const openService = serviceOfFile({ sources: 'google_scholar', env: TEN_A_PAGE });
const openWithoutWorker = serviceOfFile({ sources: 'google_scholar', workers: 0 });

test('a cancel stops the run before its next request: the page in progress changes nothing, and the queue is empty', async () => {
  const { sandbox, admin, newUser, collect, startWorker } = await openService();
  await startWorker();
  for (const id of [ONE, TWO]) sandbox.addScholar(id, 30);
  await collect(admin, [ONE, TWO]);
  sandbox.addPublication(ONE, { title: 'Seen too late', italic: null });
  for (const id of [ONE, TWO]) sandbox.setFault(id, { kind: 'hang', times: 1 });
  const { run_id } = await admin.ok('POST', '/runs/manual');
  await until(async () => expect(sandbox.requestCount()).toBeGreaterThan(6));
  await (await newUser('other')).fails(404, 'run_not_found', 'POST', `/runs/${run_id}/cancel`);
  const detail = await admin.ok('POST', `/runs/${run_id}/cancel`);
  expect(detail.run).toMatchObject({ id: run_id, status: 'canceled', new_publication_count: 0 });
  expect(detail.run.end_dt).not.toBeNull();
  for (const result of detail.scholar_results) {
    expect(result).toMatchObject({
      outcome: 'skipped',
      state: null,
      state_reason: 'canceled',
      continuation_enqueued: false,
    });
  }
  const again = await admin.fails(409, 'run_not_cancelable', 'POST', `/runs/${run_id}/cancel`);
  expect(again.error.details).toEqual({ run_id, status: 'canceled' });
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toEqual([]);
  const requested = sandbox.requestCount();
  sandbox.release();
  // the workers are idle when they do other work
  const third = profileId(3);
  sandbox.addScholar(third, 5);
  await collect(admin, [third]);
  expect(sandbox.requestCount()).toBe(requested + 1);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(65);
  expect((await replay(admin, run_id)).slice(-3)).toMatchObject([
    { event: 'scholar_progress', data: { visited: 0, finished: 2, total: 2 } },
    { event: 'run_status', data: { status: 'canceled' } },
    { event: 'run_complete', data: { status: 'canceled' } },
  ]);
});

test('a cancel leaves the items that the run took over in the queue, and removes those that failed in it', async () => {
  const { sandbox, admin, track, collect, db } = await openService();
  for (const id of [ONE, TWO, profileId(3)]) sandbox.addScholar(id, 30);
  await collect(admin, [TWO, profileId(3)]);
  sandbox.setFault(ONE, { kind: 'layout', times: 1 });
  await track(admin, ONE);
  const items = async () => (await admin.ok('GET', '/runs/queue/items')).queue_items;
  await until(async () => expect(await items()).toMatchObject([{ attempt_count: 1, status: 'queued' }]));
  const [before] = await items();
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  sandbox.setFault(TWO, { kind: 'layout' });
  sandbox.setFault(profileId(3), { kind: 'hang', times: 1 });
  const { run_id } = await admin.ok('POST', '/runs/manual');
  await until(async () => {
    const { summary } = await admin.ok('GET', `/runs/${run_id}`);
    expect(summary.failed_state_counts).toEqual({ layout_changed: 1 });
    expect(await items()).toHaveLength(3);
  });
  await admin.ok('POST', `/runs/${run_id}/cancel`);
  const [after, ...others] = await items();
  expect(others).toEqual([]);
  expect(after, 'its page is still being requested').toMatchObject({
    id: before.id,
    status: 'retrying',
    reason: 'retry',
  });
  const { run, scholar_results } = await admin.ok('GET', `/runs/${run_id}`);
  expect(run).toMatchObject({ status: 'canceled', failed_count: 1 });
  expect(
    scholar_results.map((one: { outcome: string; continuation_enqueued: boolean }) => [
      one.outcome,
      one.continuation_enqueued,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['failed', false],
      ['skipped', true],
      ['skipped', false],
    ]),
  );
  sandbox.setFault(TWO, null);
  sandbox.release();
  await makeWorkDue(db);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(90);
  expect(sandbox.requests.filter(({ profileId }) => profileId === ONE).length, 'the page in progress was saved').toBe(
    4,
  );
  expect(await admin.ok('GET', `/runs/${run_id}`), 'the run does not change any more').toMatchObject({
    run,
    scholar_results,
  });
});

test('a response for a removed item still reports whether the source blocks us', async () => {
  const { sandbox, admin, track, services } = await openWithoutWorker();
  sandbox.addScholar(ONE, 5);
  const id = await track(admin, ONE);
  const source = googleScholar(services);
  await createSourceState(services.db, source.name);
  const item = await claimNext(services.db, { ...source.pace, slotSeconds: 0, freshMinutes: 0 });
  if (!item) throw new Error('there is nothing to claim');
  await admin.ok('DELETE', `/scholars/${id}`);
  const isPaused = async () => (await admin.ok('GET', '/runs')).safety_state.cooldown_active;
  await handleResponse(services, source, item, { kind: 'blocked', reason: 'signin', retryAfterSeconds: null });
  expect(await isPaused(), 'a sign-in page may mean that there is no such profile').toBe(false);
  await handleResponse(services, source, item, { kind: 'blocked', reason: 'captcha', retryAfterSeconds: null });
  expect(await isPaused()).toBe(true);
});

test('a run without work is ended', async () => {
  const { sandbox, admin, collect, db } = await openService();
  sandbox.addScholar(ONE, 5);
  await collect(admin, [ONE]);
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  const { run_id } = await admin.ok('POST', '/runs/manual');
  await until(async () => expect(sandbox.requestCount()).toBe(2));
  await sql`delete from queue_items`.execute(db);
  await runJob(db, 'end-lost-runs');
  await until(async () => expect((await admin.ok('GET', `/runs/${run_id}`)).run.status).toBe('failed'));
  expect((await admin.ok('GET', `/runs/${run_id}`)).scholar_results).toMatchObject([
    { outcome: 'skipped', state_reason: 'lost' },
  ]);
});
