import type { Sandbox } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeWorkDue } from '../support/due.ts';
import { age } from '../support/prepare.ts';
import { profileId, serviceOfFile, startService } from '../support/service.ts';
import { until, untilEnded, untilQueueIsDone } from '../support/wait.ts';

const ONE = profileId(1);
const TEN_A_PAGE = { INGESTION_PAGE_SIZE: '10' };
const openService = serviceOfFile({ sources: 'google_scholar', env: TEN_A_PAGE });

/** Adds publications before all others, as on a profile that is sorted by date. */
function addNew(sandbox: Sandbox, count: number, word = 'new'): void {
  for (let n = 1; n <= count; n += 1)
    sandbox.addPublication(ONE, { title: `A ${word} work, number ${n}`, italic: null });
}

/** The first rows of the pages requested since `from`. */
function requestedRows(sandbox: Sandbox, from = 0): number[] {
  const requested = sandbox.requests.slice(from);
  return requested.map(({ path }) => Number(new URL(path, sandbox.origin).searchParams.get('cstart') ?? 0));
}

test('a crawl without new publications takes one request; otherwise it stops at the first page without new ones', async () => {
  const { sandbox, admin, collect, runToEnd } = await openService();
  sandbox.addScholar(ONE, 50);
  await collect(admin, [ONE]);
  expect(requestedRows(sandbox)).toEqual([0, 10, 20, 30, 40]);
  const quiet = await runToEnd(admin);
  expect(requestedRows(sandbox, 5)).toEqual([0]);
  expect(quiet.run).toMatchObject({ status: 'success', new_publication_count: 0 });
  addNew(sandbox, 13);
  const { run } = await runToEnd(admin);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 13 });
  // the second page has three new rows, the third none
  expect(requestedRows(sandbox, 6)).toEqual([0, 10, 20]);
  await runToEnd(admin);
  expect(requestedRows(sandbox, 9)).toEqual([0]);
});

test('a check of a page whose rows are known still finds another name, and later another row', async () => {
  const { sandbox, admin, collect, runToEnd, db } = await openService();
  sandbox.addScholar(ONE, 8);
  const [id] = await collect(admin, [ONE]);
  const digest = async () =>
    (await db.selectFrom('profiles').select('top_digest').executeTakeFirstOrThrow()).top_digest;
  const saved = await digest();
  await sql`update profiles set display_name = 'Before', rows_missed_since = now()`.execute(db);
  // a row that is compared would be corrected
  await sql`update records set title = 'Not compared' where id = (select min(id) from records)`.execute(db);
  const { scholar_results: results } = await runToEnd(admin);
  expect(results).toMatchObject([
    { scholar_profile_id: id, state: 'ok', state_reason: null, outcome: 'success', publication_count: 8 },
  ]);
  const titles = async () => (await db.selectFrom('records').select('title').execute()).map(({ title }) => title);
  expect(await titles()).toContain('Not compared');
  expect(await digest()).toEqual(saved);
  const profile = await db.selectFrom('profiles').selectAll().executeTakeFirstOrThrow();
  expect(profile.display_name).not.toBe('Before');
  expect(profile.rows_missed_since, 'only a full crawl can tell').not.toBeNull();
  addNew(sandbox, 1);
  expect((await runToEnd(admin)).run).toMatchObject({ status: 'success', new_publication_count: 1 });
  expect(await titles()).not.toContain('Not compared');
  expect(await digest()).not.toEqual(saved);
});

test('a profile that is reset while a known page is requested is read again', async () => {
  const { sandbox, admin, collect, db } = await openService();
  sandbox.addScholar(ONE, 8);
  await collect(admin, [ONE]);
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  const before = sandbox.requestCount();
  const { run_id } = await admin.ok('POST', '/runs/manual');
  await until(async () => expect(sandbox.requestCount()).toBe(before + 1));
  await sql`update profiles set top_digest = null, top_listing = null`.execute(db);
  await sql`update records set title = 'To be compared'`.execute(db);
  sandbox.release();
  const { run } = await untilEnded(admin, run_id);
  expect(run).toMatchObject({ status: 'success' });
  expect(sandbox.requestCount()).toBe(before + 2);
  const titles = await db.selectFrom('records').select('title').where('title', '=', 'To be compared').execute();
  expect(titles).toEqual([]);
});

test('after an interrupted crawl the next one reads the whole profile, so that no publication is missed', async () => {
  const { sandbox, admin, collect, runToEnd } = await startService({
    sources: 'google_scholar',
    env: TEN_A_PAGE,
    constants: { continuationMaxAttempts: 1 },
  });
  sandbox.addScholar(ONE, 30);
  await collect(admin, [ONE]);
  addNew(sandbox, 20);
  // the first page arrives, the second one has another layout, and the item is dropped
  sandbox.setFault(ONE, { kind: 'layout', after: 1 });
  const { run_id } = await admin.ok('POST', '/runs/manual');
  const dropped = await untilQueueIsDone(admin);
  expect(dropped).toMatchObject([{ dropped_reason: 'attempts_exhausted', resume_cstart: 10, last_run_id: run_id }]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(40);
  sandbox.setFault(ONE, null);
  const before = sandbox.requestCount();
  const { run } = await runToEnd(admin);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 10 });
  expect(requestedRows(sandbox, before)).toEqual([0, 10, 20, 30, 40]);
  await runToEnd(admin);
  expect(requestedRows(sandbox, before + 5), 'and the one after that stops early again').toEqual([0]);
});

