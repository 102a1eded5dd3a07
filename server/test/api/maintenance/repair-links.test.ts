import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { copyOrder } from '../../../src/library/copy-order.ts';
import { addWords } from '../../../src/library/word-store.ts';
import { checkIntegrity } from '../../../src/maintenance/check-integrity.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { adminId, endedRun, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge } from '../../support/merges.ts';
import { type Service, serviceOfFile, startService } from '../../support/service.ts';

const openService = serviceOfFile();

const PATH = '/admin/db/repairs/publication-links';
const ALL = { scope_mode: 'all_users', dry_run: false, confirmation_text: 'REPAIR ALL USERS' };
const NOTHING = {
  canonical_ids_corrected: 0,
  listings_moved: 0,
  displays_refreshed: 0,
  links_added: 0,
  links_shown: 0,
  links_hidden: 0,
  links_joined: 0,
  links_reassigned: 0,
  links_deleted: 0,
  counters_corrected: 0,
  publications_deleted: 0,
};

async function entriesOf(db: Database) {
  const { rows } = await sql`select * from library_entries order by user_id, publication_id`.execute(db);
  return rows;
}

async function changesOf({ admin }: Service, jobId: number) {
  const { entries } = await admin.ok('GET', `/admin/audit?repair_job_id=${jobId}&page_size=500`);
  return entries.reverse();
}

/** Two users who track one profile together and another one each, with ten publications per profile. */
async function makeLibraries(service: Service) {
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
  const records = await db.selectFrom('records').select(['key', 'publication_id']).execute();
  const idOf = (key: string) => records.find((record) => record.key === key)?.publication_id ?? 0;
  return { one, two, scholars, idOf };
}

/** Repairs the library of one user. Checks that a dry run reports the same, and that a second repair finds nothing. */
async function repair(service: Service, userId: number, more = {}) {
  const { admin, db } = service;
  const body = { scope_mode: 'single_user', user_id: userId, ...more };
  const before = await entriesOf(db);
  const dry = await admin.ok('POST', PATH, { body });
  expect(await entriesOf(db), 'after a dry run').toEqual(before);
  expect(await changesOf(service, dry.job_id)).toEqual([]);
  const done = await admin.ok('POST', PATH, { body: { ...body, dry_run: false } });
  expect(done.summary, 'what the dry run said').toEqual({ ...dry.summary, dry_run: false });
  const after = await entriesOf(db);
  const again = await admin.ok('POST', PATH, { body: { ...body, dry_run: false } });
  expect(again.summary).toMatchObject(NOTHING);
  expect(await entriesOf(db), 'after a second repair').toEqual(after);
  expect(await changesOf(service, again.job_id)).toEqual([]);
  return { ...done, changes: await changesOf(service, done.job_id) };
}

test('a repair does not change correct libraries', async () => {
  const service = await openService();
  const { one, scholars, idOf } = await makeLibraries(service);
  await merge(service.db, idOf('P1:1'), idOf('P2:1'));
  await service.admin.ok('DELETE', `/scholars/${scholars[1]}`);
  const { summary, changes } = await repair(service, one, { gc_orphan_publications: true });
  expect(summary).toEqual({ dry_run: false, users_examined: 1, links_in_scope: 20, ...NOTHING });
  expect(changes).toEqual([]);
});

test('a missing publication that was listed before the last crawl is added; it was first seen when it was listed, and is new in no run', async () => {
  const service = await openService();
  const { one, two, scholars, idOf } = await makeLibraries(service);
  const { db, admin } = service;
  await endedRun(db, one);
  const ids = [idOf('P1:1'), idOf('P1:2')];
  const ended = idOf('P1:3');
  await sql`update listings set first_listed_at = '2020-05-05T00:00:00Z' where publication_id = any(${ids})`.execute(
    db,
  );
  await sql`update listings set removed_at = now() where publication_id = ${ended}`.execute(db);
  await sql`delete from user_publications where user_id = ${one} and publication_id = any(${[...ids, ended]})`.execute(
    db,
  );
  // listed after the user's last crawl
  expect(await savePageOf(db, scholars[2] ?? 0, makeRows('P1', [10, 11]))).toBe(1);
  const { summary, changes } = await repair(service, one);
  expect(summary).toEqual({ dry_run: false, users_examined: 1, links_in_scope: 17, ...NOTHING, links_added: 2 });
  const change = {
    action: 'repair.add-link',
    actor: 'admin@lectern.example',
    actor_user_id: one,
    user_id: one,
    before: null,
  };
  expect(changes).toMatchObject(ids.map((id) => ({ ...change, publication_id: id, after: { publication_id: id } })));
  const { publications, total_count, unread_count, latest_count } = await admin.ok('GET', '/publications?sort_dir=asc');
  expect({ total_count, unread_count, latest_count }).toEqual({ total_count: 19, unread_count: 19, latest_count: 0 });
  const first = {
    first_seen_at: '2020-05-05T00:00:00.000Z',
    scholar_profile_id: scholars[0],
    is_new_in_latest_run: false,
  };
  expect(publications.slice(0, 2)).toMatchObject([first, first]);
  expect((await two.ok('GET', '/publications')).total_count).toBe(21);
});

