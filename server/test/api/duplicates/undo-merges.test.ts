import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { untrackScholar } from '../../../src/crawling/track-scholar.ts';
import { listActiveMerges } from '../../../src/duplicates/store.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { mergePublications, unmergePublications } from '../../../src/publications/merge.ts';
import { adminId, endedRun, makeRows, savePageOf, track } from '../../support/library.ts';
import { expectSound, makeMergeJob, merge, readLibraries, unmerge } from '../../support/merges.ts';
import { putPdf } from '../../support/pdfs.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

async function startLibrary() {
  const service = await openService();
  const { db, admin, newUser } = service;
  const user = await adminId(db);
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('A', [0, 6]));
  const { publications } = await admin.ok('GET', '/publications?sort_by=title&sort_dir=asc');
  const ids: number[] = publications.map((item: { publication_id: number }) => item.publication_id);
  const other = await newUser('other');
  const theirs = await track(db, other.userId, 'AAAAAAAAAAAA');
  await savePageOf(db, theirs, makeRows('A', [0, 6]));
  const undo = (job: number) => admin.ok('POST', `/admin/db/repairs/${job}/undo`);
  const item = async (id: number, client = admin) => {
    const page = await client.ok('GET', '/publications?page_size=200');
    return page.publications.find((one: { publication_id: number }) => one.publication_id === id);
  };
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const seen = () => readLibraries(db, [user, other.userId]);
  return { ...service, user, scholar, theirs, other, undo, item, seen, a, b, c, d };
}

test('a merged publication is shown once with the marks of both, and its old id works wherever a publication is named', async () => {
  const { db, admin, other, item, undo, user, a, b, c } = await startLibrary();
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [b] } });
  await other.ok('POST', `/publications/${c}/favorite`, { body: { is_favorite: true } });
  const run = await endedRun(db, user);
  const seen = await item(a);
  await sql`update user_publications set first_seen_run_id = ${run}, first_seen_at = '2020-01-01' where user_id = ${user} and publication_id = ${b}`.execute(
    db,
  );
  const job = await merge(db, a, b, c);
  expect(await admin.ok('GET', '/publications?search=work')).toMatchObject({
    total_count: 4,
    unread_count: 3,
    favorites_count: 0,
  });
  expect(await item(a)).toMatchObject({
    is_read: true,
    is_favorite: false,
    // its own first sight, not that of the others
    first_seen_at: seen.first_seen_at,
    is_new_in_latest_run: false,
  });
  expect(await item(a, other)).toMatchObject({ is_read: false, is_favorite: true });
  expect(await item(b)).toBeUndefined();

  expect(await admin.ok('POST', `/publications/${b}/favorite`, { body: {} })).toMatchObject({
    publication: { publication_id: a, is_favorite: true },
  });
  const mark = { publication_ids: [b, c, a], is_read: false };
  expect(await admin.ok('POST', '/publications/mark-read', { body: mark })).toMatchObject({
    requested_count: 3,
    updated_count: 1,
  });
  expect(await admin.ok('POST', `/publications/${c}/retry-pdf`)).toMatchObject({ publication: { publication_id: a } });
  expect(await admin.ok('POST', `/admin/db/pdf-queue/${c}/requeue`)).toMatchObject({ publication_id: a });
  await undo(job);
  // the canonical publication keeps its marks, and the others are as they were
  expect(await item(a)).toMatchObject({ is_read: false, is_favorite: true });
  expect(await item(b)).toMatchObject({
    is_read: true,
    is_favorite: false,
    first_seen_at: '2020-01-01T00:00:00.000Z',
    is_new_in_latest_run: true,
  });
  expect(await item(c)).toMatchObject({ is_read: false, is_favorite: false });
  expect(await item(a, other)).toMatchObject({ is_favorite: true });
  expect(await item(c, other)).toMatchObject({ is_favorite: true });
  await expectSound(db);
});

test('an undo responds in the shape of a repair and has an effect only once; later merges must be undone first', async () => {
  const { db, admin, undo, seen, a, b, c, d } = await startLibrary();
  const before = await seen();
  const first = await merge(db, a, b);
  const second = await merge(db, c, a);
  const third = await merge(db, d, c);
  const refused = await admin.fails(409, 'merge_superseded', 'POST', `/admin/db/repairs/${first}/undo`);
  expect(refused.error.details, 'in the order in which they are to be taken back').toEqual({
    job_ids: [third, second],
  });
  await admin.fails(409, 'merge_superseded', 'POST', `/admin/db/repairs/${second}/undo`);
  await undo(third);
  await undo(second);
  expect(await undo(first)).toEqual({
    job_id: expect.any(Number),
    status: 'completed',
    scope: { job_id: first },
    summary: { restored_count: 1, cluster_count: 1, gone_count: 0 },
  });
  expect(await seen()).toEqual(before);
  expect(await undo(first)).toMatchObject({ summary: { restored_count: 0 } });
  // another job merged them again, and the undo of the first does not affect that
  const again = await merge(db, a, b);
  expect(await undo(first)).toMatchObject({ summary: { restored_count: 0 } });
  await undo(again);
  expect(await seen()).toEqual(before);

  const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs');
  expect(jobs[0]).toMatchObject({
    job_name: 'undo_merges',
    requested_by: 'admin@lectern.example',
    status: 'completed',
    dry_run: false,
  });
  const audit = await db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('repair_job_id', '=', jobs[0].id)
    .execute();
  expect(audit).toContainEqual({ action: 'merge.undo', actor: 'admin@lectern.example' });

  await admin.fails(404, 'repair_job_not_found', 'POST', `/admin/db/repairs/${jobs[0].id}/undo`);
});

