import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listChanges, listTransactions } from '../../../src/audit/undo-store.ts';
import { mergeWorks } from '../../../src/duplicates/merge-works.ts';
import { partWorks } from '../../../src/duplicates/part-works.ts';
import { readMerge } from '../../../src/duplicates/read-merge.ts';
import { adminId, endedRun, makeRows, savePageOf, track } from '../../support/library.ts';
import { dumpTables, listBrokenLibraries, listLooseEnds, makeMergeJob, merge } from '../../support/merges.ts';
import { putPdf } from '../../support/pdfs.ts';
import { startTestService } from '../../support/test-service.ts';

async function startLibrary() {
  const service = await startTestService();
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
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids;
  return { ...service, user, scholar, theirs, other, undo, item, a, b, c, d, e, f };
}

test('a merged work is shown once with the marks of both; its id is followed wherever a work is named', async () => {
  const { db, admin, other, item, undo, user, a, b, c } = await startLibrary();
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [b] } });
  await other.ok('POST', `/publications/${c}/favorite`, { body: { is_favorite: true } });
  const run = await endedRun(db, user);
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
    first_seen_at: '2020-01-01T00:00:00.000Z',
    is_new_in_latest_run: true,
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
  // both marks were changed since
  for (const id of [a, b, c]) expect(await item(id)).toMatchObject({ is_read: false, is_favorite: true });
  // and those of the other user were not
  expect(await item(a, other)).toMatchObject({ is_favorite: false });
  expect(await item(c, other)).toMatchObject({ is_favorite: true });
  expect(await listBrokenLibraries(db)).toEqual([]);
});

test('undo answers in the shape of a repair, once for all; later merges come first', async () => {
  const { db, admin, other, undo, a, b, c, d } = await startLibrary();
  const before = await dumpTables(db);
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
  expect(await dumpTables(db)).toEqual(before);
  expect(await undo(first)).toMatchObject({ summary: { restored_count: 0 } });
  // merged again by another job: the first has nothing to do with that
  const again = await merge(db, a, b);
  expect(await undo(first)).toMatchObject({ summary: { restored_count: 0 } });
  expect(await listLooseEnds(db)).toEqual([]);
  await undo(again);
  expect(await dumpTables(db)).toEqual(before);

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
  expect(audit).toContainEqual({ action: 'undo.link', actor: 'admin@lectern.example' });

  await admin.fails(404, 'not_found', 'POST', '/admin/db/repairs/999999/undo');
  await admin.fails(404, 'not_found', 'POST', `/admin/db/repairs/${jobs[0].id}/undo`);
  await admin.fails(422, 'validation_error', 'POST', '/admin/db/repairs/x/undo');
  await other.fails(403, 'forbidden', 'POST', `/admin/db/repairs/${first}/undo`);
});

test('an undo that was killed between two clusters is finished by the next', async () => {
  const { db, undo, a, b, c, d } = await startLibrary();
  const before = await dumpTables(db);
  const job = await makeMergeJob(db);
  for (const [winner, loser] of [
    [a, b],
    [c, d],
  ] as const)
    await db.transaction().execute((tx) => mergeWorks(tx, job, winner, [loser]));
  const [last] = await listTransactions(db, job.id);
  const second = last && readMerge(await listChanges(db, job.id, last));
  if (!second) throw new Error('nothing was merged');
  const killed = await makeMergeJob(db);
  await db.transaction().execute((tx) => partWorks(tx, killed, second));
  // in the transaction that is killed nothing happens
  await expect(
    db.transaction().execute(async (tx) => {
      const [, range] = await listTransactions(tx, job.id);
      const merged = range && readMerge(await listChanges(tx, job.id, range));
      if (merged) await partWorks(tx, killed, merged);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    }),
  ).rejects.toThrow();
  expect(await undo(job.id)).toMatchObject({ summary: { restored_count: 1, cluster_count: 1 } });
  expect(await dumpTables(db)).toEqual(before);
});

