import { expect, test } from 'vitest';
import { profileId, serviceOfFile, startService } from '../support/service.ts';
import { untilEnded, untilQueueIsDone } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'google_scholar' });

const ONE = profileId(1);

test('the first crawl of a scholar with 250 publications adds each once, unread, and the name of the profile', async () => {
  const { sandbox, admin, collect, db } = await openService();
  const { name, affiliation } = sandbox.addScholar(ONE, 250);
  const [id] = await collect(admin, [ONE]);
  const { scholars } = await admin.ok('GET', '/scholars');
  expect(scholars).toMatchObject([
    {
      id,
      scholar_id: ONE,
      display_name: name,
      affiliation,
      publication_count: 250,
      unread_count: 250,
      last_run_dt: null,
      crawl: { state: 'idle', collected: 250, next_attempt_dt: null, reason: null },
    },
  ]);
  const list = await admin.ok('GET', '/publications?page_size=500');
  expect(list).toMatchObject({ total_count: 250, unread_count: 250, latest_count: 0 });
  const items: { publication_id: number; is_read: boolean; pub_url: string; first_seen_at: string }[] =
    list.publications;
  expect(new Set(items.map((item) => item.publication_id)).size).toBe(250);
  expect(new Set(items.map((item) => item.pub_url)).size).toBe(250);
  expect(items.every((item) => !item.is_read)).toBe(true);
  expect(new Set(items.map((item) => item.first_seen_at)).size, 'one crawl, one time').toBe(1);
  expect(sandbox.requests.map(({ path }) => new URL(path, sandbox.origin).searchParams.get('cstart'))).toEqual([
    null,
    '100',
    '200',
  ]);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect(await db.selectFrom('publications').select('id').execute()).toHaveLength(250);
});

test('a run finds exactly the added publications, and mode=latest lists them', async () => {
  const { sandbox, admin, collect, runToEnd } = await openService();
  sandbox.addScholar(ONE, 120);
  sandbox.addScholar(profileId(2), 30);
  const [one, two] = await collect(admin, [ONE, profileId(2)]);
  const titles = ['First new work', 'Second new work', 'Third new work'];
  for (const title of titles) sandbox.addPublication(ONE, { title, italic: null });
  const { run, summary, scholar_results: results } = await runToEnd(admin);
  expect(run).toMatchObject({ trigger_type: 'manual', status: 'success', scholar_count: 2, new_publication_count: 3 });
  expect(run).toMatchObject({ failed_count: 0, partial_count: 0 });
  expect(summary).toMatchObject({ succeeded_count: 2, failed_count: 0, partial_count: 0, failed_state_counts: {} });
  expect(results).toMatchObject([
    { scholar_profile_id: one, state: 'ok', outcome: 'success', publication_count: 123, new_publication_count: 3 },
    { scholar_profile_id: two, state: 'ok', outcome: 'success', publication_count: 30, new_publication_count: 0 },
  ]);
  const latest = await admin.ok('GET', '/publications?mode=latest');
  expect(latest).toMatchObject({ total_count: 3, latest_count: 3, new_count: 3 });
  const found: { title: string; is_new_in_latest_run: boolean }[] = latest.publications;
  expect(found.map(({ title }) => title).sort()).toEqual([...titles].sort());
  expect(found.every((item) => item.is_new_in_latest_run)).toBe(true);
  const { scholars } = await admin.ok('GET', '/scholars');
  const crawled = scholars.find((scholar: { id: number }) => scholar.id === one);
  expect(crawled).toMatchObject({ publication_count: 123, last_run_status: 'success', last_run_dt: run.start_dt });

  const again = await runToEnd(admin);
  expect(again.run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect((await admin.ok('GET', '/publications?mode=latest')).total_count).toBe(0);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(153);
});

test('a run that takes over a first crawl ends with it, and the new publications belong to no run', async () => {
  const service = await startService({ sources: 'google_scholar', workers: 0 });
  const { sandbox, admin, track, startWorker } = service;
  sandbox.addScholar(ONE, 150);
  await track(admin, ONE);
  const { run_id } = await admin.ok('POST', '/runs/manual', { status: 201 });
  const { queue_items } = await admin.ok('GET', '/runs/queue/items');
  expect(queue_items).toMatchObject([{ reason: 'first_crawl', status: 'queued', last_run_id: run_id }]);
  await startWorker();
  const { run, scholar_results } = await untilEnded(admin, run_id);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect(scholar_results).toMatchObject([
    { outcome: 'success', attempt_count: 1, publication_count: 150, new_publication_count: 0 },
  ]);
  const list = await admin.ok('GET', '/publications?mode=latest');
  expect(list).toMatchObject({ total_count: 0, unread_count: 150 });
  expect(sandbox.requestCount()).toBe(2);
});

test('an empty profile is no_results', async () => {
  const { sandbox, admin, collect, runToEnd } = await openService();
  sandbox.addScholar(ONE, 0);
  await collect(admin, [ONE]);
  const { run, scholar_results } = await runToEnd(admin);
  expect(run.status).toBe('success');
  expect(scholar_results).toMatchObject([{ outcome: 'success', state: 'no_results', publication_count: 0 }]);
});

test('two users who track the same profile both get all publications, and each publication is one row', async () => {
  const { sandbox, admin, newUser, track, db } = await openService();
  sandbox.addScholar(ONE, 250);
  const other = await newUser('other');
  await Promise.all([track(admin, ONE), track(other, ONE)]);
  for (const client of [admin, other]) {
    await untilQueueIsDone(client);
    expect(await client.ok('GET', '/publications')).toMatchObject({ total_count: 250, unread_count: 250 });
  }
  expect(await db.selectFrom('publications').select('id').execute()).toHaveLength(250);
  expect(await db.selectFrom('listings').select('publication_id').execute()).toHaveLength(250);
  expect(await db.selectFrom('profiles').select('id').execute()).toHaveLength(1);
});

test('a profile with more pages than one attempt may request is continued after its run', async () => {
  const { sandbox, admin, collect } = await startService({
    sources: 'google_scholar',
    env: { INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '0', PROFILE_FULL_CRAWL_DAYS: '0' },
    constants: { maxPagesPerScholar: 2 },
  });
  sandbox.addScholar(ONE, 250);
  await collect(admin, [ONE]);
  sandbox.addPublication(ONE, { title: 'A new work', italic: null });
  const { run_id } = await admin.ok('POST', '/runs/manual');
  const { run, scholar_results, summary } = await untilEnded(admin, run_id);
  expect(run).toMatchObject({ status: 'partial_failure', partial_count: 1, new_publication_count: 1 });
  expect(scholar_results).toMatchObject([
    { outcome: 'partial', state: 'ok', attempt_count: 1, continuation_cstart: 200, continuation_enqueued: true },
  ]);
  expect(summary.retry_counts.retries_scheduled_count).toBe(1);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(251);
  expect(sandbox.requestCount(), 'three pages twice').toBe(6);
});
