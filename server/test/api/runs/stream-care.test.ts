import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { Client } from '../../support/client.ts';
import { activeRun, complete, emit, follow, numbersTo, progress } from '../../support/follow.ts';
import { adminId } from '../../support/library.ts';
import { ADMIN, startService } from '../../support/service.ts';
import { stopClock } from '../../support/stop-clock.ts';
import { atReplica, startReplicas } from '../accounts/replicas.ts';

async function startWithRun() {
  // each test ends or counts the connections of its service
  const service = await startService();
  const runId = await activeRun(service.db, await adminId(service.db));
  const untilListening = async (connections = 1) => {
    const listeners = sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = 'lectern listener' and datname = current_database() and query like 'listen %' and state = 'idle'`;
    for (;;) {
      const { rows } = await listeners.execute(service.db);
      if (rows.length === connections) return rows[0]?.pid ?? 0;
    }
  };
  return { ...service, runId, untilListening };
}

/** An event with a hundred kilobytes. */
function large(number: number) {
  const publication = { publication_id: number, title: 'x'.repeat(100_000), pub_url: null, scholar_profile_id: 1 };
  const data = { ...publication, scholar_label: '', first_seen_at: new Date(), new_publication_count: number };
  return { kind: 'publication_discovered', data } as const;
}

test('a comment is sent every 15 seconds, and each disconnected client leaves a log line and no timer', async () => {
  const { admin, runId, log } = await startWithRun();
  stopClock('Interval');
  // the connection for notifications, which the first client opens, has a timer too
  const atRest = vi.getTimerCount() + 1;
  const followers = await Promise.all([follow(admin, runId), follow(admin, runId)]);
  for (const beat of numbersTo(3)) {
    vi.advanceTimersByTime(14_999);
    for (const follower of followers) expect(follower.comments()).toBe(beat - 1);
    vi.advanceTimersByTime(1);
    for (const follower of followers) await follower.until(() => follower.comments() === beat);
  }
  expect(vi.getTimerCount()).toBeGreaterThan(atRest);
  for (const follower of followers) follower.drop();
  while (vi.getTimerCount() > atRest) await new Promise((resolve) => setImmediate(resolve));
  expect(log().match(/"route":"\/api\/v1\/runs\/:run_id\/stream"/g)).toHaveLength(2);
});

test('an event without a notification is found within 15 seconds', async () => {
  const { db, admin, runId, untilListening } = await startWithRun();
  stopClock('Interval');
  const follower = await follow(admin, runId);
  await untilListening();
  await emit(db, runId, progress(1));
  await follower.until(() => follower.events.length === 1);
  await sql`insert into run_events (run_id, number, kind, data) values (${runId}, 2, 'run_status', '{}')`.execute(db);
  await sql`update runs set last_event_number = 2 where id = ${runId}`.execute(db);
  vi.advanceTimersByTime(15_000);
  await follower.until(() => follower.events.length === 2);
});

test('the streams of a run that ended without an event or was deleted are closed', async () => {
  const { db, admin, newUser, runId } = await startWithRun();
  stopClock('Interval');
  const other = await newUser('other');
  const doomed = await activeRun(db, other.userId);
  const followers = [await follow(admin, runId), await follow(other, doomed)];
  for (const id of [runId, doomed]) await emit(db, id, progress(1));
  for (const follower of followers) await follower.until(() => follower.events.length === 1);
  await sql`update runs set status = 'failed', end_dt = now() where id = ${runId}`.execute(db);
  await sql`delete from runs where id = ${doomed}`.execute(db);
  vi.advanceTimersByTime(15_000);
  for (const follower of followers)
    expect([await follower.over, follower.events]).toMatchObject(['ended', [{ id: 1 }]]);
  const again = await follow(admin, runId, { lastEventId: 0 });
  expect([await again.over, again.events.map(({ event }) => event)]).toEqual([
    'ended',
    ['scholar_progress', 'run_complete'],
  ]);
  expect((await follow(other, doomed)).status).toBe(404);
});

test('no event is missed if the connection for notifications is killed', async () => {
  // the periodic check must not find the event
  const { db, admin, runId, untilListening } = await startWithRun();
  stopClock('Interval');
  const follower = await follow(admin, runId);
  for (const round of numbersTo(3)) {
    const pid = await untilListening();
    await emit(db, runId, progress(2, follower.events.length + 1));
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    await emit(db, runId, progress(2, follower.events.length + 3));
    await follower.until(() => follower.events.length === 4 * round);
  }
  await untilListening();
  await complete(db, runId);
  expect(await follower.over).toBe('ended');
  expect(follower.ids()).toEqual(numbersTo(13));
});

test.each(['alone', 'beside others'])(
  'a client that still reads earlier events does not miss new ones: it follows %s',
  async (company) => {
    // the periodic check must not find the event
    stopClock('Interval');
    const { db, admin, newUser, runId, untilListening } = await startWithRun();
    const other = await newUser('other');
    const listening = await follow(other, await activeRun(db, other.userId));
    const others = company === 'alone' ? [] : [await follow(admin, runId)];
    await untilListening();
    const before = 90;
    await emit(db, runId, numbersTo(before).map(large));
    for (const follower of others) await follower.until(() => follower.events.length === before);
    for (const round of numbersTo(5)) {
      const follower = await follow(admin, runId);
      await emit(db, runId, progress(1));
      await follower.until(() => follower.events.length === before + round);
      expect(follower.ids()).toEqual(numbersTo(before + round));
      follower.drop();
    }
    expect(listening.events).toEqual([]);
  },
);

test('a client that does not read is disconnected while others continue, and resumes at its last event', async () => {
  const { db, admin, runId, log } = await startWithRun();
  const lazy = await follow(admin, runId);
  const diligent = await follow(admin, runId);
  lazy.pause();
  let number = 0;
  while (!log().includes('/stream')) {
    number += 1;
    await emit(db, runId, [large(number)]);
    await diligent.until(() => diligent.events.length === number);
  }
  await complete(db, runId);
  expect(await diligent.over).toBe('ended');
  expect(diligent.ids()).toEqual(numbersTo(number + 1));
  lazy.resume();
  expect(await lazy.over).toBe('cut off');
  const known = lazy.events.length;
  expect(known).toBeLessThan(number);
  expect(lazy.ids()).toEqual(numbersTo(known));
  const resumed = await follow(admin, runId, { lastEventId: known });
  expect(await resumed.over).toBe('ended');
  expect(resumed.ids()).toEqual(numbersTo(number + 1, known + 1));
});

test('logging out ends the streams of that session at once, a deactivation those of the user, and others stay open', async () => {
  // the check of all sessions once a minute must not be the cause
  const { url, db, admin, newUser, runId } = await startWithRun();
  stopClock('Interval');
  const elsewhere = new Client(url);
  await elsewhere.signIn(ADMIN.email, ADMIN.password);
  const user = await newUser('other');
  const [left, stays] = [await follow(elsewhere, runId), await follow(admin, runId)];
  const barred = await follow(user, await activeRun(db, user.userId));
  await elsewhere.ok('POST', '/auth/logout');
  await admin.ok('PATCH', `/admin/users/${user.userId}/active`, { body: { is_active: false } });
  expect([await left.over, await barred.over]).toEqual(['ended', 'ended']);
  vi.advanceTimersByTime(60_000);
  await emit(db, runId, progress(1));
  await stays.until(() => stays.events.length === 1);
});

test('any replica streams any run, and clients of a stopped replica continue at another one', async () => {
  const { first, second, closeFirst } = await startReplicas();
  const here = await first.signedIn(ADMIN);
  const there = atReplica(here, second);
  const runId = await activeRun(first.db, await adminId(first.db));
  const followers = [await follow(here, runId), await follow(here, runId), await follow(there, runId)];
  for (const { db } of [first, second, first]) {
    const before = followers[0]?.events.length ?? 0;
    await emit(db, runId, progress(3, before + 1));
    for (const follower of followers) await follower.until(() => follower.events.length === before + 3);
  }
  // with the clock stopped, the limit for requests under way cannot be what ends it
  stopClock('Timeout');
  await closeFirst();
  expect([await followers[0]?.over, await followers[1]?.over]).toEqual(['ended', 'ended']);
  vi.useRealTimers();
  await emit(second.db, runId, progress(3, 10));
  const resumed = await follow(there, runId, { lastEventId: 9 });
  await complete(second.db, runId);
  expect([await resumed.over, await followers[2]?.over]).toEqual(['ended', 'ended']);
  expect(resumed.ids()).toEqual([10, 11, 12, 13]);
  expect(followers[2]?.ids()).toEqual(numbersTo(13));
});

test('a stop does not wait for a client that does not read', async () => {
  const { first, second, closeFirst } = await startReplicas();
  const client = await first.signedIn(ADMIN);
  const runId = await activeRun(first.db, await adminId(first.db));
  await emit(second.db, runId, numbersTo(250).map(large));
  const lazy = await follow(client, runId);
  await lazy.until(() => lazy.text() !== '');
  lazy.pause();
  stopClock('Timeout');
  await closeFirst();
  vi.useRealTimers();
  lazy.resume();
  expect(await lazy.over).toBe('cut off');
  expect(lazy.events.length).toBeLessThan(250);
});