test('merges of overlapping works at once end in one root, whatever their order', async () => {
  const { db, a, b, c, d, e, f } = await startLibrary();
  for (let round = 0; round < 5; round += 1) {
    const before = await dumpTables(db);
    const pairs = [
      [a, b],
      [b, c],
      [c, a],
      [d, e],
      [e, f],
      [f, a],
    ] as const;
    await Promise.all(pairs.map(([winner, loser]) => merge(db, winner, loser)));
    const roots = await db.selectFrom('publications').select('id').where('merged_into', 'is', null).execute();
    expect(roots).toHaveLength(1);
    expect(await listLooseEnds(db)).toEqual([]);
    expect(await listBrokenLibraries(db)).toEqual([]);
    const { rows } = await sql<{ id: number }>`
      select j.id from repair_jobs j join audit_log a on a.repair_job_id = j.id where undone_at is null group by 1 order by max(a.id) desc`.execute(
      db,
    );
    for (const { id } of rows) {
      const job = await makeMergeJob(db);
      const [range] = await listTransactions(db, id);
      const merged = range && readMerge(await listChanges(db, id, range));
      if (merged) await db.transaction().execute((tx) => partWorks(tx, job, merged));
      await sql`update repair_jobs set undone_at = now() where id = any(${[id, job.id]})`.execute(db);
    }
    expect(await dumpTables(db)).toEqual(before);
  }
});

test('what happened since stays: links of the untracked are hidden, favorites kept, the gone passed over', async () => {
  const { db, admin, other, undo, item, scholar, theirs, user, a, b, c, d } = await startLibrary();
  const job = await merge(db, a, b);
  const gone = await merge(db, c, d);
  await other.ok('POST', `/publications/${b}/favorite`, { body: { is_favorite: true } });
  await other.ok('DELETE', `/scholars/${theirs}`);
  await admin.ok('DELETE', `/scholars/${scholar}`);
  await undo(job);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(0);
  expect((await other.ok('GET', '/publications')).total_count).toBe(2);
  // the scholar comes back: so do the marks
  const again = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, again, makeRows('A', [0, 6]));
  expect((await admin.ok('GET', '/publications')).total_count).toBe(5);
  expect(await item(b)).toMatchObject({ is_read: false });

  await sql`delete from publications where id = ${d}`.execute(db);
  expect(await undo(gone)).toMatchObject({ summary: { restored_count: 0, gone_count: 1 } });
  expect(await item(c)).toBeDefined();
  expect(await listBrokenLibraries(db)).toEqual([]);
  await sql`truncate publications cascade`.execute(db);
  const empty = await makeMergeJob(db);
  expect(await undo(empty.id)).toMatchObject({ summary: { restored_count: 0, gone_count: 0 } });
});

test('the best PDF of all is the winner’s, and a search goes on with it; taken apart, each has its own again', async () => {
  const { db, undo, item, a, b, c } = await startLibrary();
  await putPdf(db, a, { status: 'running' });
  await sql`update lookups set step_number = 2, progress = '{"asked":["crossref title"],"candidates":[],"refusals":[],"landingPages":[],"silent":[],"isRecheck":false}'`.execute(
    db,
  );
  await putPdf(db, b, { status: 'resolved', url: 'https://files.example/b.pdf', minutesAgo: 5 });
  await putPdf(db, c, { status: 'resolved', url: 'https://files.example/c.pdf', minutesAgo: 9 });
  await sql`update pdf_jobs set version = 'published' where publication_id = ${c}`.execute(db);
  const before = await dumpTables(db);
  const job = await merge(db, a, b, c);
  expect(await item(a)).toMatchObject({ pdf_status: 'resolved', pdf_url: 'https://files.example/c.pdf' });
  const { rows } = await sql`select source, step_number, progress from lookups`.execute(db);
  expect(rows).toMatchObject([
    {
      source: 'web',
      step_number: 3,
      progress: { isRecheck: true, candidates: [{ url: 'https://files.example/c.pdf' }] },
    },
  ]);
  await undo(job);
  expect(await dumpTables(db)).toEqual(before);

  // a loser's search that ended with the merge begins anew
  const second = await merge(db, b, a);
  await sql`delete from lookups`.execute(db);
  await undo(second);
  expect(await item(a)).toMatchObject({ pdf_status: 'running' });
  const open = await sql`select publication_id, source from lookups`.execute(db);
  expect(open.rows).toEqual([{ publication_id: a, source: 'web' }]);
});

test('a merge from before a migration is taken back after it', async () => {
  const { db, admin, undo, item, a, b } = await startLibrary();
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [b] } });
  const job = await merge(db, a, b);
  await sql`alter table user_publications add column note text not null default 'none', add column twice bigint generated always as (link_number * 2) stored`.execute(
    db,
  );
  await sql`alter table publication_sources add column kind text not null default 'key'`.execute(db);
  await undo(job);
  expect([(await item(a)).is_read, (await item(b)).is_read]).toEqual([false, true]);
  const notes = await sql`select distinct note from user_publications`.execute(db);
  expect(notes.rows).toEqual([{ note: 'none' }]);
});

test('a count that a loser’s row took over after the merge goes back with that row', async () => {
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