test('an undo that is killed between two merges is completed by the next one', async () => {
  const { db, undo, seen, a, b, c, d } = await startLibrary();
  const before = await seen();
  const job = await makeMergeJob(db);
  for (const [winner, loser] of [
    [a, b],
    [c, d],
  ] as const)
    await db.transaction().execute((tx) => mergePublications(tx, job, winner, [loser]));
  const [last, first] = await listActiveMerges(db, job);
  if (!last || !first) throw new Error('nothing was merged');
  await db.transaction().execute((tx) => unmergePublications(tx, last));
  // the killed transaction changes nothing
  await expect(
    db.transaction().execute(async (tx) => {
      await unmergePublications(tx, first);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    }),
  ).rejects.toThrow();
  expect(await undo(job)).toMatchObject({ summary: { restored_count: 1, cluster_count: 1 } });
  expect(await seen()).toEqual(before);
});

test('an undo respects later changes: entries of untracked scholars stay hidden, favorites stay, deleted publications are skipped', async () => {
  const { db, admin, other, undo, item, scholar, theirs, user, a, b, c, d } = await startLibrary();
  const job = await merge(db, a, b);
  const gone = await merge(db, c, d);
  await other.ok('POST', `/publications/${b}/favorite`, { body: { is_favorite: true } });
  await other.ok('DELETE', `/scholars/${theirs}`);
  await admin.ok('DELETE', `/scholars/${scholar}`);
  await undo(job);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(0);
  // the other user's favorite stays with the canonical publication
  expect((await other.ok('GET', '/publications')).total_count).toBe(1);
  // when the scholar is tracked again, the marks return
  const again = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, again, makeRows('A', [0, 6]));
  expect((await admin.ok('GET', '/publications')).total_count).toBe(5);
  expect(await item(b)).toMatchObject({ is_read: false });

  await undo(gone);
  expect(await item(c)).toBeDefined();
  await expectSound(db);
});

test('an entry that a merge made, and that was hidden and shown since, has another number in feeds than the other one after the undo', async () => {
  const { db, newUser, undo, a, b } = await startLibrary();
  const third = await newUser('third');
  const seen = async () => {
    const { rows } = await sql<{ id: number; first: number }>`
      select publication_id as id, first_number as first from library_entries
      where user_id = ${third.userId} and not is_hidden order by publication_id`.execute(db);
    return { ids: rows.map(({ id }) => id), numbers: new Set(rows.map(({ first }) => first)).size };
  };
  const [first, second] = [makeRows('A', [0, 1]), makeRows('A', [1, 2])];
  const scholar = await track(db, third.userId, 'BBBBBBBBBBBB');
  await savePageOf(db, scholar, first);
  const job = await merge(db, b, a);
  await third.ok('DELETE', `/scholars/${scholar}`);
  await savePageOf(db, await track(db, third.userId, 'BBBBBBBBBBBB'), first);
  await savePageOf(db, await track(db, third.userId, 'CCCCCCCCCCCC'), second);
  expect(await seen()).toEqual({ ids: [b], numbers: 1 });
  await undo(job);
  expect(await seen()).toEqual({ ids: [a, b], numbers: 2 });
  await expectSound(db);
});

test('a merge from version 0.1.0, or of publications that have been dropped, cannot be undone, and the response says so', async () => {
  const { db, admin, a, b } = await startLibrary();
  const job = await merge(db, a, b);
  await sql`update repair_jobs set summary = '{"merged_publication_count": 1}' where id = ${job}`.execute(db);
  await sql`truncate publications cascade`.execute(db);
  await admin.fails(409, 'merge_not_undoable', 'POST', `/admin/db/repairs/${job}/undo`);
});

