import { expect, test } from 'vitest';
import { LOCKS, withSessionLock } from '../../../src/platform/database/locks.ts';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const LINKS = '/admin/db/repairs/publication-links';
const DROP = '/admin/db/drop-all-publications';

test("a scope is one user, optionally with some of the user's scholars, or all users", async () => {
  const { admin, newUser, db } = await openService();
  const [one, two] = [await adminId(db), await newUser('two')];
  const [mine, theirs] = [await track(db, one, 'P1'), await track(db, two.userId, 'P1')];
  const refused = [
    {},
    { scope_mode: 'single_user' },
    { user_id: null },
    { user_id: 999_999 },
    { user_id: one, scholar_profile_ids: [mine, theirs] },
    { user_id: one, scholar_profile_ids: [999_999] },
    { scope_mode: 'all_users', user_id: one },
    { scope_mode: 'all_users', scholar_profile_ids: [mine] },
    // the scope is checked before the confirmation
    { scope_mode: 'all_users', user_id: one, dry_run: false },
  ];
  for (const body of refused) {
    const { error } = await admin.fails(422, 'invalid_repair_scope', 'POST', LINKS, { body });
    expect(error.details, JSON.stringify(body)).toMatchObject([{ path: expect.any(String), message: error.message }]);
  }
  const taken = [
    { user_id: one },
    { user_id: one, scholar_profile_ids: [] },
    { user_id: one, scholar_profile_ids: [mine] },
  ];
  for (const body of taken) await admin.ok('POST', LINKS, { body });
  await admin.ok('POST', LINKS, { body: { scope_mode: 'all_users', scholar_profile_ids: [], user_id: null } });
});

test('a repair of all users requires a confirmation text', async () => {
  const { admin, db } = await openService();
  const scholar = await track(db, await adminId(db), 'P1');
  await savePageOf(db, scholar, makeRows('P1', [0, 3]));
  const all = { scope_mode: 'all_users' };
  await admin.ok('POST', LINKS, { body: all });
  for (const text of [undefined, null, '', 'repair all users', 'REPAIR ALL USERS ']) {
    const body = { ...all, dry_run: false, confirmation_text: text };
    const { error } = await admin.fails(400, 'confirmation_required', 'POST', LINKS, { body });
    expect(error.details).toEqual({ confirmation_text: 'REPAIR ALL USERS' });
  }
  for (const text of [undefined, null, '', 'yes', 'REPAIR ALL USERS']) {
    await admin.fails(400, 'confirmation_required', 'POST', DROP, { body: { confirmation_text: text } });
  }
  expect((await admin.ok('GET', '/publications')).total_count).toBe(3);
  expect((await admin.ok('GET', '/admin/db/repair-jobs')).jobs).toMatchObject([{ dry_run: true }]);
});

test('repair jobs are listed, the latest first, with requester, scope and result', async () => {
  const { admin, db } = await openService();
  const one = await adminId(db);
  const scholar = await track(db, one, 'P1');
  await savePageOf(db, scholar, makeRows('P1', [0, 3]));
  const first = await admin.ok('POST', LINKS, { body: { user_id: one, requested_by: '  op@lectern.example ' } });
  expect(Object.keys(first).sort()).toEqual(['job_id', 'scope', 'status', 'summary']);
  await admin.ok('POST', LINKS, { body: { user_id: one, dry_run: false, requested_by: ' ' } });
  await admin.ok('POST', DROP, { body: { confirmation_text: 'DROP ALL PUBLICATIONS' } });
  const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs');
  expect(jobs).toMatchObject([
    {
      job_name: 'drop_all_publications',
      requested_by: 'admin@lectern.example',
      dry_run: false,
      summary: { publications: 3 },
    },
    { job_name: 'publication_links', requested_by: 'admin@lectern.example', dry_run: false },
    { id: first.job_id, requested_by: 'op@lectern.example', dry_run: true, scope: first.scope, summary: first.summary },
  ]);
  for (const job of jobs) {
    expect(job).toMatchObject({ status: 'completed', error_text: null });
    expect(Date.parse(job.finished_at)).toBeGreaterThanOrEqual(Date.parse(job.started_at));
  }
  expect((await admin.ok('GET', '/admin/db/repair-jobs?limit=1')).jobs).toEqual([jobs[0]]);
});

test('while one repair is applied, another is rejected, but a dry run is not', async () => {
  const { admin, db } = await openService();
  const one = await adminId(db);
  await withSessionLock(db, { key: LOCKS.repair, id: 0 }, async () => {
    const { error } = await admin.fails(409, 'repair_in_progress', 'POST', LINKS, {
      body: { user_id: one, dry_run: false },
    });
    expect(error.details).toEqual({ job_id: null });
    await admin.fails(409, 'repair_in_progress', 'POST', DROP, {
      body: { confirmation_text: 'DROP ALL PUBLICATIONS' },
    });
    await admin.ok('POST', LINKS, { body: { user_id: one } });
  });
  await admin.ok('POST', LINKS, { body: { user_id: one, dry_run: false } });
});
