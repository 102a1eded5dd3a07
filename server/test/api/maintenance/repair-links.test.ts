import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { adminId, endedRun, makeRows, savePageOf, track } from '../../support/library.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const PATH = '/admin/db/repairs/publication-links';
const NOTHING = {
  links_added: 0,
  links_shown: 0,
  links_hidden: 0,
  links_joined: 0,
  links_reassigned: 0,
  links_deleted: 0,
  counters_corrected: 0,
  listings_moved: 0,
  publications_deleted: 0,
};

async function linksOf(db: Database) {
  const { rows } = await sql`select * from user_publications order by user_id, publication_id, ctid`.execute(db);
  return rows;
}

async function auditOf(db: Database) {
  return db.selectFrom('audit_log').selectAll().orderBy('id').execute();
}

/** Two users, whose first scholars are the same profile, with a second scholar each; ten works a profile. */
async function makeLibraries(service: TestService) {
  const { db, newUser } = service;
  const [one, two] = [await adminId(db), await newUser('two')];
  const scholars: number[] = [];
  for (const [user, profile] of [
    [one, 'P1'],
    [one, 'P2'],
    [two.userId, 'P1'],
    [two.userId, 'P3'],
  ] as const) {
    const scholar = await track(db, user, profile);
    await savePageOf(db, scholar, makeRows(profile, [0, 10]));
    scholars.push(scholar);
  }
  const works = await db.selectFrom('publication_sources').select(['key', 'publication_id']).execute();
  const idOf = (key: string) => works.find((work) => work.key === key)?.publication_id ?? 0;
  return { one, two, scholars, idOf };
}

/** Repairs the administrator's links and those of nobody else; a second time finds nothing. */
async function repair(service: TestService, userId: number, more = {}) {
  const body = { scope_mode: 'single_user', user_id: userId, ...more };
  const before = await linksOf(service.db);
  const audited = await auditOf(service.db);
  const dry = await service.admin.ok('POST', PATH, { body });
  expect(await linksOf(service.db), 'after a dry run').toEqual(before);
  expect(await auditOf(service.db), 'after a dry run').toEqual(audited);
  const done = await service.admin.ok('POST', PATH, { body: { ...body, dry_run: false } });
  expect(done.summary, 'what the dry run said').toEqual(dry.summary);
  const after = await linksOf(service.db);
  const again = await service.admin.ok('POST', PATH, { body: { ...body, dry_run: false } });
  expect(again.summary).toMatchObject(NOTHING);
  expect(await linksOf(service.db), 'after a second repair').toEqual(after);
  const jobs = await service.db.selectFrom('audit_log').select('repair_job_id').distinct().execute();
  expect(jobs.map((job) => job.repair_job_id)).not.toContain(again.job_id);
  return {
    ...done,
    changes: await service.db
      .selectFrom('audit_log')
      .selectAll()
      .where('repair_job_id', '=', done.job_id)
      .orderBy('id')
      .execute(),
  };
}

test('libraries in order are left as they are', async () => {
  const service = await startTestService();
  const { one, scholars } = await makeLibraries(service);
  await service.admin.ok('DELETE', `/scholars/${scholars[1]}`);
  const { summary, changes } = await repair(service, one, { gc_orphan_publications: true });
  expect(summary).toEqual({ users_examined: 1, ...NOTHING });
  expect(changes).toEqual([]);
});

