import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeWorkDue } from '../support/due.ts';
import { profileId, serviceOfFile, startService } from '../support/service.ts';
import { until, untilEnded, untilQueueIsDone } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'google_scholar' });
const openWithoutWorker = serviceOfFile({ sources: 'google_scholar', workers: 0 });

const ONE = profileId(1);
const TWO = profileId(2);

test('if a scholar is deleted while its page is requested, the page changes nothing and the run ends', async () => {
  const { sandbox, admin, track, collect, db, log } = await openService();
  sandbox.addScholar(ONE, 150);
  sandbox.addScholar(TWO, 10);
  await collect(admin, [TWO]);
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  const requested = sandbox.requestCount();
  const id = await track(admin, ONE);
  await until(async () => expect(sandbox.requestCount()).toBe(requested + 1));
  const { run_id } = await admin.ok('POST', '/runs/manual');
  await admin.ok('DELETE', `/scholars/${id}`);
  sandbox.release();
  const { run, scholar_results } = await untilEnded(admin, run_id);
  expect(run).toMatchObject({ status: 'success', scholar_count: 2 });
  const gone = scholar_results.find((result: { scholar_id: string }) => result.scholar_id === ONE);
  expect(gone).toMatchObject({
    scholar_profile_id: null,
    outcome: 'skipped',
    state: null,
    state_reason: 'no_longer_tracked',
  });
  await until(async () => expect(log()).toContain('the claim on this item was lost'));
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(10);
  expect(await db.selectFrom('publications').select('id').execute()).toHaveLength(10);
});

test('a waiting run ends when its only scholar is deleted', async () => {
  const { sandbox, admin, track } = await openWithoutWorker();
  sandbox.addScholar(ONE, 150);
  const id = await track(admin, ONE);
  const { run_id } = await admin.ok('POST', '/runs/manual');
  await admin.ok('DELETE', `/scholars/${id}`);
  const { run } = await untilEnded(admin, run_id);
  expect(run).toMatchObject({ status: 'success', scholar_count: 1 });
  expect(await untilQueueIsDone(admin)).toEqual([]);
});

test('a scholar that is deleted while a run starts leaves no run that waits forever', async () => {
  const { sandbox, admin, track, db } = await openWithoutWorker();
  for (let round = 1; round <= 8; round += 1) {
    sandbox.addScholar(profileId(round), 5);
    const id = await track(admin, profileId(round));
    const [started] = await Promise.all([admin.call('POST', '/runs/manual'), admin.ok('DELETE', `/scholars/${id}`)]);
    expect(started.status).toBe(201);
    await untilEnded(admin, started.data.run_id);
  }
  expect(await db.selectFrom('run_scholars').select('id').where('outcome', '=', 'pending').execute()).toEqual([]);
});

test('marks are restored with the scholar; favorites and the publications of another scholar always stay', async () => {
  const { sandbox, admin, collect, track, db } = await openService();
  sandbox.addScholar(ONE, 30);
  sandbox.addScholar(TWO, 20, { shares: [{ id: ONE, first: 0, count: 5 }] });
  const [one, two] = await collect(admin, [ONE, TWO]);
  const all = await admin.ok('GET', '/publications');
  expect(all.total_count, '30 and 20, of which 5 are the same publications').toBe(45);
  const shared: number[] = [];
  const own: number[] = [];
  for (const item of all.publications) {
    const names: number[] = item.scholars.map((scholar: { scholar_profile_id: number }) => scholar.scholar_profile_id);
    if (names.includes(Number(one))) (names.includes(Number(two)) ? shared : own).push(item.publication_id);
  }
  expect([shared.length, own.length]).toEqual([5, 25]);
  const [favorite = 0, read = 0] = own;
  await admin.ok('POST', `/publications/${favorite}/favorite`);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [read] } });

  expect(await admin.ok('DELETE', `/scholars/${one}`)).toEqual({ message: expect.any(String) });
  const left = await admin.ok('GET', '/publications');
  expect(left).toMatchObject({ total_count: 21, unread_count: 21, favorites_count: 1 });
  const kept = left.publications.find((item: { publication_id: number }) => item.publication_id === favorite);
  expect(kept).toMatchObject({ scholar_profile_id: null, scholar_label: null, scholars: [], is_favorite: true });
  for (const id of shared) {
    const item = left.publications.find((one: { publication_id: number }) => one.publication_id === id);
    expect(item).toMatchObject({ scholar_profile_id: two, scholars: [{ scholar_profile_id: two }] });
  }

  const again = await track(admin, ONE);
  expect(again).not.toBe(one);
  await untilQueueIsDone(admin);
  const back = await admin.ok('GET', '/publications');
  expect(back).toMatchObject({ total_count: 45, unread_count: 44, favorites_count: 1 });
  const item = back.publications.find((one: { publication_id: number }) => one.publication_id === read);
  expect(item).toMatchObject({ is_read: true, scholar_profile_id: again });
  const links = await db.selectFrom('user_publications').select('publication_id').execute();
  expect(links).toHaveLength(45);
  await makeWorkDue(db);
  expect((await sql`select from queue_items`.execute(db)).rows).toEqual([]);
});