test('a hidden entry of a tracked scholar becomes visible with its marks; an entry without a scholar is hidden unless it is a favorite', async () => {
  const service = await openService();
  const { one, idOf } = await makeLibraries(service);
  const { db, admin } = service;
  const [hidden, lost, favorite] = [idOf('P1:1'), idOf('P2:1'), idOf('P2:2')];
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [hidden, lost] } });
  await admin.ok('POST', `/publications/${favorite}/favorite`, { body: { is_favorite: true } });
  await sql`update user_publications set hidden_as = 'read', scholar_ids = '{}' where user_id = ${one} and publication_id = ${hidden}`.execute(
    db,
  );
  await sql`delete from listings where publication_id = any(${[lost, favorite]})`.execute(db);
  const { summary, changes } = await repair(service, one);
  expect(summary).toMatchObject({ ...NOTHING, links_shown: 1, links_hidden: 1, links_reassigned: 1 });
  expect(changes).toMatchObject([
    {
      action: 'repair.show-link',
      publication_id: hidden,
      before: { links: [{ is_hidden: true }] },
      after: { is_hidden: false },
    },
    {
      action: 'repair.hide-link',
      publication_id: lost,
      before: { links: [{ is_hidden: false }] },
      after: { is_hidden: true },
    },
    { action: 'repair.reassign-link', publication_id: favorite, after: { is_favorite: true, scholar_ids: [] } },
  ]);
  const { publications, unread_count, favorites_count } = await admin.ok('GET', '/publications?page_size=50');
  const marks = new Map(publications.map((one: Record<string, unknown>) => [one.publication_id, one.is_read]));
  expect([marks.get(hidden), marks.get(lost), marks.get(favorite)]).toEqual([true, undefined, false]);
  expect({ unread_count, favorites_count }).toEqual({ unread_count: 18, favorites_count: 1 });
});

test('values that derive from merges are corrected, and entries of merged publications are combined with all marks', async () => {
  const service = await openService();
  const { one, two, idOf } = await makeLibraries(service);
  const { db, admin } = service;
  const [root, middle, leaf, alone, other] = [idOf('P1:0'), idOf('P1:1'), idOf('P2:1'), idOf('P2:5'), idOf('P1:6')];
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [leaf] } });
  await admin.ok('POST', `/publications/${middle}/favorite`, { body: { is_favorite: true } });
  for (const table of ['user_publications', 'unread', 'favorites'] as const)
    await db
      .updateTable(table)
      .set({ first_seen_at: new Date('2019-01-01T00:00:00Z') })
      .where('user_id', '=', one)
      .where('publication_id', '=', middle)
      .execute();
  await sql`update publications set merged_into = ${middle} where id = ${leaf}`.execute(db);
  await sql`update publications set merged_into = ${root} where id = ${middle}`.execute(db);
  await sql`update publications set title = 'Something else' where id = ${root}`.execute(db);
  // merges in a circle have no canonical publication, so they are not changed
  await sql`update publications set merged_into = case id when ${alone} then ${other}::bigint else ${alone}::bigint end where id = any(${[alone, other]}::bigint[])`.execute(
    db,
  );
  const { summary, changes } = await repair(service, one);
  const derived = { canonical_ids_corrected: 2, listings_moved: 2, displays_refreshed: 1 };
  expect(summary).toMatchObject({ ...NOTHING, ...derived, links_joined: 1 });
  expect(changes.find((change: { action: string }) => change.action === 'repair.refresh-display')).toMatchObject({
    publication_id: root,
    before: { title: 'Something else' },
    after: { title: 'Work P1:0' },
  });
  expect(changes.at(-1)).toMatchObject({
    action: 'repair.join-links',
    publication_id: root,
    before: { links: [{}, {}, {}] },
    after: { is_read: true, is_favorite: true },
  });
  expect(await admin.ok('GET', `/publications/${leaf}`)).toMatchObject({
    publication_id: root,
    title: 'Work P1:0',
    is_read: true,
    is_favorite: true,
  });
  expect(await admin.ok('GET', '/publications')).toMatchObject({
    total_count: 18,
    unread_count: 17,
    favorites_count: 1,
  });
  expect((await repair(service, two.userId)).summary).toMatchObject({ ...NOTHING, links_joined: 1 });
});

