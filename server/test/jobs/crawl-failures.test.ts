import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { makeWorkDue } from '../support/due.ts';
import { profileId, serviceOfFile, startService } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'google_scholar' });

const ONE = profileId(1);
const TWO = profileId(2);

/** Waits until a user's only open item has failed the given number of times, and returns it. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
async function untilFailed(client: Client, attempts = 1): Promise<any> {
  return until(async () => {
    const { queue_items } = await client.ok('GET', '/runs/queue/items');
    expect(queue_items).toMatchObject([{ attempt_count: attempts }]);
    return queue_items[0];
  });
}

async function safetyOf(client: Client) {
  return (await client.ok('GET', '/runs')).safety_state;
}

test('an unknown id without a reference profile is not_found, signin_unverified: it is retried later, without a cooldown', async () => {
  const { sandbox, admin, track } = await openService();
  await track(admin, ONE);
  const item = await untilFailed(admin);
  expect(item).toMatchObject({ status: 'queued', reason: 'retry', last_error: 'not_found: signin_unverified' });
  const wait = Date.parse(item.next_attempt_dt) - Date.now();
  expect(wait, 'the base delay of 120 s, a quarter up or down').toBeGreaterThan(80_000);
  expect(wait).toBeLessThan(151_000);
  expect(await safetyOf(admin)).toMatchObject({ cooldown_active: false, counters: { cooldown_entry_count: 0 } });
  expect(sandbox.requestCount()).toBe(1);
});

test('an unknown id is not_found if a reference profile responds: it is dropped without a cooldown, and the reference is requested once', async () => {
  const { sandbox, admin, newUser, track, collect } = await openService();
  const { name } = sandbox.addScholar(ONE, 120);
  await collect(admin, [ONE]);
  const other = await newUser('other');
  await track(other, TWO);
  const [item, ...more] = await untilQueueIsDone(other);
  expect(more).toEqual([]);
  expect(item).toMatchObject({
    status: 'dropped',
    dropped_reason: 'not_found',
    last_error: 'not_found: not_found',
    next_attempt_dt: null,
    scholar_label: TWO,
  });
  const [scholar] = (await other.ok('GET', '/scholars')).scholars;
  expect(scholar.crawl, 'who looks at the scholar reads why').toMatchObject({
    state: 'idle',
    reason: 'not_found: not_found',
  });
  expect(sandbox.requests.map((request) => request.profileId)).toEqual([ONE, ONE, TWO, ONE]);
  expect(await safetyOf(other)).toMatchObject({ cooldown_active: false });
  expect((await other.ok('GET', '/publications')).total_count, 'the witness is not theirs').toBe(0);
  const { scholars } = await other.ok('GET', '/scholars');
  expect(scholars).toMatchObject([{ scholar_id: TWO, display_name: null, baseline_completed: false }]);
  expect((await admin.ok('GET', '/scholars')).scholars).toMatchObject([{ display_name: name, publication_count: 120 }]);
});

test('an unknown id is a block if the reference profile is also redirected to sign-in; no work is lost', async () => {
  const { sandbox, admin, track, collect, db } = await openService();
  sandbox.addScholar(ONE, 5);
  await collect(admin, [ONE]);
  sandbox.addScholar(TWO, 7);
  sandbox.setFault('google_scholar', { kind: 'signin', times: 2 });
  await track(admin, TWO);
  const item = await untilFailed(admin);
  expect(item).toMatchObject({ status: 'queued', last_error: 'blocked_or_captcha: signin' });
  const safety = await safetyOf(admin);
  expect(safety).toMatchObject({ cooldown_active: true, cooldown_reason: 'blocked_failure_threshold_exceeded' });
  expect(Date.parse(item.next_attempt_dt)).toBeGreaterThanOrEqual(Date.parse(safety.cooldown_until));
  expect(sandbox.requests.map((request) => request.profileId)).toEqual([ONE, TWO, ONE]);
  await makeWorkDue(db);
  await untilQueueIsDone(admin);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(12);
});

// test/jobs/fault-matrix.test.ts has the other kinds of blocks
test.each([
  { fault: { kind: 'captcha' }, reason: 'captcha', seconds: 1800 },
  { fault: { kind: 'retry_after_seconds', seconds: 7200 }, reason: 'too_many_requests', seconds: 7200 },
] as const)('$fault.kind ($reason) begins a cooldown of $seconds s', async ({ fault, reason, seconds }) => {
  const { sandbox, admin, collect, runToEnd, db } = await openService();
  sandbox.addScholar(ONE, 5);
  await collect(admin, [ONE]);
  sandbox.addPublication(ONE);
  sandbox.setFault(ONE, { ...fault, times: 1 });
  const { run, summary, scholar_results, safety_state } = await runToEnd(admin);
  expect(run).toMatchObject({ status: 'failed', failed_count: 1 });
  expect(scholar_results).toMatchObject([
    { outcome: 'failed', state: 'blocked_or_captcha', state_reason: reason, continuation_enqueued: true },
  ]);
  expect(summary).toMatchObject({
    failed_state_counts: { blocked_or_captcha: 1 },
    failed_reason_counts: { [reason]: 1 },
    alert_flags: { blocked_failure_threshold_exceeded: true, network_failure_threshold_exceeded: false },
  });
  expect(safety_state).toMatchObject({ cooldown_active: true, cooldown_reason: 'blocked_failure_threshold_exceeded' });
  expect(safety_state.counters).toEqual({
    consecutive_blocked_runs: 1,
    consecutive_network_runs: 0,
    cooldown_entry_count: 1,
    blocked_start_count: 0,
    last_blocked_failure_count: 1,
    last_network_failure_count: 0,
    last_evaluated_run_id: run.id,
  });
  expect(safety_state.cooldown_remaining_seconds).toBeGreaterThan(seconds - 20);
  expect(safety_state.cooldown_remaining_seconds).toBeLessThanOrEqual(seconds);
  const item = await untilFailed(admin);
  expect(item).toMatchObject({ status: 'queued', reason: 'retry', last_run_id: run.id });
  expect(Date.parse(item.next_attempt_dt)).toBeGreaterThanOrEqual(Date.parse(safety_state.cooldown_until));
  const requested = sandbox.requestCount();
  await makeWorkDue(db);
  await untilQueueIsDone(admin);
  expect(sandbox.requestCount()).toBe(requested + 1);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(6);
});

test("a scholar's last outcome does not depend on its run's outcome", async () => {
  const { sandbox, admin, collect, runToEnd } = await openService();
  for (const id of [ONE, TWO]) sandbox.addScholar(id, 5);
  const [, two] = await collect(admin, [ONE, TWO]);
  const outcomes = async () => {
    const { scholars } = await admin.ok('GET', '/scholars');
    type Scholar = { scholar_id: string; last_run_status: string | null; last_run_dt: string | null };
    return Object.fromEntries(scholars.map((one: Scholar) => [one.scholar_id, [one.last_run_status, one.last_run_dt]]));
  };
  expect(await outcomes(), 'before any run').toEqual({ [ONE]: [null, null], [TWO]: [null, null] });
  sandbox.setFault(TWO, { kind: 'layout' });
  const first = (await runToEnd(admin)).run;
  expect(first.status).toBe('partial_failure');
  expect(await outcomes()).toEqual({ [ONE]: ['success', first.start_dt], [TWO]: ['failed', first.start_dt] });
  await admin.ok('PATCH', `/scholars/${two}/toggle`);
  const second = (await runToEnd(admin)).run;
  expect(await outcomes(), 'it was not in the second run').toEqual({
    [ONE]: ['success', second.start_dt],
    [TWO]: ['failed', first.start_dt],
  });
});

test('a second network failure in a row begins a cooldown of 900 s', async () => {
  const { sandbox, admin, track } = await openService();
  for (const id of [ONE, TWO]) sandbox.addScholar(id, 5);
  sandbox.setFault('google_scholar', { kind: 'error' });
  await track(admin, ONE);
  await untilFailed(admin);
  expect(await safetyOf(admin)).toMatchObject({ cooldown_active: false });
  await track(admin, TWO);
  const safety = await until(async () => {
    const state = await safetyOf(admin);
    expect(state.cooldown_active).toBe(true);
    return state;
  });
  expect(safety.cooldown_reason).toBe('network_failure_threshold_exceeded');
  expect(safety.cooldown_remaining_seconds).toBeGreaterThan(880);
  expect(safety.cooldown_remaining_seconds).toBeLessThanOrEqual(900);
});

test('a page that cannot be saved is retried later like one that cannot be read, and blocks no other work', async () => {
  const { sandbox, admin, track, db, log } = await openService();
  sandbox.addScholar(ONE, 30);
  sandbox.addScholar(TWO, 3);
  const poison = sandbox.addPublication(ONE, { title: 'A title that the database will not take' });
  await sql`alter table publications add constraint refused check (title <> ${sql.lit(poison.title)})`.execute(db);
  await track(admin, ONE);
  await track(admin, TWO);
  await until(async () => {
    const { queue_items } = await admin.ok('GET', '/runs/queue/items');
    expect(queue_items).toMatchObject([{ attempt_count: 1, last_error: 'layout_changed: page_not_saved' }]);
    expect(Date.parse(queue_items[0].next_attempt_dt) - Date.now()).toBeGreaterThan(60_000);
  });
  await until(async () => expect((await admin.ok('GET', '/publications')).total_count).toBe(3));
  expect(sandbox.requestCount(), 'each requested once').toBe(2);
  expect(log()).toContain('a page could not be saved');
  await sql`alter table publications drop constraint refused`.execute(db);
});

test('an item that fails at its last attempt is dropped, and its run reports that', async () => {
  const { sandbox, admin, collect, runToEnd } = await startService({
    sources: 'google_scholar',
    env: { INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '0' },
    constants: { continuationMaxAttempts: 3 },
  });
  sandbox.addScholar(ONE, 5);
  await collect(admin, [ONE]);
  sandbox.setFault(ONE, { kind: 'layout' });
  const { run } = await runToEnd(admin);
  const dropped = await untilQueueIsDone(admin);
  expect(dropped).toMatchObject([
    { status: 'dropped', dropped_reason: 'attempts_exhausted', attempt_count: 3, last_run_id: run.id },
  ]);
  const { summary } = await admin.ok('GET', `/runs/${run.id}`);
  expect(summary.retry_counts).toEqual({
    retries_scheduled_count: 1,
    scholars_with_retries_count: 1,
    retry_exhausted_count: 1,
  });
  expect(sandbox.requestCount()).toBe(4);
});
