import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { Client } from '../support/client.ts';
import { follow } from '../support/follow.ts';
import { adminId } from '../support/library.ts';
import { age } from '../support/prepare.ts';
import { profileId, type Service, serviceOfFile, startService } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';

const ONE = profileId(1);
const TWO = profileId(2);
const THREE = profileId(3);
const DROP = '/admin/db/drop-all-publications';
const CONFIRMED = { body: { confirmation_text: 'DROP ALL PUBLICATIONS' } };
const FRESH_TEN_A_PAGE = { PROFILE_FRESH_MINUTES: '60', INGESTION_PAGE_SIZE: '10' };
const openService = serviceOfFile({ sources: 'google_scholar', env: FRESH_TEN_A_PAGE });

/** A user's library by titles, which stay the same, with everything that the user did. */
async function libraryOf(client: Client) {
  const { publications } = await client.ok('GET', '/publications?page_size=500&sort_by=title');
  return publications.map((one: Record<string, unknown>): Record<string, unknown> => {
    const { title, author_text, year, is_read, is_favorite, first_seen_at, is_new_in_latest_run } = one;
    return { title, author_text, year, is_read, is_favorite, first_seen_at, is_new_in_latest_run };
  });
}

type Library = readonly Record<string, unknown>[];
const titlesOf = (library: Library) => library.map(({ title }) => title);
const marksOf = (library: Library) => library.map(({ title, is_read, is_favorite }) => [title, is_read, is_favorite]);

async function countsOf(client: Client) {
  const { total_count, unread_count, favorites_count } = await client.ok('GET', '/publications');
  return { total_count, unread_count, favorites_count };
}

async function idsOf(client: Client): Promise<number[]> {
  const { publications } = await client.ok('GET', '/publications?page_size=500');
  return publications.map((one: { publication_id: number }) => one.publication_id);
}

async function countsAreRight(db: Database): Promise<void> {
  const { rows } = await sql`
    select user_id from libraries l where (entry_count::bigint, unread_count::bigint, favorite_count::bigint) is distinct from (
      select row(count(*), count(*) filter (where not is_read), count(*) filter (where is_favorite))
      from library_entries u where u.user_id = l.user_id and not is_hidden)`.execute(db);
  expect(rows).toEqual([]);
}

/**
 * Two users: one tracks two profiles that share publications, the other one of these and a third, and no longer tracks
 * it. Both marked some.
 */
async function makeMarkedLibraries({ sandbox, admin, newUser, collect, runToEnd, db }: Service) {
  sandbox.addScholar(ONE, 25);
  sandbox.addScholar(TWO, 15, { shares: [{ id: ONE, first: 0, count: 5 }] });
  sandbox.addScholar(THREE, 12);
  const other = await newUser('other');
  await collect(admin, [ONE, TWO]);
  const [, gone] = await collect(other, [ONE, THREE]);
  sandbox.addPublication(ONE, { title: 'Found by a run', italic: null });
  await age(db, 'profiles.crawled_at', '2 hours');
  expect((await runToEnd(admin)).run).toMatchObject({ status: 'success', new_publication_count: 1 });
  expect((await runToEnd(other)).run).toMatchObject({ status: 'success', new_publication_count: 1 });
  const [mine, theirs] = [await idsOf(admin), await idsOf(other)];
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: mine.slice(3, 20) } });
  await other.ok('POST', '/publications/mark-read', { body: { publication_ids: theirs.slice(10, 30) } });
  for (const id of mine.slice(15, 22)) await admin.ok('POST', `/publications/${id}/favorite`);
  for (const id of theirs.slice(0, 4)) await other.ok('POST', `/publications/${id}/favorite`);
  return { other, gone: gone ?? 0 };
}

