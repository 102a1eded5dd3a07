import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeWorkDue } from '../support/due.ts';
import { profileId, serviceOfFile, startService } from '../support/service.ts';
import { until, untilEnded, untilQueueIsDone } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'google_scholar' });

const ONE = profileId(1);

test('during a cooldown no request is sent; after it the work continues automatically', async () => {
  const { sandbox, admin, track, db, log } = await startService({
    sources: 'google_scholar',
    env: { INGESTION_SAFETY_COOLDOWN_BLOCKED_SECONDS: '2', INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '0' },
  });
  for (const number of [1, 2, 3]) sandbox.addScholar(profileId(number), 50);
  sandbox.setFault('google_scholar', { kind: 'captcha', times: 1 });
  await track(admin, ONE);
  const { from, end } = await until(async () => {
    const state = await db
      .selectFrom('source_states')
      .selectAll()
      .where('source', '=', 'google_scholar')
      .executeTakeFirstOrThrow();
    expect(state.cooldown_until).not.toBeNull();
    return { from: Number(state.cooldown_entered_at), end: Number(state.cooldown_until) };
  });
  expect(end - from).toBe(2000);
  // new work does not end the cooldown
  await track(admin, profileId(2));
  await track(admin, profileId(3));
  await untilQueueIsDone(admin);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(150);
  expect(sandbox.requests).toHaveLength(4);
  expect(sandbox.requests.filter(({ at }) => at >= from && at < end)).toEqual([]);
  const lines = log()
    .split('\n')
    .filter((line) => /Google Scholar is .*paused/.test(line));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'info',
      msg: `Google Scholar is paused until ${new Date(end).toISOString()} (captcha)`,
      source: 'google_scholar',
      reason: 'blocked_failure_threshold_exceeded',
      response: 'captcha',
      until: new Date(end).toISOString(),
      seconds: 2,
    },
    { level: 'info', msg: 'Google Scholar is no longer paused', source: 'google_scholar' },
  ]);
});

test('a cooldown ends the runs of all users; scholars that were not crawled are skipped and continue after it', async () => {
  const { sandbox, admin, newUser, track, startWorker, db } = await startService({
    sources: 'google_scholar',
    workers: 0,
  });
  for (const number of [1, 2, 3]) sandbox.addScholar(profileId(number), 20);
  sandbox.setFault(ONE, { kind: 'captcha', times: 1 });
  const other = await newUser('other');
  await track(admin, ONE);
  const waiting = [await track(other, profileId(2)), await track(other, profileId(3))];
  // the other user's request delay makes that run wait
  await sql`update user_settings set request_delay_seconds = 600 where user_id = ${other.userId}`.execute(db);
  await sql`update user_request_slots set last_request_at = now() where user_id = ${other.userId}`.execute(db);
  const { run_id: own } = await admin.ok('POST', '/runs/manual', { status: 201 });
  const { run_id: theirs } = await other.ok('POST', '/runs/manual', { status: 201 });
  await startWorker();
  expect((await untilEnded(admin, own)).run).toMatchObject({ status: 'failed', failed_count: 1, waiting_count: 1 });
  const { run, scholar_results, summary, safety_state } = await untilEnded(other, theirs);
  expect(run).toMatchObject({ status: 'failed', failed_count: 0, scholar_count: 2, waiting_count: 2 });
  expect(scholar_results).toHaveLength(2);
  for (const [index, result] of scholar_results.entries()) {
    expect(result).toMatchObject({
      scholar_profile_id: waiting[index],
      outcome: 'skipped',
      state: null,
      state_reason: 'cooldown',
      attempt_count: 0,
      continuation_enqueued: true,
      continuation_cstart: 0,
    });
  }
  expect(summary.retry_counts).toMatchObject({ retries_scheduled_count: 2, retry_exhausted_count: 0 });
  expect(safety_state).toMatchObject({ cooldown_active: true, counters: { cooldown_entry_count: 0 } });
  const { queue_items } = await other.ok('GET', '/runs/queue/items');
  expect(queue_items).toHaveLength(2);
  for (const item of queue_items) {
    expect(item).toMatchObject({ status: 'queued', reason: 'continuation', attempt_count: 0, last_run_id: theirs });
  }
  expect(sandbox.requestCount()).toBe(1);
  // and nothing is lost
  await sql`update user_settings set request_delay_seconds = 0`.execute(db);
  await makeWorkDue(db);
  await untilQueueIsDone(other);
  await untilQueueIsDone(admin);
  expect((await other.ok('GET', '/publications')).total_count).toBe(40);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(20);
});

test('a page in progress when a cooldown begins is saved, and its run ends in the cooldown too', async () => {
  const { sandbox, admin, newUser, collect, db } = await openService();
  sandbox.addScholar(ONE, 250);
  sandbox.addScholar(profileId(2), 5);
  const other = await newUser('other');
  await collect(admin, [ONE]);
  await collect(other, [profileId(2)]);
  const title = 'A work found by the page that was under way';
  sandbox.addPublication(ONE, { title, italic: null });
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  const { run_id } = await admin.ok('POST', '/runs/manual');
  await until(async () => expect(sandbox.requestCount()).toBe(5));
  sandbox.setFault(profileId(2), { kind: 'captcha', times: 1 });
  const { run_id: blocked } = await other.ok('POST', '/runs/manual');
  await untilEnded(other, blocked);
  expect((await admin.ok('GET', `/runs/${run_id}`)).run.status).toBe('running');
  sandbox.release();
  const { run, scholar_results } = await untilEnded(admin, run_id);
  expect(run).toMatchObject({ status: 'partial_failure', new_publication_count: 1 });
  expect(scholar_results).toMatchObject([
    { outcome: 'partial', state: 'ok', state_reason: 'cooldown', publication_count: 100, continuation_cstart: 100 },
  ]);
  expect(sandbox.requestCount()).toBe(6);
  await makeWorkDue(db);
  await untilQueueIsDone(admin);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(251);
});

test('each further block doubles the cooldown', async () => {
  const { sandbox, admin, track, db } = await startService({
    sources: 'google_scholar',
    env: { INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '0' },
  });
  sandbox.addScholar(ONE, 5);
  sandbox.setFault(ONE, { kind: 'captcha' });
  await track(admin, ONE);
  for (const [step, minutes] of [30, 60, 120].entries()) {
    await until(async () => {
      const { safety_state } = await admin.ok('GET', '/runs');
      expect(safety_state.counters.cooldown_entry_count).toBe(step + 1);
      expect(Math.round(safety_state.cooldown_remaining_seconds / 60)).toBe(minutes);
    });
    await makeWorkDue(db);
  }
});
