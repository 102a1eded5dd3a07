import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeWorkDue } from '../support/due.ts';
import { profileId, serviceOfFile } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';
import { expectRecovery, FAULT_WORLD, type FaultRow } from './expect-recovery.ts';

const openService = serviceOfFile(FAULT_WORLD);

const ONE = profileId(1);
const HOUR = 3600;

const blocked = { state: 'blocked_or_captcha', cooldownSeconds: 1800, requests: 1 } as const;
const unreachable = { state: 'network_error', cooldownSeconds: null, requests: 2 } as const;
const changed = { state: 'layout_changed', cooldownSeconds: null, requests: 1 } as const;

// Other responses of these three states: fetch-scholar-page.test.ts and fetch.test.ts. Faults that end in a timeout take
// minutes: test/slow/connections/page-timeouts.test.ts
const matrix: readonly FaultRow[] = [
  { name: 'a CAPTCHA', fault: { kind: 'captcha' }, ...blocked, reason: 'captcha' },
  { name: 'a redirect to sign-in', fault: { kind: 'signin' }, ...blocked, reason: 'signin' },
  { name: '503', fault: { kind: 'error' }, ...unreachable, reason: 'server_error_503' },
  { name: 'cut gzip', fault: { kind: 'truncated_gzip' }, ...unreachable, reason: 'bad_encoding' },
  { name: 'a changed layout', fault: { kind: 'layout' }, ...changed, reason: 'no_profile_landmarks' },
  { name: 'JSON where HTML was due', fault: { kind: 'json_for_html' }, ...changed, reason: 'not_html' },
];

test.each(matrix)('$name ends as $state, $reason, and no publication is lost', (row) =>
  expectRecovery(row, openService),
);

test('a single network fault costs one request', async () => {
  const { sandbox, admin, collect, runToEnd, startWorker } = await openService();
  await startWorker();
  sandbox.addScholar(ONE, 5);
  await collect(admin, [ONE]);
  for (const kind of ['error', 'reset', 'truncated_gzip', 'endless'] as const) {
    const before = sandbox.requestCount();
    sandbox.setFault(ONE, { kind, times: 1 });
    const { run, scholar_results, safety_state } = await runToEnd(admin);
    expect(run.status, kind).toBe('success');
    expect(scholar_results, kind).toMatchObject([{ outcome: 'success', state: 'ok', error: null }]);
    expect(safety_state.cooldown_active, kind).toBe(false);
    expect(sandbox.requestCount() - before, kind).toBe(2);
  }
  expect(await untilQueueIsDone(admin)).toEqual([]);
});

test('a run does not wait if Retry-After is hours', async () => {
  const { sandbox, admin, collect, startWorker } = await openService();
  await startWorker();
  sandbox.addScholar(ONE, 5);
  await collect(admin, [ONE]);
  sandbox.setFault(ONE, { kind: 'error', retryAfter: '172800' });
  const { run_id } = await admin.ok('POST', '/runs/manual');
  const item = await until(async () => {
    const { queue_items } = await admin.ok('GET', '/runs/queue/items');
    expect(queue_items).toMatchObject([{ status: 'queued', last_error: 'network_error: server_error_503' }]);
    return queue_items[0];
  });
  expect(Date.parse(item.next_attempt_dt) - Date.now(), 'the requested wait').toBeGreaterThan(47 * HOUR * 1000);
  expect((await admin.ok('GET', `/runs/${run_id}`)).run).toMatchObject({ status: 'failed', failed_count: 1 });
});

test('404 drops the item, and the next run crawls the whole profile', async () => {
  const { sandbox, admin, track, runToEnd, startWorker } = await openService();
  await startWorker();
  sandbox.addScholar(ONE, 25);
  sandbox.setFault(ONE, { kind: 'notfound', after: 1, times: 1 });
  await track(admin, ONE);
  const [dropped] = await untilQueueIsDone(admin);
  expect(dropped).toMatchObject({ dropped_reason: 'not_found', last_error: 'not_found: not_found', resume_cstart: 10 });
  expect((await admin.ok('GET', '/publications')).total_count, 'the page before it is kept').toBe(10);
  expect((await runToEnd(admin)).run).toMatchObject({ status: 'success', failed_count: 0 });
  expect((await admin.ok('GET', '/publications')).total_count).toBe(25);
  expect((await admin.ok('GET', '/scholars')).scholars).toMatchObject([{ baseline_completed: true }]);
});

const httpDate = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
/** Values of Retry-After and the resulting pauses. fetch.test.ts has what is read from others. */
const waits: readonly { says: string; header: () => string; seconds: number }[] = [
  { says: 'two hours', header: () => '7200', seconds: 2 * HOUR },
  { says: 'two hours, as a date', header: () => httpDate(2 * HOUR), seconds: 2 * HOUR },
  { says: 'less than our own wait', header: () => '60', seconds: HOUR / 2 },
  { says: 'a year', header: () => '31536000', seconds: 48 * HOUR },
  { says: 'a word', header: () => 'tomorrow', seconds: HOUR / 2 },
];

test('Retry-After is respected up to 48 hours; an invalid value counts as missing', async () => {
  const { sandbox, admin, collect, runToEnd, db, startWorker } = await openService();
  await startWorker();
  sandbox.addScholar(ONE, 5);
  await collect(admin, [ONE]);
  for (const { says, header, seconds } of waits) {
    // after a day without a block the next cooldown counts as the first
    await sql`update source_states set cooldown_step = 0, cooldown_until = null, blocked_until = null`.execute(db);
    sandbox.setFault(ONE, { kind: 'unusual', times: 1, retryAfter: header() });
    const { scholar_results } = await runToEnd(admin);
    expect(scholar_results, says).toMatchObject([{ state: 'blocked_or_captcha', state_reason: 'too_many_requests' }]);
    const { cooldown_until, cooldown_entered_at } = await db
      .selectFrom('source_states')
      .selectAll()
      .where('source', '=', 'google_scholar')
      .executeTakeFirstOrThrow();
    const length = (Number(cooldown_until) - Number(cooldown_entered_at)) / 1000;
    // a date has no fractions, and counts from when it was read
    expect(length, `seconds of the cooldown when Retry-After says ${says}`).toBeGreaterThan(seconds - 30);
    expect(length, `seconds of the cooldown when Retry-After says ${says}`).toBeLessThanOrEqual(seconds + 1);
    const requested = sandbox.requestCount();
    await makeWorkDue(db);
    await untilQueueIsDone(admin);
    expect(sandbox.requestCount() - requested, `requests after ${says}`).toBe(1);
  }
});