test('the first crawl of a disabled scholar pauses, and continues when the scholar is enabled again', async () => {
  const { sandbox, admin, track } = await openService();
  sandbox.addScholar(profileId(1), 250);
  sandbox.setFault(profileId(1), { kind: 'hang', times: 1 });
  const id = await track(admin, profileId(1));
  await until(async () => expect(sandbox.requestCount()).toBe(1));
  await admin.ok('PATCH', `/scholars/${id}/toggle`);
  sandbox.release();
  await until(async () => expect((await admin.ok('GET', '/publications')).total_count).toBe(100));
  sandbox.addScholar(profileId(2), 3);
  await track(admin, profileId(2));
  await until(async () => expect((await admin.ok('GET', '/publications')).total_count).toBe(103));
  expect(sandbox.requestCount(), 'others have their turns, this one has none').toBe(2);
  await admin.ok('PATCH', `/scholars/${id}/toggle`);
  await untilQueueIsDone(admin);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(253);
});

test('a scholar or user that is disabled during a run is no longer crawled, and the run continues without it', async () => {
  const { sandbox, admin, newUser, collect, db } = await startService({
    sources: 'google_scholar',
    env: { INGESTION_PAGE_SIZE: '10', PROFILE_FULL_CRAWL_DAYS: '0' },
  });
  const [one, two] = [profileId(1), profileId(2)];
  for (const id of [one, two]) sandbox.addScholar(id, 30);
  const other = await newUser('other');
  const [id] = await collect(admin, [one]);
  await collect(other, [two]);
  for (const profile of [one, two]) sandbox.setFault(profile, { kind: 'hang', times: 1 });
  const before = sandbox.requestCount();
  const { run_id: mine } = await admin.ok('POST', '/runs/manual');
  const { run_id: theirs } = await other.ok('POST', '/runs/manual');
  await until(async () => expect(sandbox.requestCount()).toBe(before + 2));
  await admin.ok('PATCH', `/scholars/${id}/toggle`);
  await admin.ok('PATCH', `/admin/users/${other.userId}/active`, { body: { is_active: false } });
  sandbox.release();
  await until(async () => {
    const { rows } = await sql`select status from runs where id in (${mine}, ${theirs}) and end_dt is not null`.execute(
      db,
    );
    expect(rows).toHaveLength(2);
  });
  expect(sandbox.requestCount(), 'the pages under way were the last').toBe(before + 2);
  expect((await admin.ok('GET', `/runs/${mine}`)).scholar_results).toMatchObject([
    { outcome: 'partial', state: 'ok', state_reason: 'disabled', continuation_enqueued: true, continuation_cstart: 10 },
  ]);
  await admin.ok('PATCH', `/scholars/${id}/toggle`);
  expect(await untilQueueIsDone(admin), 'enabled again, it goes on at its row').toEqual([]);
  expect(sandbox.requestCount()).toBe(before + 4);
});