test('the best PDF of all members is shown, and after the undo each publication has its own again', async () => {
  const { db, admin, undo, item, seen, a, b, c } = await startLibrary();
  await putPdf(db, a, { status: 'running' });
  await putPdf(db, b, { status: 'failed', reason: 'no_open_copy', minutesAgo: 5 });
  await putPdf(db, c, { status: 'resolved', url: 'https://files.example/c.pdf', minutesAgo: 9 });
  const before = await seen();
  const job = await merge(db, a, b, c);
  expect(await item(a)).toMatchObject({ pdf_status: 'resolved', pdf_url: 'https://files.example/c.pdf' });
  const sorted = await admin.ok('GET', '/publications?sort_by=pdf_status');
  expect(sorted.publications[0]).toMatchObject({ publication_id: a });
  await undo(job);
  expect(await seen()).toEqual(before);
});

test('a count that changes while publications are merged stays with its record after the undo', async () => {
  const { db, scholar, undo, item, a, b } = await startLibrary();
  const rows = makeRows('A', [0, 6]);
  const [first, second] = rows;
  if (!first || !second) throw new Error('there are no rows');
  const counted = (own: number, other: number) =>
    rows.map((row) => ({ ...row, citations: row === first ? own : row === second ? other : row.citations }));
  await savePageOf(db, scholar, counted(10, 4));
  const job = await merge(db, a, b);
  await savePageOf(db, scholar, counted(10, 50));
  expect((await item(a)).citation_count).toBe(50);
  await undo(job);
  expect((await item(a)).citation_count).toBe(10);
  await savePageOf(db, scholar, counted(12, 50));
  expect([(await item(a)).citation_count, (await item(b)).citation_count]).toEqual([12, 50]);
});

test('a publication that a profile no longer lists stays hidden, and returns when the profile lists it again', async () => {
  const { db, user, other } = await startLibrary();
  const profile = 'DDDDDDDDDDDD';
  const rows = makeRows('D', [10, 12]);
  const before = await track(db, user, profile);
  await savePageOf(db, before, rows.slice(0, 1));
  await untrackScholar(db, user, before);
  const theirs = await track(db, other.userId, profile);
  await savePageOf(db, theirs, rows);
  const [first = 0, second = 0] = (await publicationsOf(db, theirs)).map(({ id }) => id);
  await sql`update listings set removed_at = now() where publication_id in (${first}, ${second})`.execute(db);
  const again = await track(db, user, profile);
  await savePageOf(db, again, []);
  const library = await entriesOf(db, user, [first, second]);
  expect(library).toEqual([{ publication_id: first, is_hidden: true, scholar_ids: [] }]);
  await unmerge(db, await merge(db, second, first));
  expect(await entriesOf(db, user, [first, second])).toEqual(library);
  await expectSound(db);
  await savePageOf(db, again, rows);
  expect(await entriesOf(db, user, [first, second])).toEqual([
    { publication_id: first, is_hidden: false, scholar_ids: [again] },
    { publication_id: second, is_hidden: false, scholar_ids: [again] },
  ]);
});

test('a hidden entry stays hidden beside a visible one of the same scholar', async () => {
  const { db, user } = await startLibrary();
  const rows = makeRows('D', [10, 12]);
  const before = await track(db, user, 'DDDDDDDDDDDD');
  await savePageOf(db, before, rows);
  const [first = 0, second = 0] = (await publicationsOf(db, before)).map(({ id }) => id);
  await untrackScholar(db, user, before);
  await sql`update listings set removed_at = now() where publication_id = ${first}`.execute(db);
  const again = await track(db, user, 'DDDDDDDDDDDD');
  await savePageOf(db, again, []);
  const library = await entriesOf(db, user, [first, second]);
  expect(library).toMatchObject([{ is_hidden: true }, { is_hidden: false }]);
  await unmerge(db, await merge(db, second, first));
  expect(await entriesOf(db, user, [first, second])).toEqual(library);
});

test('an entry keeps its earlier scholars, including one whose profile was not crawled for this library', async () => {
  const { db, user, a, b, scholar } = await startLibrary();
  await sql`update scholar_profiles set processed_listing = 0 where scholar_id = ${scholar}`.execute(db);
  const library = await entriesOf(db, user, [a, b]);
  expect(library).toMatchObject([{ scholar_ids: [scholar] }, { scholar_ids: [scholar] }]);
  await unmerge(db, await merge(db, a, b));
  expect(await entriesOf(db, user, [a, b])).toEqual(library);
});

function publicationsOf(db: Database, scholarId: number) {
  return db
    .selectFrom('scholar_listings')
    .select('publication_id as id')
    .where('scholar_id', '=', scholarId)
    .orderBy('number')
    .execute();
}

async function entriesOf(db: Database, userId: number, ids: readonly number[]) {
  return db
    .selectFrom('library_entries')
    .select(['publication_id', 'is_hidden', 'scholar_ids'])
    .where('user_id', '=', userId)
    .where('publication_id', 'in', ids)
    .orderBy('publication_id')
    .execute();
}