test('what was listed before the last look is linked, seen when it was listed, and new in no run', async () => {
  const service = await startTestService();
  const { one, two, scholars, idOf } = await makeLibraries(service);
  const { db, admin } = service;
  await endedRun(db, one);
  const ids = [idOf('P1:1'), idOf('P1:2')];
  await sql`update profile_publications set first_listed_at = '2020-05-05T00:00:00Z' where publication_id = any(${ids})`.execute(
    db,
  );
  await sql`delete from user_publications where user_id = ${one} and publication_id = any(${ids})`.execute(db);
  // listed after the last look: a crawl has yet to say so
  const late = await savePageOf(db, scholars[2] ?? 0, makeRows('P1', [10, 11]));
  expect(late).toBe(1);
  const { summary, changes } = await repair(service, one);
  expect(summary).toEqual({ users_examined: 1, ...NOTHING, links_added: 2 });
  expect(changes).toMatchObject([
    {
      action: 'repair.add-link',
      actor: 'admin@lectern.example',
      actor_user_id: one,
      user_id: one,
      publication_id: ids[0],
      before: null,
    },
    { action: 'repair.add-link', publication_id: ids[1] },
  ]);
  const { publications, total_count, unread_count, latest_count } = await admin.ok('GET', '/publications?sort_dir=asc');
  expect({ total_count, unread_count, latest_count }).toEqual({ total_count: 20, unread_count: 20, latest_count: 0 });
  expect(publications.slice(0, 2)).toMatchObject(
    [...ids].reverse().map(() => ({
      first_seen_at: '2020-05-05T00:00:00.000Z',
      scholar_profile_id: scholars[0],
      is_new_in_latest_run: false,
    })),
  );
  const numbers = await sql<{ n: number }>`
    select count(distinct link_number) as n from user_publications where user_id = ${one} and link_number <= (
      select last_link_number from libraries where user_id = ${one})`.execute(db);
  expect(numbers.rows[0]?.n).toBe(20);
  expect((await two.ok('GET', '/publications')).total_count).toBe(21);
});

test('a hidden link that a scholar accounts for is shown with its marks, one that nobody accounts for is hidden, a favorite stays', async () => {
  const service = await startTestService();
  const { one, idOf } = await makeLibraries(service);
  const { db, admin } = service;
  const [hidden, lost, dear] = [idOf('P1:1'), idOf('P2:1'), idOf('P2:2')];
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [hidden, lost] } });
  await admin.ok('POST', `/publications/${dear}/favorite`, { body: { is_favorite: true } });
  await sql`update user_publications set is_hidden = true where user_id = ${one} and publication_id = ${hidden}`.execute(
    db,
  );
  await sql`delete from profile_publications where publication_id = any(${[lost, dear]})`.execute(db);
  const { summary, changes } = await repair(service, one);
  expect(summary).toMatchObject({ links_shown: 1, links_hidden: 1, links_added: 0 });
  expect(changes.map((change: { action: string }) => change.action).sort()).toEqual([
    'repair.hide-link',
    'repair.show-link',
  ]);
  const { publications, unread_count, favorites_count } = await admin.ok('GET', '/publications?page_size=50');
  const ids = publications.map((one: { publication_id: number }) => one.publication_id);
  expect(ids).toContain(dear);
  expect(ids).not.toContain(lost);
  expect(publications.find((one: { publication_id: number }) => one.publication_id === hidden)).toMatchObject({
    is_read: true,
  });
  expect({ unread_count, favorites_count }).toEqual({ unread_count: 18, favorites_count: 1 });
});

test('links to merged works, also in a chain, become one link that has the marks of all', async () => {
  const service = await startTestService();
  const { one, idOf, scholars } = await makeLibraries(service);
  const { db, admin } = service;
  const [root, middle, leaf, alone, other] = [idOf('P1:0'), idOf('P1:1'), idOf('P2:1'), idOf('P2:5'), idOf('P1:6')];
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [leaf] } });
  await admin.ok('POST', `/publications/${middle}/favorite`, { body: { is_favorite: true } });
  await sql`update user_publications set first_seen_at = '2019-01-01' where user_id = ${one} and publication_id = ${middle}`.execute(
    db,
  );
  await sql`update publications set merged_into = ${middle} where id = ${leaf}`.execute(db);
  await sql`update publications set merged_into = ${root} where id = ${middle}`.execute(db);
  // a ring of merges leads nowhere: it is left alone, and ends nothing
  await sql`update publications set merged_into = case id when ${alone} then ${other}::bigint else ${alone}::bigint end where id = any(${[alone, other]}::bigint[])`.execute(
    db,
  );
  const { summary, changes } = await repair(service, one);
  expect(summary).toMatchObject({ links_joined: 1, links_added: 0, links_hidden: 0, listings_moved: 2 });
  const joined = changes.find((change: { action: string }) => change.action === 'repair.join-links');
  expect(joined).toMatchObject({
    publication_id: root,
    after: { is_read: true, is_favorite: true, first_scholar_id: scholars[0] },
  });
  expect(joined.before.links).toHaveLength(3);
  const links =
    await sql`select * from user_publications where user_id = ${one} and publication_id = any(${[root, middle, leaf]}::bigint[])`.execute(
      db,
    );
  expect(links.rows).toMatchObject([
    {
      publication_id: root,
      is_read: true,
      is_favorite: true,
      is_hidden: false,
      first_seen_at: new Date('2019-01-01T00:00:00Z'),
    },
  ]);
  expect(await admin.ok('GET', '/publications')).toMatchObject({ unread_count: 17, favorites_count: 1 });
});

