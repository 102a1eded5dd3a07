import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { makeWorkDue } from '../../support/due.ts';
import { profileId, startService } from '../../support/service.ts';
import { until, untilQueueIsDone } from '../../support/wait.ts';

const ONE = profileId(1);
const TWO = profileId(2);
const TAKEN_AWAY = 'this worker lost its claim';

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into by the test that asked for it
async function itemsOf(client: Client): Promise<any[]> {
  return (await client.ok('GET', '/runs/queue/items')).queue_items;
}

/** Waits until a scholar's only item is as wanted, and gives it. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into by the test that asked for it
async function untilItem(client: Client, scholarId: number, wanted: Record<string, unknown>): Promise<any> {
  return until(async () => {
    const mine = (await itemsOf(client)).filter((item) => item.scholar_profile_id === scholarId);
    expect(mine).toMatchObject([wanted]);
    return mine[0];
  });
}

test('work that failed is dropped, retried by hand, and done', async () => {
  const { sandbox, admin, track } = await startService({ sources: 'google_scholar' });
  sandbox.addScholar(ONE, 5);
  sandbox.setFault(ONE, { kind: 'layout' });
  const id = await track(admin, ONE);
  const failed = await untilItem(admin, id, { status: 'queued', attempt_count: 1, reason: 'retry' });
  expect(failed.last_error).toMatch(/^layout_changed: /);
  await admin.ok('POST', `/runs/queue/${failed.id}/drop`);
  sandbox.setFault(ONE, null);
  const retried = await admin.ok('POST', `/runs/queue/${failed.id}/retry`);
  expect(retried).toMatchObject({ id: failed.id, status: 'queued', attempt_count: 0, last_error: failed.last_error });
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(5);
});

test('a retry gives all attempts again', async () => {
  const { sandbox, admin, track } = await startService({
    sources: 'google_scholar',
    env: { INGESTION_CONTINUATION_MAX_ATTEMPTS: '3', INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '0' },
  });
  sandbox.addScholar(ONE, 5);
  sandbox.setFault(ONE, { kind: 'layout' });
  const id = await track(admin, ONE);
  const exhausted = { status: 'dropped', dropped_reason: 'attempts_exhausted', attempt_count: 3 };
  const item = await untilItem(admin, id, exhausted);
  await admin.ok('POST', `/runs/queue/${item.id}/retry`);
  await until(async () => expect(sandbox.requestCount()).toBe(6));
  expect(await untilItem(admin, id, exhausted)).toMatchObject({ id: item.id });
});

test('a crawl that was dropped half done goes on where it stood', async () => {
  const { sandbox, admin, track } = await startService({ sources: 'google_scholar' });
  sandbox.addScholar(ONE, 250);
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  const id = await track(admin, ONE);
  await until(async () => expect(sandbox.requestCount()).toBe(1));
  sandbox.setFault(ONE, { kind: 'layout' });
  sandbox.release();
  const item = await untilItem(admin, id, { status: 'queued', attempt_count: 1, resume_cstart: 100 });
  await admin.ok('POST', `/runs/queue/${item.id}/drop`);
  expect((await admin.ok('GET', '/publications')).total_count, 'what was saved stays').toBe(100);
  sandbox.setFault(ONE, null);
  const asked = sandbox.requestCount();
  await admin.ok('POST', `/runs/queue/${item.id}/retry`);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(250);
  expect(sandbox.requestCount() - asked).toBe(2);
});

test('dropped while a page is under way: nothing of the answer is saved, and the run ends', async () => {
  const { sandbox, admin, collect, db, log } = await startService({ sources: 'google_scholar' });
  sandbox.addScholar(ONE, 10);
  const [id = 0] = await collect(admin, [ONE]);
  sandbox.addWork(ONE);
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  const asked = sandbox.requestCount();
  const { run_id } = await admin.ok('POST', '/runs/manual', { status: 201 });
  await until(async () => expect(sandbox.requestCount()).toBe(asked + 1));
  const item = await untilItem(admin, id, { status: 'retrying' });
  const dropped = await admin.ok('POST', `/runs/queue/${item.id}/drop`);
  expect(dropped).toMatchObject({ status: 'dropped', dropped_reason: 'dropped_by_user', last_run_id: run_id });
  const { run, scholar_results } = await admin.ok('GET', `/runs/${run_id}`);
  expect(run).toMatchObject({ status: 'failed', end_dt: expect.any(String), failed_count: 0, partial_count: 0 });
  expect(scholar_results).toMatchObject([
    { outcome: 'skipped', state: null, state_reason: 'dropped', publication_count: 0, continuation_enqueued: false },
  ]);
  sandbox.release();
  await until(async () => expect(log()).toContain(TAKEN_AWAY));
  expect(await untilQueueIsDone(admin)).toEqual([dropped]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(10);
  expect(await db.selectFrom('publications').select('id').execute()).toHaveLength(10);
  expect(await admin.ok('GET', `/runs/${run_id}`)).toMatchObject({ run, scholar_results });
});

test('dropped and retried while a page is under way: the late answer changes nothing, the new one is saved', async () => {
  const { sandbox, admin, track, log } = await startService({ sources: 'google_scholar' });
  sandbox.addScholar(ONE, 150);
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  const id = await track(admin, ONE);
  await until(async () => expect(sandbox.requestCount()).toBe(1));
  const item = await untilItem(admin, id, { status: 'retrying' });
  await admin.ok('POST', `/runs/queue/${item.id}/drop`);
  await admin.ok('POST', `/runs/queue/${item.id}/retry`);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(150);
  sandbox.release();
  await until(async () => expect(log()).toContain(TAKEN_AWAY));
  expect((await admin.ok('GET', '/publications')).total_count).toBe(150);
  expect(await itemsOf(admin)).toEqual([]);
});

test('a run goes on without a dropped scholar, which its progress counts as finished, not as visited', async () => {
  const { sandbox, admin, collect, db } = await startService({ sources: 'google_scholar' });
  for (const id of [ONE, TWO]) sandbox.addScholar(id, 5);
  const [one = 0, two = 0] = await collect(admin, [ONE, TWO]);
  for (const id of [ONE, TWO]) sandbox.setFault(id, { kind: 'hang', times: 1 });
  const { run_id } = await admin.ok('POST', '/runs/manual', { status: 201 });
  const item = await untilItem(admin, two, {});
  await admin.ok('POST', `/runs/queue/${item.id}/drop`);
  const detail = await admin.ok('GET', `/runs/${run_id}`);
  expect(detail.run).toMatchObject({ status: 'running', end_dt: null });
  expect(detail.scholar_results).toMatchObject([
    { scholar_profile_id: one, outcome: 'pending' },
    { scholar_profile_id: two, outcome: 'skipped', state: null, state_reason: 'dropped' },
  ]);
  const told = await db
    .selectFrom('run_events')
    .select('data')
    .where('run_id', '=', run_id)
    .where('kind', '=', 'scholar_progress')
    .orderBy('number')
    .execute();
  expect(told.at(-1)?.data).toEqual({ visited: 0, finished: 1, total: 2 });
  const { run } = await until(async () => {
    // the request may come to the source only now
    sandbox.release();
    const now = await admin.ok('GET', `/runs/${run_id}`);
    expect(now.run.end_dt).not.toBeNull();
    return now;
  });
  expect(run.status).toBe('partial_failure');
});

test('of a profile that does not exist one dropped item is left, however many runs ask for it', async () => {
  const { sandbox, admin, collect, track, runToEnd } = await startService({ sources: 'google_scholar' });
  sandbox.addScholar(ONE, 3);
  await collect(admin, [ONE]);
  const id = await track(admin, TWO);
  const first = await untilItem(admin, id, { status: 'dropped', dropped_reason: 'not_found' });
  let newest = first.id;
  for (let round = 0; round < 2; round += 1) {
    const { run } = await runToEnd(admin);
    const [item, ...more] = await untilQueueIsDone(admin);
    expect(more).toEqual([]);
    expect(item).toMatchObject({ scholar_profile_id: id, dropped_reason: 'not_found', last_run_id: run.id });
    expect(item.id).toBeGreaterThan(newest);
    newest = item.id;
  }
});

test('an item dropped in a pause and retried in it waits the pause out', async () => {
  const { sandbox, admin, track, db } = await startService({ sources: 'google_scholar' });
  sandbox.addScholar(ONE, 5);
  sandbox.setFault(ONE, { kind: 'captcha', times: 1 });
  const id = await track(admin, ONE);
  const blocked = await untilItem(admin, id, { status: 'queued', attempt_count: 1 });
  await admin.ok('POST', `/runs/queue/${blocked.id}/drop`);
  const retried = await admin.ok('POST', `/runs/queue/${blocked.id}/retry`);
  expect(retried.next_attempt_dt).toBe((await admin.ok('GET', '/runs')).safety_state.cooldown_until);
  expect(sandbox.requestCount()).toBe(1);
  await makeWorkDue(db);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(5);
});