test('a large library forgets the words of an entry that a merge should have hidden', async () => {
  const service = await openService();
  const { one, idOf } = await makeLibraries(service);
  const { db } = service;
  await db.transaction().execute((tx) => addWords(tx, one));
  await merge(db, idOf('P1:0'), idOf('P1:1'));
  await copyOrder(db);
  await sql`update user_publications set hidden_as = null where user_id = ${one} and publication_id = ${idOf('P1:1')}`.execute(
    db,
  );
  await sql`select refresh_words(array[${one}::bigint], array[${idOf('P1:1')}::bigint])`.execute(db);
  expect((await repair(service, one)).summary).toMatchObject({ ...NOTHING, links_joined: 1 });
});

test('violations of foreign keys are corrected', async () => {
  const service = await startService();
  const { one, two, scholars, idOf } = await makeLibraries(service);
  const { db, admin } = service;
  await sql`alter table user_publications drop constraint user_publications_publication_id_fkey`.execute(db);
  const user = sql`where user_id = ${one} and publication_id =`;
  await sql`insert into user_publications (user_id, publication_id, entry_number, first_seen_at) values (${one}, 999999, 50, now())`.execute(
    db,
  );
  await sql`update user_publications set first_scholar_id = ${scholars[2]} ${user} ${idOf('P1:1')}`.execute(db);
  await sql`update user_publications set first_scholar_id = 777777 ${user} ${idOf('P2:1')}`.execute(db);
  // a private publication of the other user
  await sql`update publications set owner_user_id = ${two.userId} where id = ${idOf('P2:9')}`.execute(db);
  await sql`update records set owner_user_id = ${two.userId}, source = 'import' where publication_id = ${idOf('P2:9')}`.execute(
    db,
  );
  await sql`update libraries set unread_count = 3, last_entry_number = 4 where user_id = ${two.userId}`.execute(db);

  const first = await repair(service, one);
  const repairs = { links_deleted: 2, links_reassigned: 2, counters_corrected: 1 };
  expect(first.summary).toMatchObject({ ...NOTHING, ...repairs });
  const rest = await admin.ok('POST', PATH, { body: ALL });
  expect(rest.summary).toEqual({
    dry_run: false,
    users_examined: 2,
    links_in_scope: 39,
    ...NOTHING,
    counters_corrected: 1,
  });
  expect((await changesOf(service, rest.job_id))[0]).toMatchObject({
    action: 'repair.correct-counts',
    user_id: two.userId,
    before: { unread_count: 3, last_entry_number: 4 },
    after: { unread_count: 20, last_entry_number: 20 },
  });
  expect(await admin.ok('GET', '/publications')).toMatchObject({
    total_count: 19,
    unread_count: 19,
    favorites_count: 0,
  });
  expect(await two.ok('GET', '/publications')).toMatchObject({ total_count: 20, unread_count: 20 });
});

test('a repair of some scholars does not change other entries', async () => {
  const service = await openService();
  const { one, two, scholars, idOf } = await makeLibraries(service);
  const { db } = service;
  await sql`delete from user_publications where user_id = ${one} and publication_id = any(${[idOf('P1:1'), idOf('P2:1'), idOf('P2:2')]})`.execute(
    db,
  );
  await sql`update publications set title = 'Stale' where id = any(${[idOf('P1:5'), idOf('P2:5'), idOf('P3:5')]})`.execute(
    db,
  );
  // listings are of profiles, which users share, so every repair corrects all
  await sql`update listings set publication_id = ${idOf('P3:2')} where publication_id = ${idOf('P3:1')}`.execute(db);
  const { summary, scope } = await repair(service, one, { scholar_profile_ids: [scholars[1], scholars[1]] });
  expect(summary).toMatchObject({ links_added: 2, links_in_scope: 8, displays_refreshed: 1, listings_moved: 1 });
  expect(scope).toEqual({
    scope_mode: 'single_user',
    user_id: one,
    scholar_profile_ids: [scholars[1]],
    gc_orphan_publications: false,
  });
  const rest = { links_added: 1, links_in_scope: 19, displays_refreshed: 1, listings_moved: 0 };
  expect((await repair(service, one)).summary).toMatchObject(rest);
  const others = { links_added: 0, links_in_scope: 20, displays_refreshed: 1, listings_moved: 0 };
  expect((await repair(service, two.userId)).summary).toMatchObject(others);
  expect(await checkIntegrity(db)).toMatchObject({ failures: [], warnings: [] });
});