test('every seven days a full crawl finds publications that were added between old ones', async () => {
  const { sandbox, admin, collect, runToEnd, db } = await openService();
  sandbox.addScholar(ONE, 30);
  await collect(admin, [ONE]);
  sandbox.addPublication(ONE, { title: 'An old work without a date', year: null, italic: null });
  expect((await runToEnd(admin)).run.new_publication_count, 'it stands on the last page').toBe(0);
  await age(db, 'profiles.fully_crawled_at', '7 days');
  const before = sandbox.requestCount();
  expect((await runToEnd(admin)).run.new_publication_count).toBe(1);
  expect(requestedRows(sandbox, before)).toEqual([0, 10, 20, 30]);
});

test('an item that failed on a later page continues at its row, and a run that takes it over crawls the first page again', async () => {
  const { sandbox, admin, track, runToEnd, db } = await openService();
  sandbox.addScholar(ONE, 30);
  sandbox.setFault(ONE, { kind: 'layout', after: 1, times: 1 });
  const id = await track(admin, ONE);
  const failed = async () => (await admin.ok('GET', '/runs/queue/items')).queue_items;
  await until(async () => expect(await failed()).toMatchObject([{ status: 'queued', attempt_count: 1 }]));
  expect(await failed()).toMatchObject([
    { resume_cstart: 10, reason: 'retry', last_error: 'layout_changed: no_profile_landmarks' },
  ]);
  await makeWorkDue(db);
  await untilQueueIsDone(admin);
  expect(requestedRows(sandbox)).toEqual([0, 10, 10, 20]);

  addNew(sandbox, 12);
  sandbox.setFault(ONE, { kind: 'layout', after: 1, times: 1 });
  await admin.ok('POST', '/runs/manual');
  await until(async () => expect(await failed()).toMatchObject([{ resume_cstart: 10, attempt_count: 1 }]));
  addNew(sandbox, 1, 'later');
  const before = sandbox.requestCount();
  const { run, scholar_results } = await runToEnd(admin);
  expect(run).toMatchObject({ status: 'success' });
  expect(scholar_results).toMatchObject([{ outcome: 'success', start_cstart: 10, continuation_cleared: true }]);
  expect(requestedRows(sandbox, before)[0]).toBe(10);
  expect(requestedRows(sandbox, before)).toContain(0);
  expect((await admin.ok('GET', `/publications?scholar_profile_id=${id}`)).total_count).toBe(43);
});

test('a page with a changed class for authors is not stored, and the normal page later adds nothing new', async () => {
  const { sandbox, admin, db, track, runToEnd } = await openService();
  sandbox.addScholar(ONE, 30);
  sandbox.setFault(ONE, { kind: 'layout', renamed: 'gs_gray', after: 1, times: 1 });
  await track(admin, ONE);
  await until(async () => {
    const { queue_items } = await admin.ok('GET', '/runs/queue/items');
    expect(queue_items).toMatchObject([
      { status: 'queued', attempt_count: 1, resume_cstart: 10, last_error: 'layout_changed: authors_missing' },
    ]);
  });
  const { scholars } = await admin.ok('GET', '/scholars');
  expect(scholars).toMatchObject([{ baseline_completed: false }]);
  const list = async (query = '') => admin.ok('GET', `/publications?page_size=100${query}`);
  expect((await list()).total_count, 'the first page alone').toBe(10);

  await makeWorkDue(db);
  await untilQueueIsDone(admin);
  expect((await admin.ok('GET', '/scholars')).scholars).toMatchObject([{ baseline_completed: true }]);
  const { publications, total_count } = await list();
  expect(total_count).toBe(30);
  expect(publications.filter(({ author_text }: { author_text: string | null }) => author_text === null)).toEqual([]);
  const { run } = await runToEnd(admin);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect((await list('&mode=latest')).total_count).toBe(0);
});

test('with GOOGLE_SCHOLAR_OBEY_ROBOTS only first pages are requested, and the run reports that', async () => {
  const { sandbox, admin, collect, runToEnd } = await startService({
    sources: 'google_scholar',
    env: { ...TEN_A_PAGE, GOOGLE_SCHOLAR_OBEY_ROBOTS: '1' },
  });
  sandbox.addScholar(ONE, 30);
  await collect(admin, [ONE]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(10);
  addNew(sandbox, 2);
  const { run, scholar_results } = await runToEnd(admin);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 2 });
  expect(scholar_results[0].warnings).toEqual(['only the first page was read: GOOGLE_SCHOLAR_OBEY_ROBOTS is set']);
  expect(requestedRows(sandbox)).toEqual([0, 0]);
});