test('what no foreign key would let through is mended, too', async () => {
  const service = await startTestService();
  const { one, two, scholars, idOf } = await makeLibraries(service);
  const { db, admin } = service;
  await admin.ok('POST', `/publications/${idOf('P1:3')}/favorite`, { body: { is_favorite: true } });
  for (const constraint of ['user_id_fkey', 'publication_id_fkey', 'first_scholar_id_fkey', 'pkey'])
    await sql`alter table user_publications drop constraint ${sql.raw(`user_publications_${constraint}`)}`.execute(db);
  // a work that is gone, a user who is gone, another's scholar, one that is no more, and a link twice
  await sql`insert into user_publications (user_id, publication_id, link_number, first_seen_at) values (${one}, 999999, 50, now()), (888888, ${idOf('P1:1')}, 1, now())`.execute(
    db,
  );
  await sql`update user_publications set first_scholar_id = ${scholars[2]} where user_id = ${one} and publication_id = ${idOf('P1:1')}`.execute(
    db,
  );
  await sql`update user_publications set first_scholar_id = 777777 where user_id = ${one} and publication_id = ${idOf('P2:1')}`.execute(
    db,
  );
  await sql`
    insert into user_publications (user_id, publication_id, link_number, is_read, read_number, first_seen_at)
    select user_id, publication_id, 51, true, 7, now() from user_publications where user_id = ${one} and publication_id = ${idOf('P1:3')}`.execute(
    db,
  );
  await sql`update libraries set unread_count = 3, last_link_number = 4 where user_id = ${two.userId}`.execute(db);

  const first = await repair(service, one);
  expect(first.summary).toMatchObject({
    links_deleted: 1,
    links_reassigned: 2,
    links_joined: 1,
    counters_corrected: 1,
  });
  const all = { scope_mode: 'all_users', dry_run: false, confirmation_text: 'REPAIR ALL USERS' };
  const rest = await admin.ok('POST', PATH, { body: all });
  expect(rest.summary).toEqual({ users_examined: 2, ...NOTHING, links_deleted: 1, counters_corrected: 1 });
  expect((await admin.ok('POST', PATH, { body: all })).summary).toEqual({ users_examined: 2, ...NOTHING });

  expect(await admin.ok('GET', '/publications')).toMatchObject({
    total_count: 20,
    unread_count: 19,
    favorites_count: 1,
  });
  expect(await two.ok('GET', '/publications')).toMatchObject({ total_count: 20, unread_count: 20 });
  const links = await sql<{ n: number }>`select count(*) as n from user_publications`.execute(db);
  expect(links.rows[0]?.n).toBe(40);
  const counts = (await auditOf(db)).find(
    ({ action, user_id }) => action === 'repair.correct-counts' && user_id === two.userId,
  );
  expect(counts).toMatchObject({
    user_id: two.userId,
    before: { unread_count: 3 },
    after: { unread_count: 20, last_link_number: 20 },
  });
});

test('with scholars named nothing else is looked at', async () => {
  const service = await startTestService();
  const { one, scholars, idOf } = await makeLibraries(service);
  const { db } = service;
  await sql`delete from user_publications where user_id = ${one} and publication_id = any(${[idOf('P1:1'), idOf('P2:1'), idOf('P2:2')]})`.execute(
    db,
  );
  const { summary, scope } = await repair(service, one, { scholar_profile_ids: [scholars[1], scholars[1]] });
  expect(summary.links_added).toBe(2);
  expect(scope).toEqual({
    scope_mode: 'single_user',
    user_id: one,
    scholar_profile_ids: [scholars[1]],
    gc_orphan_publications: false,
  });
  expect((await repair(service, one)).summary.links_added).toBe(1);
});
