import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { pauseSource } from '../../support/prepare.ts';
import { serviceOfFile } from '../../support/service.ts';

const openWithoutRuns = serviceOfFile({ env: { INGESTION_MANUAL_RUN_ALLOWED: '0' } });
const openWithSources = serviceOfFile({ sources: 'all', workers: 0 });
const openService = serviceOfFile();

const NO_COUNTERS = {
  consecutive_blocked_runs: 0,
  consecutive_network_runs: 0,
  cooldown_entry_count: 0,
  blocked_start_count: 0,
  last_blocked_failure_count: 0,
  last_network_failure_count: 0,
  last_evaluated_run_id: null,
};
const NO_COOLDOWN = {
  cooldown_active: false,
  cooldown_reason: null,
  cooldown_reason_label: null,
  cooldown_until: null,
  cooldown_remaining_seconds: 0,
  recommended_action: null,
  counters: NO_COUNTERS,
};

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

async function track(client: Client, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const body = { scholar_id: `AAAAAAAAAA${String(number).padStart(2, '0')}` };
    ids.push((await client.ok('POST', '/scholars', { body, status: 201 })).id);
  }
  return ids;
}

test('a run crawls the enabled scholars, and takes over their queued items', async () => {
  const { admin } = await openService();
  const [first, second, third] = await track(admin, 3);
  await admin.ok('PATCH', `/scholars/${third}/toggle`);
  const started = await admin.ok('POST', '/runs/manual', { status: 201 });
  expect(started).toEqual({
    run_id: expect.any(Number),
    status: 'running',
    scholar_count: 2,
    succeeded_count: 0,
    failed_count: 0,
    partial_count: 0,
    new_publication_count: 0,
    reused_existing_run: false,
    idempotency_key: null,
    safety_state: NO_COOLDOWN,
  });
  const { queue_items } = await admin.ok('GET', '/runs/queue/items');
  expect(queue_items).toHaveLength(3);
  for (const item of queue_items) {
    expect(item.last_run_id).toBe(item.scholar_profile_id === third ? null : started.run_id);
  }
  const detail = await admin.ok('GET', `/runs/${started.run_id}`);
  const pending = {
    state: null,
    state_reason: null,
    outcome: 'pending',
    attempt_count: 0,
    publication_count: 0,
    new_publication_count: 0,
    start_cstart: 0,
    continuation_cstart: null,
    continuation_enqueued: false,
    continuation_cleared: false,
    warnings: [],
    error: null,
    debug: null,
  };
  const source = {
    source: 'google_scholar',
    outcome: 'pending',
    state: null,
    state_reason: null,
    publication_count: 0,
    new_publication_count: 0,
    error: null,
  };
  expect(detail).toEqual({
    run: {
      id: started.run_id,
      trigger_type: 'manual',
      status: 'running',
      start_dt: expect.stringMatching(/Z$/),
      end_dt: null,
      scholar_count: 2,
      new_publication_count: 0,
      failed_count: 0,
      partial_count: 0,
      waiting_count: 0,
    },
    summary: {
      succeeded_count: 0,
      failed_count: 0,
      partial_count: 0,
      failed_state_counts: {},
      failed_reason_counts: {},
      scrape_failure_counts: { blocked_or_captcha: 0, network_error: 0, layout_changed: 0 },
      retry_counts: { retries_scheduled_count: 0, scholars_with_retries_count: 0, retry_exhausted_count: 0 },
      alert_thresholds: { blocked_failure_threshold: 1, network_failure_threshold: 2, retry_scheduled_threshold: 3 },
      alert_flags: {
        blocked_failure_threshold_exceeded: false,
        network_failure_threshold_exceeded: false,
        retry_scheduled_threshold_exceeded: false,
      },
    },
    scholar_results: [
      {
        ...pending,
        scholar_profile_id: first,
        scholar_id: 'AAAAAAAAAA00',
        sources: [{ ...source, id: 'AAAAAAAAAA00' }],
      },
      {
        ...pending,
        scholar_profile_id: second,
        scholar_id: 'AAAAAAAAAA01',
        sources: [{ ...source, id: 'AAAAAAAAAA01' }],
      },
    ],
    safety_state: NO_COOLDOWN,
  });
  const { error } = await admin.fails(409, 'run_in_progress', 'POST', '/runs/manual');
  expect(error.details).toEqual({ run_id: started.run_id });
  const keyed = await admin.fails(409, 'run_in_progress', 'POST', '/runs/manual', withKey('another'));
  expect(keyed.error.details).toEqual({ run_id: started.run_id });
});

