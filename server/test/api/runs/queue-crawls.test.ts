import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { makeWorkDue } from '../../support/due.ts';
import { replay } from '../../support/enrichment.ts';
import { sizeOf } from '../../support/prepare.ts';
import { profileId, serviceOfFile } from '../../support/service.ts';
import { until, untilQueueIsDone } from '../../support/wait.ts';

const openService = serviceOfFile({ sources: 'google_scholar' });
const openRetrying = serviceOfFile({
  sources: 'google_scholar',
  env: { INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '0' },
  constants: { continuationMaxAttempts: 3 },
});

const ONE = profileId(1);
const TWO = profileId(2);
const TAKEN_AWAY = 'the claim on this item was lost';

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
async function itemsOf(client: Client): Promise<any[]> {
  return (await client.ok('GET', '/runs/queue/items')).queue_items;
}

/** Waits until a scholar's only item has the wanted state, and returns it. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
async function untilItem(client: Client, scholarId: number, wanted: Record<string, unknown>): Promise<any> {
  return until(async () => {
    const mine = (await itemsOf(client)).filter((item) => item.scholar_profile_id === scholarId);
    expect(mine).toMatchObject([wanted]);
    return mine[0];
  });
}

test('a retry resets the number of attempts', async () => {
  const { sandbox, admin, track } = await openRetrying();
  sandbox.addScholar(ONE, 5);
  sandbox.setFault(ONE, { kind: 'layout' });
  const id = await track(admin, ONE);
  const exhausted = { status: 'dropped', dropped_reason: 'attempts_exhausted', attempt_count: 3 };
  const item = await untilItem(admin, id, exhausted);
  await admin.ok('POST', `/runs/queue/${item.id}/retry`);
  await until(async () => expect(sandbox.requestCount()).toBe(6));
  expect(await untilItem(admin, id, exhausted)).toMatchObject({ id: item.id });
});

test('a crawl that was dropped half-finished continues at its row', async () => {
  const { sandbox, admin, track } = await openService();
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
  const requested = sandbox.requestCount();
  await admin.ok('POST', `/runs/queue/${item.id}/retry`);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(250);
  expect(sandbox.requestCount() - requested).toBe(2);
});

test('if an item is dropped while a page is requested, nothing of the response is saved, and the run ends', async () => {
  const { sandbox, admin, collect, log } = await openService();
  sandbox.addScholar(ONE, 10);
  const [id = 0] = await collect(admin, [ONE]);
  sandbox.addPublication(ONE);
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  const requested = sandbox.requestCount();
  const { run_id } = await admin.ok('POST', '/runs/manual', { status: 201 });
  await until(async () => expect(sandbox.requestCount()).toBe(requested + 1));
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
  expect(await sizeOf(admin, 'publications')).toBe(10);
  expect(await admin.ok('GET', `/runs/${run_id}`)).toMatchObject({ run, scholar_results });
});

test('if an item is dropped and retried while a page is requested, only the new response is saved', async () => {
  const { sandbox, admin, track, log } = await openService();
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

test('a run continues without a dropped scholar, and counts it as finished but not as visited', async () => {
  const { sandbox, admin, collect } = await openService();
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
  const { run } = await until(async () => {
    // the request may only now reach the source
    sandbox.release();
    const now = await admin.ok('GET', `/runs/${run_id}`);
    expect(now.run.end_dt).not.toBeNull();
    return now;
  });
  expect(run.status).toBe('partial_failure');
  const progress = (await replay(admin, run_id)).filter(({ event }) => event === 'scholar_progress');
  expect(progress.map(({ data }) => data)).toEqual([
    { visited: 0, finished: 0, total: 2 },
    { visited: 0, finished: 1, total: 2 },
    { visited: 1, finished: 2, total: 2 },
  ]);
});

test('a profile that does not exist has only one dropped item, even after many runs', async () => {
  const { sandbox, admin, collect, track, runToEnd } = await openService();
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

test('an item that is dropped and retried during a cooldown waits until its end', async () => {
  const { sandbox, admin, track, db } = await openService();
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