test('after a drop everything is crawled from the beginning, and the files of the drop restore the marks', async () => {
  const service = await openService();
  const { admin, sandbox, db, services, track, runToEnd } = service;
  const { other, gone } = await makeMarkedLibraries(service);
  const before = [await libraryOf(admin), await libraryOf(other)];
  const [oldIds, counts] = [await idsOf(admin), await countsOf(other)];
  await other.ok('DELETE', `/scholars/${gone}`);
  const stored = await sql<{ n: number }>`select count(*) as n from publications`.execute(db);

  const dropped = await admin.ok('POST', DROP, CONFIRMED);
  expect(dropped).toEqual({ deleted_count: stored.rows[0]?.n, message: expect.stringContaining('3 scholars') });
  for (const client of [admin, other]) expect(await untilQueueIsDone(client)).toEqual([]);
  expect((await admin.ok('GET', '/scholars')).scholars).toMatchObject([
    { baseline_completed: true },
    { baseline_completed: true },
  ]);
  expect(titlesOf(await libraryOf(admin))).toEqual(titlesOf(before[0]));
  expect((await idsOf(admin)).filter((id) => oldIds.includes(id))).toEqual([]);
  expect((await admin.ok('GET', '/publications?mode=latest')).total_count).toBe(0);
  await countsAreRight(db);

  const [folder = ''] = /drops\/\S+/.exec(dropped.message) ?? [];
  const files = join(services.config.dataDir, folder);
  const restore = async (client: Client, userId: number) =>
    client.ok('POST', '/scholars/import', { body: JSON.parse(await readFile(join(files, `${userId}.json`), 'utf8')) });
  await restore(admin, await adminId(db));
  expect(marksOf(await libraryOf(admin))).toEqual(marksOf(before[0]));
  // the file restores favorites of an untracked scholar; hidden entries return with the scholar
  await restore(other, other.userId);
  await track(other, THREE);
  await untilQueueIsDone(other);
  expect(titlesOf(await libraryOf(other))).toEqual(titlesOf(before[1]));
  expect(await countsOf(other)).toMatchObject({
    total_count: counts.total_count,
    favorites_count: counts.favorites_count,
  });
  await countsAreRight(db);

  await age(db, 'profiles.crawled_at', '2 hours');
  const requested = sandbox.requestCount();
  expect((await runToEnd(admin)).run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect(sandbox.requestCount() - requested, 'first pages that show nothing new').toBe(2);
});

test('a drop in the middle of a crawl cancels the run, and a late response changes nothing', async () => {
  const service = await openService();
  const { admin, newUser, sandbox, db, collect, track, runToEnd } = service;
  for (const id of [ONE, TWO]) sandbox.addScholar(id, 30);
  const other = await newUser('other');
  await collect(admin, [ONE]);
  const off = await track(other, TWO);
  await untilQueueIsDone(other);
  await other.ok('PATCH', `/scholars/${off}/toggle`);
  const before = await libraryOf(admin);
  await age(db, 'profiles.crawled_at', '2 hours');
  await age(db, 'profiles.fully_crawled_at', '30 days');
  sandbox.setFault(ONE, { kind: 'hang', times: 1 });
  const requested = sandbox.requestCount();
  const { run_id } = await admin.ok('POST', '/runs/manual');
  const stream = await follow(admin, run_id);
  await until(async () => expect(sandbox.requestCount()).toBeGreaterThan(requested));

  expect(await admin.ok('POST', DROP, CONFIRMED)).toMatchObject({ deleted_count: 60 });
  expect(await stream.over).toBe('ended');
  expect(stream.events.at(-1)).toMatchObject({ event: 'run_complete', data: { status: 'canceled' } });
  const { run, scholar_results } = await admin.ok('GET', `/runs/${run_id}`);
  expect(run.status).toBe('canceled');
  expect(scholar_results).toMatchObject([
    { outcome: 'skipped', state_reason: 'canceled', continuation_enqueued: true },
  ]);
  sandbox.release();
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect(titlesOf(await libraryOf(admin))).toEqual(titlesOf(before));
  await countsAreRight(db);
  // a disabled scholar is crawled when it is enabled again
  expect(await other.ok('GET', '/publications')).toMatchObject({ total_count: 0 });
  expect((await other.ok('GET', '/scholars')).scholars).toMatchObject([
    { is_enabled: false, baseline_completed: false },
  ]);
  expect((await other.ok('GET', '/runs/queue/items')).queue_items).toEqual([]);
  await other.ok('PATCH', `/scholars/${off}/toggle`);
  expect((await runToEnd(other)).run).toMatchObject({ status: 'success' });
  expect((await other.ok('GET', '/publications')).total_count).toBe(30);
});

test('drops beside crawls, marks and readers cause no error, and in the end every publication is back', async () => {
  const service = await startService({ sources: 'google_scholar', env: { INGESTION_PAGE_SIZE: '10' }, workers: 2 });
  const { admin, newUser, sandbox, db, track, url, log } = service;
  for (const id of [ONE, TWO, THREE]) sandbox.addScholar(id, 30);
  const other = await newUser('other');
  for (const client of [admin, other]) for (const id of [ONE, TWO, THREE]) await track(client, id);
  let over = false;
  const keepOn = async (work: () => Promise<unknown>) => {
    while (!over) await work();
  };
  const reader = new Client(url);
  await reader.signIn('admin@lectern.example', 'correct horse battery staple');
  const busy = Promise.all([
    keepOn(() => reader.ok('GET', '/publications?sort_by=scholar')),
    keepOn(() => reader.ok('GET', '/scholars')),
    keepOn(() => other.ok('POST', '/publications/mark-all-read', { body: {} })),
    keepOn(() => admin.ok('POST', '/admin/db/repairs/publication-links', { body: { scope_mode: 'all_users' } })),
  ]);
  for (let drops = 0; drops < 2; drops += 1) {
    const requested = sandbox.requestCount();
    await until(async () => expect(sandbox.requestCount()).toBeGreaterThan(requested + 2));
    await admin.ok('POST', DROP, CONFIRMED);
  }
  over = true;
  await busy;
  for (const client of [admin, other]) {
    expect(await untilQueueIsDone(client)).toEqual([]);
    expect((await client.ok('GET', '/publications')).total_count).toBe(90);
  }
  await countsAreRight(db);
  expect(log()).not.toMatch(/deadlock|could not be saved|request failed/);
});