test('a run continues a half-finished crawl at its row', async () => {
  const { admin, db } = await openService();
  const [id] = await track(admin, 1);
  await sql`update queue_items set resume_row = 300, next_attempt_at = now() + interval '1 hour'`.execute(db);
  const { run_id } = await admin.ok('POST', '/runs/manual', { status: 201 });
  const { scholar_results } = await admin.ok('GET', `/runs/${run_id}`);
  expect(scholar_results).toMatchObject([{ scholar_profile_id: id, start_cstart: 300 }]);
  const { queue_items } = await admin.ok('GET', '/runs/queue/items');
  expect(queue_items).toMatchObject([{ reason: 'first_crawl', resume_cstart: 300, last_run_id: run_id }]);
  expect(Date.parse(queue_items[0].next_attempt_dt), 'it waits no longer').toBeLessThanOrEqual(Date.now() + 1000);
});

test('requests of one user with the same key return the same run', async () => {
  const { admin, newUser } = await openService();
  await track(admin, 1);
  const first = await admin.ok('POST', '/runs/manual', { ...withKey('monday'), status: 201 });
  expect(first).toMatchObject({ idempotency_key: 'monday', reused_existing_run: false });
  const again = await admin.ok('POST', '/runs/manual', { ...withKey('monday'), status: 200 });
  expect(again).toEqual({ ...first, reused_existing_run: true });
  const other = await newUser('other');
  const theirs = await other.ok('POST', '/runs/manual', { ...withKey('monday'), status: 201 });
  expect(theirs.run_id).not.toBe(first.run_id);
  expect((await admin.ok('GET', '/runs')).runs).toHaveLength(1);
});

test('the key is checked before the cooldown and the active run', async () => {
  const { admin, db } = await openService();
  const { run_id } = await admin.ok('POST', '/runs/manual', { ...withKey('done'), status: 201 });
  await track(admin, 1);
  await admin.ok('POST', '/runs/manual', { status: 201 });
  await pauseSource(db, 'google_scholar', 600);
  const reused = await admin.ok('POST', '/runs/manual', { ...withKey('done'), status: 200 });
  expect(reused).toMatchObject({ run_id, status: 'success', reused_existing_run: true });
  await admin.fails(429, 'scrape_cooldown_active', 'POST', '/runs/manual', withKey('new'));
});

test('concurrent requests start one run: with one key all return it, without a key the others conflict', async () => {
  const { admin, newUser } = await openService();
  await track(admin, 2);
  const same = await Promise.all(Array.from({ length: 6 }, () => admin.call('POST', '/runs/manual', withKey('race'))));
  expect(same.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  expect(new Set(same.map(({ data }) => data.run_id)).size).toBe(1);
  const other = await newUser('other');
  await track(other, 2);
  const race = await Promise.all(Array.from({ length: 6 }, () => other.call('POST', '/runs/manual')));
  expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await other.ok('GET', '/runs')).runs).toHaveLength(1);
});

test('a key has 1 to 128 visible characters', async () => {
  const { admin } = await openService();
  // runs without scholars, which end at once
  for (const key of ['x', 'x'.repeat(128), '!~#']) {
    const started = await admin.ok('POST', '/runs/manual', { ...withKey(key), status: 201 });
    expect(started).toMatchObject({ status: 'success', scholar_count: 0, new_publication_count: 0 });
  }
  for (const key of ['', 'x'.repeat(129), 'caf\u00e9', 'a b']) {
    await admin.fails(400, 'invalid_idempotency_key', 'POST', '/runs/manual', withKey(key));
  }
});

test('no manual run starts if the operator disabled them', async () => {
  const { admin } = await openWithoutRuns();
  const { error } = await admin.fails(403, 'manual_runs_disabled', 'POST', '/runs/manual');
  const { policy, safety_state } = await admin.ok('GET', '/settings');
  expect(policy.manual_run_allowed).toBe(false);
  expect(error.details).toEqual({ policy, safety_state });
  expect((await admin.ok('GET', '/runs')).runs).toEqual([]);
});

test('no run starts during a cooldown, and the response contains its remaining time', async () => {
  const { admin, db } = await openService();
  await track(admin, 1);
  await pauseSource(db, 'google_scholar', 600);
  const { error, headers } = await admin.fails(429, 'scrape_cooldown_active', 'POST', '/runs/manual');
  const { safety_state, retry_after_seconds } = error.details;
  expect(retry_after_seconds).toBeGreaterThan(590);
  expect(retry_after_seconds).toBeLessThanOrEqual(600);
  expect(headers.get('retry-after')).toBe(String(retry_after_seconds));
  expect(safety_state).toEqual({
    cooldown_active: true,
    cooldown_reason: 'blocked_failure_threshold_exceeded',
    cooldown_reason_label: expect.any(String),
    cooldown_until: expect.stringMatching(/Z$/),
    cooldown_remaining_seconds: retry_after_seconds,
    recommended_action: expect.any(String),
    counters: { ...NO_COUNTERS, blocked_start_count: 1 },
  });
  const { safety_state: now, runs } = await admin.ok('GET', '/runs');
  expect(runs).toEqual([]);
  expect(now.counters).toEqual({ ...NO_COUNTERS, blocked_start_count: 1 });
  await pauseSource(db, 'google_scholar', -1);
  await admin.ok('POST', '/runs/manual', { status: 201 });
});

