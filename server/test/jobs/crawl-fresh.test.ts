import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { claimNext } from '../../src/crawling/claim-store.ts';
import { googleScholar } from '../../src/crawling/crawled-source.ts';
import { requeueItem } from '../../src/crawling/queue-store.ts';
import { createSourceState } from '../../src/sources/store.ts';
import { makeWorkDue } from '../support/due.ts';
import { profileId, serviceOfFile, startService } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';

const ONE = profileId(1);
const FRESH = { PROFILE_FRESH_MINUTES: '60', INGESTION_PAGE_SIZE: '10' };
const openService = serviceOfFile({ sources: 'google_scholar', env: FRESH });
const openWithoutWorker = serviceOfFile({ sources: 'google_scholar', env: FRESH, workers: 0 });

test('if two users track a profile at the same time, each page is requested once', async () => {
  const { sandbox, admin, newUser, track, startWorker } = await openService();
  await startWorker();
  sandbox.addScholar(ONE, 50);
  const other = await newUser('other');
  await Promise.all([track(admin, ONE), track(other, ONE)]);
  for (const client of [admin, other]) {
    await untilQueueIsDone(client);
    expect(await client.ok('GET', '/publications')).toMatchObject({ total_count: 50, unread_count: 50 });
    expect((await client.ok('GET', '/scholars')).scholars).toMatchObject([{ baseline_completed: true }]);
  }
  expect(sandbox.requestCount()).toBe(5);
});

test('a fresh profile serves other users without a request; each has a run and new publications', async () => {
  const { sandbox, admin, newUser, collect, runToEnd, db } = await openService();
  sandbox.addScholar(ONE, 12);
  const other = await newUser('other');
  await collect(admin, [ONE]);
  await collect(other, [ONE]);
  expect(sandbox.requestCount(), 'both first crawls').toBe(2);
  for (const n of [1, 2, 3]) sandbox.addPublication(ONE, { title: `New work ${n}`, italic: null });
  await sql`update profiles set crawled_at = now() - interval '61 minutes'`.execute(db);
  expect((await runToEnd(admin)).run).toMatchObject({ status: 'success', new_publication_count: 3 });
  const requested = sandbox.requestCount();
  const { run, scholar_results } = await runToEnd(other);
  expect(sandbox.requestCount()).toBe(requested);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 3, scholar_count: 1 });
  expect(scholar_results).toMatchObject([{ outcome: 'success', state: 'ok', state_reason: 'fresh', attempt_count: 0 }]);
  expect((await other.ok('GET', '/publications?mode=latest')).total_count).toBe(3);
  expect((await runToEnd(other)).run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect(sandbox.requestCount(), 'nor does a second look within the hour').toBe(requested);
});

test('a failed item is completed by another user’s crawl before its next attempt is due', async () => {
  const { sandbox, admin, newUser, track, collect } = await openService();
  sandbox.addScholar(ONE, 5);
  sandbox.setFault(ONE, { kind: 'layout', times: 1 });
  await track(admin, ONE);
  await until(async () =>
    expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toMatchObject([{ attempt_count: 1 }]),
  );
  await collect(await newUser('other'), [ONE]);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(5);
  expect(sandbox.requestCount()).toBe(2);
});

test('a fresh profile is also served during a cooldown; other profiles wait', async () => {
  const { sandbox, admin, newUser, track, collect, db } = await openService();
  sandbox.addScholar(ONE, 5);
  sandbox.addScholar(profileId(2), 5);
  await collect(admin, [ONE]);
  await sql`
    update source_states set cooldown_until = now() + interval '1 hour', cooldown_reason = 'blocked_failure_threshold_exceeded'`.execute(
    db,
  );
  const other = await newUser('other');
  await collect(other, [ONE]);
  await track(other, profileId(2));
  expect(sandbox.requestCount()).toBe(1);
  await makeWorkDue(db);
  expect(await untilQueueIsDone(other)).toEqual([]);
  expect(sandbox.requestCount()).toBe(2);
});

test('an item that waits for a crawl without progress starts its own crawl', async () => {
  const { sandbox, admin, newUser, track, services } = await openWithoutWorker();
  const { db } = services;
  const pace = { ...googleScholar(services).pace, slotSeconds: 0, freshMinutes: 60 };
  await createSourceState(db, pace.source);
  sandbox.addScholar(ONE, 50);
  const [id, other] = [await track(admin, ONE), await newUser('other')];
  // the first user's crawl has read two pages, and its user waits ten minutes between requests
  await sql`update queue_items set resume_row = 20, updated_at = now() where scholar_id = ${id}`.execute(db);
  await sql`update user_settings set request_delay_seconds = 600 where user_id <> ${other.userId}`.execute(db);
  await sql`update user_request_slots set last_request_at = now()`.execute(db);
  const theirs = await track(other, ONE);
  expect(await claimNext(db, pace)).toBeUndefined();
  await sql`update queue_items set updated_at = now() - interval '31 seconds' where scholar_id = ${id}`.execute(db);
  expect(await claimNext(db, pace)).toMatchObject({ scholarId: theirs });
});

test('an item that goes on keeps its place before the later items of its user', async () => {
  const { sandbox, admin, track, services } = await openWithoutWorker();
  const { db } = services;
  const pace = { ...googleScholar(services).pace, slotSeconds: 0, hasUserDelay: false };
  await createSourceState(db, pace.source);
  for (const number of [1, 2]) sandbox.addScholar(profileId(number), 50);
  const first = await track(admin, ONE);
  await track(admin, profileId(2));
  for (const resumeRow of [0, 10, 20]) {
    const item = await claimNext(db, pace);
    expect(item).toMatchObject({ scholarId: first, resumeRow });
    const next = { resume_row: resumeRow + 10 };
    await db.transaction().execute((tx) => requeueItem(tx, item?.id ?? 0, { seconds: 0 }, next));
  }
});

test('a long profile at which one user waits is read from its beginning for another, and then serves the first', async () => {
  const { sandbox, admin, newUser, track, db } = await startService({
    sources: 'google_scholar',
    env: { ...FRESH, INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '600' },
    constants: { maxPagesPerScholar: 2 },
  });
  sandbox.addScholar(ONE, 25);
  await track(admin, ONE);
  await until(async () =>
    expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toMatchObject([
      { reason: 'continuation', resume_cstart: 20, status: 'queued' },
    ]),
  );
  const other = await newUser('other');
  await track(other, ONE);
  // the first crawl has made no progress for a while
  await sql`update queue_items set updated_at = now() - interval '31 seconds' where reason = 'continuation'`.execute(
    db,
  );
  await until(async () => {
    await sql`update queue_items set next_attempt_at = now() where user_id = ${other.userId}`.execute(db);
    expect((await other.ok('GET', '/runs/queue/items')).queue_items).toEqual([]);
  });
  expect(await untilQueueIsDone(admin), 'the first is served by the second').toEqual([]);
  for (const client of [admin, other]) expect((await client.ok('GET', '/publications')).total_count).toBe(25);
  expect(sandbox.requestCount(), 'two pages of the first, three of the second').toBe(5);
});
