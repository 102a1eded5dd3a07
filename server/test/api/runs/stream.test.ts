import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pruneRunEvents } from '../../../src/runs/jobs/prune-run-events.ts';
import { activeRun, complete, emit, follow, numbersTo, progress } from '../../support/follow.ts';
import { adminId, endedRun } from '../../support/library.ts';
import { age } from '../../support/prepare.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

async function startWithRun() {
  const service = await openService();
  return { ...service, runId: await activeRun(service.db, await adminId(service.db)) };
}

test('the stream of an ended run sends all events and ends', async () => {
  const { db, admin, runId, log } = await startWithRun();
  const seen = new Date('2026-11-21T10:00:00Z');
  const publication = { publication_id: 7, title: 'Zeile\neins "zwei" 数', pub_url: null, scholar_profile_id: 3 };
  const found = { ...publication, scholar_label: 'Ada Loopback', first_seen_at: seen, new_publication_count: 1 };
  await emit(db, runId, [{ kind: 'publication_discovered', data: found }, ...progress(1)]);
  await emit(db, runId, [{ kind: 'run_status', data: { status: 'success' } }]);
  await complete(db, runId);
  const follower = await follow(admin, runId);
  expect(await follower.over).toBe('ended');
  expect(follower.text()).toBe(
    [
      `id: 1\nevent: publication_discovered\ndata: ${JSON.stringify(found)}`,
      'id: 2\nevent: scholar_progress\ndata: {"visited":1,"finished":0,"total":1000}',
      'id: 3\nevent: run_status\ndata: {"status":"success"}',
      'id: 4\nevent: run_complete\ndata: {"status":"success"}',
      'retry: 3600000',
      '',
    ].join('\n\n'),
  );
  expect(follower.events[0]?.data.first_seen_at).toBe('2026-11-21T10:00:00.000Z');
  expect(follower.status).toBe(200);
  expect(follower.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const requestId = follower.headers['x-request-id'];
  expect(requestId).toMatch(/^[\w-]{36}$/);
  await expect.poll(log).toContain('/runs/:run_id/stream');
  const lines = log().split('\n');
  const line = lines.filter((text) => text.includes('/stream'));
  expect(line).toHaveLength(1);
  expect(JSON.parse(line[0] ?? '')).toMatchObject({ request_id: requestId, status: 200, method: 'GET' });
});

test('new events arrive at once, until the end of the run', async () => {
  const { db, admin, runId, log } = await startWithRun();
  const follower = await follow(admin, runId);
  expect(follower.status).toBe(200);
  for (const number of numbersTo(5)) {
    await emit(db, runId, progress(1, number));
    await follower.until(() => follower.events.length === number);
  }
  await emit(db, runId, progress(250, 6));
  await follower.until(() => follower.events.length === 255);
  expect(log()).not.toContain('/stream');
  await complete(db, runId);
  expect(await follower.over).toBe('ended');
  expect(follower.ids()).toEqual(numbersTo(256));
  expect(follower.events.slice(0, 255).map(({ data }) => data.visited)).toEqual(numbersTo(255));
  expect(follower.events[255]).toMatchObject({ event: 'run_complete', data: { status: 'success' } });
});

test('a stream that is resumed after any event sends exactly the remaining events, of an active and of an ended run', async () => {
  const { db, admin, runId } = await startWithRun();
  const total = 104;
  await emit(db, runId, progress(total));
  const all = [0, 1, 2, 3, 4, 99, 100, 101, 102, 103, total];
  const live = await Promise.all(all.map((lastEventId) => follow(admin, runId, { lastEventId })));
  for (const [at, follower] of live.entries()) {
    await follower.until(() => follower.events.length === total - (all[at] ?? 0));
  }
  await complete(db, runId);
  for (const [at, follower] of live.entries()) {
    expect(await follower.over).toBe('ended');
    expect(follower.ids()).toEqual(numbersTo(total + 1, (all[at] ?? 0) + 1));
  }
  for (const lastEventId of all) {
    const later = await follow(admin, runId, { lastEventId });
    expect(await later.over).toBe('ended');
    expect(later.ids()).toEqual(numbersTo(total + 1, lastEventId + 1));
  }
});

test('a client with the last event of an ended run gets no event, and a long retry time', async () => {
  const { db, admin, runId } = await startWithRun();
  await emit(db, runId, progress(2));
  await complete(db, runId);
  const follower = await follow(admin, runId, { lastEventId: 3 });
  expect([follower.status, await follower.over, follower.text()]).toEqual([200, 'ended', 'retry: 3600000\n\n']);
});

test('a Last-Event-ID of another run is ignored', async () => {
  const { db, admin, runId } = await startWithRun();
  await emit(db, runId, progress(2));
  await complete(db, runId);
  for (const lastEventId of ['x', '-1', '1.5', '+1', '1, 2', '0x1', '4', '9'.repeat(40), '']) {
    const follower = await follow(admin, runId, { lastEventId });
    expect(await follower.over).toBe('ended');
    expect(follower.ids(), lastEventId).toEqual([1, 2, 3]);
  }
});

test('HEAD returns the headers and ends, even if the run is active', async () => {
  const { admin, runId } = await startWithRun();
  const follower = await follow(admin, runId, { method: 'HEAD' });
  expect(await follower.over).toBe('ended');
  expect([follower.status, follower.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
});

test('events of old runs are deleted, and their streams send only the end of the run', async () => {
  const { db, admin, services, runId } = await startWithRun();
  const userId = await adminId(db);
  const old: number[] = [];
  for (let made = 0; made < 45; made += 1) old.push(await endedRun(db, userId, 'partial_failure'));
  const [first = 0] = old;
  const young = await endedRun(db, userId);
  for (const id of [...old, young, runId]) await emit(db, id, progress(2));
  for (const id of old) await age(db, 'runs.end_dt', '31 days', id);
  await age(db, 'runs.end_dt', '29 days', young);
  await age(db, 'runs.start_dt', '90 days', runId);
  for (let time = 0; time < 2; time += 1) {
    await pruneRunEvents.run(services);
    const left = await db.selectFrom('run_events').select('run_id').distinct().orderBy('run_id').execute();
    expect(left.map(({ run_id }) => run_id)).toEqual([runId, young]);
  }
  for (const lastEventId of [undefined, 1, 'x']) {
    const follower = await follow(admin, first, { lastEventId });
    expect(await follower.over).toBe('ended');
    expect(follower.events).toEqual([{ id: 2, event: 'run_complete', data: { status: 'partial_failure' } }]);
  }
  const known = await follow(admin, first, { lastEventId: 2 });
  expect([await known.over, known.events]).toEqual(['ended', []]);
});

test('the stream of a run that ended without any event sends its end', async () => {
  const { db, admin } = await openService();
  const follower = await follow(admin, await endedRun(db, await adminId(db), 'failed'));
  expect(await follower.over).toBe('ended');
  expect(follower.events).toEqual([{ id: 0, event: 'run_complete', data: { status: 'failed' } }]);
});

test('events have one sequence despite concurrent writers, rollbacks and late clients', async () => {
  const { db, admin, runId } = await startWithRun();
  const followers = [await follow(admin, runId)];
  let sent = 0;
  const write = async (writer: number) => {
    for (let round = 0; round < 12; round += 1) {
      const count = (writer + round) % 4;
      const events = progress(count);
      if ((writer * round) % 5 === 4) {
        const rolledBack = db.transaction().execute(async (tx) => {
          await sql`update runs set last_event_number = last_event_number + 1 where id = ${runId}`.execute(tx);
          throw new Error('rolled back');
        });
        await expect(rolledBack).rejects.toThrow('rolled back');
      }
      await emit(db, runId, events);
      sent += count;
      const lastEventId = followers[0]?.ids().at(-1);
      if (round % 4 === writer % 4) followers.push(await follow(admin, runId, { lastEventId }));
    }
  };
  await Promise.all(numbersTo(4).map(write));
  await complete(db, runId);
  for (const follower of followers) {
    expect(await follower.over).toBe('ended');
    expect(follower.ids()).toEqual(numbersTo(sent + 1, follower.ids()[0]));
  }
  expect(followers[0]?.ids()[0]).toBe(1);
});
