import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { NewRecord } from '../../src/publications/records.ts';
import { saveRecords } from '../../src/publications/save-records.ts';
import { GOOGLE_SCHOLAR } from '../../src/sources/source.ts';
import { adminId, makeRows, savePageOf, track } from '../support/library.ts';
import { expectSound, merge, readLibraries, unmerge } from '../support/merges.ts';
import { profileId, type Service, serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile();
const openCrawling = serviceOfFile({
  sources: 'google_scholar',
  env: { INGESTION_PAGE_SIZE: '10', PROFILE_FULL_CRAWL_DAYS: '1' },
});

const [ONE, TWO] = [profileId(1), profileId(2)];

/** Two users of two profiles. The second profile also lists publication 5 of the first one, under another key. */
async function startCollected(): Promise<Service & { other: Awaited<ReturnType<Service['newUser']>> }> {
  const service = await openCrawling();
  service.sandbox.addScholar(ONE, 25);
  service.sandbox.addScholar(TWO, 25, { shares: [{ id: ONE, first: 5, count: 5 }] });
  const other = await service.newUser('other');
  await service.collect(service.admin, [ONE, TWO]);
  await service.collect(other, [TWO]);
  return Object.assign(service, { other });
}

/** The publications that a profile lists, in the order of their listings. */
async function listedBy(db: Database, profile: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.publication_id as id from listings l join profiles p on p.id = l.profile_id
    where p.source_id = ${profile} order by l.number`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes the next crawls read every page, and save each as if it had changed. */
async function forgetCrawls(db: Database): Promise<void> {
  await sql`update profiles set top_digest = null, fully_crawled_at = null, settled_listing = null`.execute(db);
}

async function describe(db: Database): Promise<unknown> {
  const users = await db.selectFrom('users').select('id').orderBy('id').execute();
  return readLibraries(
    db,
    users.map(({ id }) => id),
  );
}

test('full crawls after a merge, or after its undo, add and change nothing', async () => {
  const { db, admin, other, runToEnd } = await startCollected();
  const [one, two] = [await listedBy(db, ONE), await listedBy(db, TWO)];
  const [a = 0, b = 0, c = 0] = one.filter((id) => !two.includes(id));
  const [d = 0, e = 0] = two.filter((id) => !one.includes(id));
  const [shared = 0] = one.filter((id) => two.includes(id));
  await forgetCrawls(db);
  await runToEnd(admin);
  const atFirst = await describe(db);
  const counted = await sql<{ n: number }>`select count(*) as n from publications`.execute(db);
  // two of one profile, two of two profiles, and one that both profiles list
  const jobs = [await merge(db, a, b, c), await merge(db, d, shared), await merge(db, e, d)];
  const total = async (client: typeof admin) => (await client.ok('GET', '/publications')).total_count;
  const totals = [await total(admin), await total(other)];
  expect(totals).toEqual([41, 23]);
  // the first crawl updates the counts of rows that the canonical publication did not show
  await forgetCrawls(db);
  await runToEnd(admin);
  const merged = await describe(db);
  for (const client of [admin, other]) {
    await forgetCrawls(db);
    const { run } = await runToEnd(client);
    expect(run).toMatchObject({ status: 'success', new_publication_count: 0 });
    expect(await describe(db)).toEqual(merged);
  }
  expect([await total(admin), await total(other)]).toEqual(totals);
  expect((await sql<{ n: number }>`select count(*) as n from publications`.execute(db)).rows).toEqual(counted.rows);

  for (const job of jobs.toReversed()) await admin.ok('POST', `/admin/db/repairs/${job}/undo`);
  expect([await total(admin), await total(other)]).toEqual([45, 25]);
  for (const client of [admin, other]) {
    await forgetCrawls(db);
    expect((await runToEnd(client)).run).toMatchObject({ status: 'success', new_publication_count: 0 });
  }
  expect(await describe(db)).toEqual(atFirst);
});

test('a user who begins to track a profile with both versions of a merged publication gets it once, and after the undo gets both', async () => {
  const { db, admin, newUser, collect, sandbox } = await startCollected();
  const [one, two] = [await listedBy(db, ONE), await listedBy(db, TWO)];
  const [a = 0, b = 0] = one.filter((id) => two.includes(id));
  const job = await merge(db, a, b);
  const third = profileId(3);
  sandbox.addScholar(third, 12, { shares: [{ id: ONE, first: 5, count: 5 }] });
  const late = await newUser('late');
  const known = await sql<{ n: number }>`select count(*) as n from publications`.execute(db);
  await collect(late, [TWO, third]);
  const items = (await late.ok('GET', '/publications?page_size=200')).publications;
  const ids = items.map((item: { publication_id: number }) => item.publication_id);
  expect(ids.filter((id: number) => id === a)).toHaveLength(1);
  expect(ids).not.toContain(b);
  const now = await sql<{ n: number }>`select count(*) as n from publications`.execute(db);
  expect(Number(now.rows[0]?.n) - Number(known.rows[0]?.n), 'only what nobody knew').toBe(7);
  await late.ok('POST', '/publications/mark-read', { body: { publication_ids: [b] } });
  await admin.ok('POST', `/admin/db/repairs/${job}/undo`);
  const apart = (await late.ok('GET', '/publications?page_size=200')).publications;
  const marks = apart.flatMap((item: { publication_id: number; is_read: boolean }) =>
    [a, b].includes(item.publication_id) ? [[item.publication_id, item.is_read]] : [],
  );
  expect(marks.sort()).toEqual([
    [a, true],
    [b, true],
  ]);
  await expectSound(db);
});

test('concurrent merges, undos, full crawls, marks and untracking lose nothing and leave a consistent database', async () => {
  const { db, admin, other, runToEnd, log } = await startCollected();
  const [one, two] = [await listedBy(db, ONE), await listedBy(db, TWO)];
  const apart = await describe(db);
  const shared = one.filter((id) => two.includes(id));
  const own = one.filter((id) => !two.includes(id));
  for (let round = 0; round < 2; round += 1) {
    await forgetCrawls(db);
    const [s = 0, t = 0, o = 0, p = 0] = [shared[round], shared[round + 1], own[round], own[round + 1]];
    const crawls = Promise.all([runToEnd(admin), runToEnd(other)]);
    const jobs = await Promise.all([merge(db, s, o), merge(db, p, o, t), merge(db, t, p)]);
    for (const job of jobs.toSorted((x, y) => y - x)) await undoFrom(admin, job);
    await crawls;
  }
  expect(await describe(db)).toEqual(apart);

  const marking = async () => {
    for (const id of [...shared, ...own]) {
      await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [id] } });
      await admin.ok('POST', `/publications/${id}/favorite`, { body: { is_favorite: true } });
    }
  };
  const [scholar] = (await other.ok('GET', '/scholars')).scholars;
  await forgetCrawls(db);
  await Promise.all([
    marking(),
    ...shared.slice(1).map((id) => merge(db, shared[0] ?? 0, id)),
    ...own.slice(1).map((id) => merge(db, own[0] ?? 0, id)),
    runToEnd(admin),
    other.ok('DELETE', `/scholars/${scholar.id}`),
  ]);
  await expectSound(db);
  const { publications, total_count } = await admin.ok('GET', '/publications?page_size=200');
  expect(total_count).toBe(two.length - shared.length + 2);
  const merged = publications.filter((item: { publication_id: number }) =>
    [own[0], shared[0]].includes(item.publication_id),
  );
  expect(merged).toHaveLength(2);
  for (const item of merged) expect(item).toMatchObject({ is_read: true, is_favorite: true });
  expect((await other.ok('GET', '/publications')).total_count).toBe(0);
  expect(log()).not.toContain('"level":"error"');
});

test('full crawls of unchanged profiles and merges of what they list end without a deadlock', async () => {
  const { db } = await openService();
  const user = await adminId(db);
  const save = async (profile: string, rows: NewRecord[]) => savePageOf(db, await track(db, user, profile), rows);
  const rowsOf = (profile: string) => makeRows(profile, [0, 40], (at) => ({ clusterKey: `cluster:${at}` }));
  await save(ONE, rowsOf(ONE));
  // the opposite order, in which a crawl that held no lock on identity would meet a merge
  const rows = rowsOf(TWO).toReversed();
  await save(TWO, rows);
  const ids = await listedBy(db, ONE);
  const { id: profileId } = await db
    .selectFrom('profiles')
    .select('id')
    .where('source_id', '=', TWO)
    .executeTakeFirstOrThrow();
  let isMerging = true;
  const crawl = async () => {
    for (let fullCrawl = 1; isMerging; fullCrawl += 1) {
      const page = { source: GOOGLE_SCHOLAR, profileId, lastNumber: rows.length, records: rows, fullCrawl };
      await db.transaction().execute((tx) => saveRecords(tx, page));
    }
  };
  const mergeAndUndo = async () => {
    const [target = 0, ...merged] = ids;
    for (let round = 0; round < 5; round += 1) await unmerge(db, await merge(db, target, ...merged));
    isMerging = false;
  };
  await Promise.all([crawl(), mergeAndUndo()]);
  await expectSound(db);
});

/** Undoes a job, after undoing the jobs that depend on it. */
async function undoFrom(admin: Service['admin'], job: number): Promise<void> {
  const { status, error } = await admin.call('POST', `/admin/db/repairs/${job}/undo`);
  if (status === 200) return;
  expect(error).toMatchObject({ code: 'merge_superseded' });
  for (const later of error.details.job_ids) await undoFrom(admin, later);
  await undoFrom(admin, job);
}