const trackAt = async (client: Client, scholar_id: string): Promise<number> =>
  (await client.ok('POST', '/scholars', { body: { scholar_id }, status: 201 })).id;

test('a run starts during a cooldown of Google Scholar if another source can be queried, and the state says so', async () => {
  const { admin, db } = await openWithSources();
  await track(admin, 1);
  await trackAt(admin, 'A5023888391');
  await pauseSource(db, 'google_scholar', 600);
  const { safety_state } = await admin.ok('POST', '/runs/manual', { status: 201 });
  expect(safety_state).toMatchObject({
    cooldown_active: true,
    cooldown_reason: 'blocked_failure_threshold_exceeded',
    recommended_action: expect.stringContaining('Google Scholar'),
    counters: { blocked_start_count: 0 },
  });
});

test('no run starts while every source of the scholars is in a cooldown; the wait is that of the first source', async () => {
  const { admin, db } = await openWithSources();
  await trackAt(admin, 'A5023888391');
  await pauseSource(db, 'openalex', 300);
  const { error } = await admin.fails(429, 'scrape_cooldown_active', 'POST', '/runs/manual');
  expect(error.details.safety_state).toMatchObject({ cooldown_active: false, cooldown_remaining_seconds: 0 });
  expect(error.details.retry_after_seconds).toBeGreaterThan(290);
  expect(error.details.retry_after_seconds).toBeLessThanOrEqual(300);
  await track(admin, 1);
  await pauseSource(db, 'google_scholar', 600);
  const both = await admin.fails(429, 'scrape_cooldown_active', 'POST', '/runs/manual');
  expect(both.error.details.safety_state.cooldown_remaining_seconds).toBeGreaterThan(590);
  expect(both.error.details.retry_after_seconds).toBeLessThanOrEqual(300);
  await pauseSource(db, 'openalex', -1);
  await admin.ok('POST', '/runs/manual', { status: 201 });
});

test("a scholar's last run is one that ended, so its status is never pending", async () => {
  const { admin, db } = await openService();
  const [id] = await track(admin, 1);
  const body = { source: 'openalex', id: 'A5023888391', decision: 'confirmed' };
  await admin.ok('PUT', `/scholars/${id}/profiles`, { body });
  const last = async () => {
    const { scholars } = await admin.ok('GET', '/scholars');
    return [scholars[0].last_run_status, scholars[0].last_run_dt];
  };
  const first = await admin.ok('POST', '/runs/manual', { status: 201 });
  // one profile has a result, the other has none yet
  await sql`update run_scholars set outcome = 'success' where id = (select min(id) from run_scholars)`.execute(db);
  expect(await last()).toEqual([null, null]);
  await sql`update run_scholars set outcome = 'success'`.execute(db);
  await sql`update runs set status = 'success', end_dt = now()`.execute(db);
  const { run } = await admin.ok('GET', `/runs/${first.run_id}`);
  expect(await last()).toEqual(['success', run.start_dt]);
  const second = await admin.ok('POST', '/runs/manual', { status: 201 });
  await sql`
    update run_scholars set outcome = 'failed'
    where id = (select min(id) from run_scholars where run_id = ${second.run_id})`.execute(db);
  expect(await last()).toEqual(['success', run.start_dt]);
});

test('runs are listed newest first, filtered and paged, and only to their owner', async () => {
  const { admin, newUser, db } = await openService();
  const ids: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    ids.push((await admin.ok('POST', '/runs/manual', { status: 201 })).run_id);
  }
  const [oldest, , failed, partial, canceled, newest] = ids;
  for (const [id, status] of [
    [failed, 'failed'],
    [partial, 'partial_failure'],
    [canceled, 'canceled'],
  ] as const) {
    await sql`update runs set status = ${status} where id = ${id}`.execute(db);
  }
  const { runs, pagination, safety_state } = await admin.ok('GET', '/runs');
  expect(runs.map((run: { id: number }) => run.id)).toEqual([...ids].reverse());
  expect(pagination).toEqual({ page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 6 });
  expect(safety_state).toEqual(NO_COOLDOWN);
  const bad = await admin.ok('GET', '/runs?failed_only=true');
  expect(bad.runs.map((run: { id: number }) => run.id)).toEqual([partial, failed]);
  expect(bad.pagination.total_count).toBe(2);
  expect((await admin.ok('GET', '/runs?failed_only=false')).runs).toHaveLength(6);
  const page = await admin.ok('GET', '/runs?page=3&page_size=2');
  expect(page.runs.map((run: { id: number }) => run.id)).toEqual([ids[1], oldest]);
  expect(page.pagination).toEqual({ page: 3, page_size: 2, has_prev: true, has_next: false, total_count: 6 });
  expect((await admin.ok('GET', '/runs?limit=1')).runs).toMatchObject([{ id: newest }]);
  await admin.fails(422, 'validation_error', 'GET', '/runs?limit=1&page=1');
  expect((await (await newUser('other')).ok('GET', '/runs')).runs).toEqual([]);
});
