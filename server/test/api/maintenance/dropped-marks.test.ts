import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { DiscoveredRow } from '../../../src/publications/match-rows.ts';
import type { Client } from '../../support/client.ts';
import { adminId, endedRun, makeRow, makeRows, savePageOf, track } from '../../support/library.ts';
import { startTestService } from '../../support/test-service.ts';

const CONFIRMED = { body: { confirmation_text: 'DROP ALL PUBLICATIONS' } };
const DROP = '/admin/db/drop-all-publications';
const LONG_AGO = new Date('2020-02-02T00:00:00Z');

/** What a user did with each work, by title. */
async function marksOf(client: Client): Promise<Record<string, string>> {
  const { publications } = await client.ok('GET', '/publications?page_size=500');
  return Object.fromEntries(
    publications.map((one: Record<string, unknown>) => {
      const marks = [one.is_read && 'read', one.is_favorite && 'favorite', String(one.first_seen_at).slice(0, 4)];
      return [one.title, marks.filter(Boolean).join(' ')];
    }),
  );
}

async function idOf(db: Database, title: string): Promise<number> {
  return (await db.selectFrom('publications').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id;
}

async function mark(
  db: Database,
  client: Client,
  { read = [], favorite = [] }: { read?: string[]; favorite?: string[] },
) {
  for (const title of read)
    await client.ok('POST', '/publications/mark-read', { body: { publication_ids: [await idOf(db, title)] } });
  for (const title of favorite) await client.ok('POST', `/publications/${await idOf(db, title)}/favorite`);
}

async function keptRows(db: Database): Promise<number[]> {
  const { rows } = await sql<{ marks: number; keys: number }>`
    select (select count(*) from dropped_marks) as marks, (select count(*) from dropped_keys) as keys`.execute(db);
  return [rows[0]?.marks ?? -1, rows[0]?.keys ?? -1];
}

async function setUp() {
  const service = await startTestService();
  const { db, admin } = service;
  const userId = await adminId(db);
  const scholars = { P1: await track(db, userId, 'P1'), P2: await track(db, userId, 'P2') };
  const save = (profile: 'P1' | 'P2', rows: DiscoveredRow[], at = new Date(), runId: number | null = null) =>
    savePageOf(db, scholars[profile], rows, { at, runId });
  const drop = () => admin.ok('POST', DROP, CONFIRMED);
  return { ...service, userId, scholars, save, drop };
}

test('a work that comes back page by page has its marks, is new in no run, and what was given back is forgotten', async () => {
  const { db, admin, save, drop, userId } = await setUp();
  await save('P1', makeRows('P1', [0, 6]), LONG_AGO);
  await mark(db, admin, { read: ['Work P1:0', 'Work P1:3'], favorite: ['Work P1:3', 'Work P1:4'] });
  const before = await marksOf(admin);
  expect(await drop()).toMatchObject({ deleted_count: 6 });
  expect(await keptRows(db)).toEqual([6, 12]);
  const run = await endedRun(db, userId);
  expect(await save('P1', makeRows('P1', [0, 3]), new Date(), run)).toBe(0);
  expect(await keptRows(db)).toEqual([3, 6]);
  expect(await save('P1', [...makeRows('P1', [2, 6]), makeRow('P1:new')], new Date(), run)).toBe(1);
  expect(await keptRows(db)).toEqual([0, 0]);
  expect(await marksOf(admin)).toEqual({ ...before, 'Work P1:new': expect.stringMatching(/^2/) });
  const page = await admin.ok('GET', '/publications?mode=latest');
  expect(page.publications.map((one: { title: string }) => one.title)).toEqual(['Work P1:new']);
  expect(page).toMatchObject({ latest_count: 1, unread_count: 5, favorites_count: 2 });
  const numbers = await sql`
    select last_read_number, (select max(read_number) from user_publications) as read from libraries where user_id = ${userId}`.execute(
    db,
  );
  expect(numbers.rows).toEqual([{ last_read_number: 4, read: 4 }]);
});

test('a work is recognised by the key of another profile’s row, or by its fingerprint', async () => {
  const { db, admin, save, drop } = await setUp();
  await save('P1', [makeRow('P1:1', { workKey: 'cluster:1' }), makeRow('P1:2', { title: 'By its text' })], LONG_AGO);
  await mark(db, admin, { read: ['Work P1:1', 'By its text'] });
  await drop();
  await save('P2', [
    makeRow('P2:9', { title: 'Another title of it', workKey: 'cluster:1' }),
    makeRow('P2:8', { title: 'By its text' }),
    makeRow('P2:7', { title: 'Something else' }),
  ]);
  expect(await marksOf(admin)).toMatchObject({ 'Another title of it': 'read 2020', 'By its text': 'read 2020' });
  expect((await marksOf(admin))['Something else']).not.toContain('read');
});

test('marks of a work that comes back as somebody else’s first are given when its own row comes', async () => {
  const { db, admin, save, drop } = await setUp();
  await save('P1', [makeRow('P1:1', { title: 'Shared', workKey: 'cluster:1' })], LONG_AGO);
  await mark(db, admin, { read: ['Shared'], favorite: ['Shared'] });
  await drop();
  // no key and no text in common, until the first profile says that they are one
  await save('P2', [makeRow('P2:1', { title: 'Shared', workKey: 'cluster:2', authors: 'B Other' })]);
  await sql`insert into publication_sources values ('google_scholar', 'P1:1', ${await idOf(db, 'Shared')})`.execute(db);
  expect((await marksOf(admin)).Shared).not.toContain('read');
  await save('P1', [makeRow('P1:1', { title: 'Shared' })]);
  expect(await marksOf(admin)).toEqual({ Shared: 'read favorite 2020' });
});

test('a new work with the text of a dropped one of the same profile does not take its marks', async () => {
  const { db, admin, save, drop } = await setUp();
  await save('P1', [makeRow('P1:1', { title: 'Twin', venue: 'First' })], LONG_AGO);
  await mark(db, admin, { read: ['Twin'] });
  await drop();
  await save('P1', [makeRow('P1:2', { title: 'Twin', venue: 'Second' })]);
  await save('P1', [makeRow('P1:1', { title: 'Twin', venue: 'First' })]);
  const { publications } = await admin.ok('GET', '/publications');
  expect(
    publications.map((one: { venue_text: string; is_read: boolean }) => [one.venue_text, one.is_read]).sort(),
  ).toEqual([
    ['First', true],
    ['Second', false],
  ]);
});

test('what was merged comes back as two works that both have the marks', async () => {
  const { db, admin, save, drop } = await setUp();
  await save('P1', [makeRow('P1:1'), makeRow('P1:2')], LONG_AGO);
  const [winner, loser] = [await idOf(db, 'Work P1:1'), await idOf(db, 'Work P1:2')];
  await sql`update publications set merged_into = ${winner} where id = ${loser}`.execute(db);
  await mark(db, admin, { read: ['Work P1:1'] });
  expect(await drop()).toMatchObject({ deleted_count: 2 });
  await save('P1', [makeRow('P1:1')]);
  await save('P1', [makeRow('P1:2')]);
  expect(await marksOf(admin)).toEqual({ 'Work P1:1': 'read 2020', 'Work P1:2': 'read 2020' });
  expect(await keptRows(db)).toEqual([0, 0]);
});

test('a second drop before all came back loses no marks of the first, and brings none back that were taken away', async () => {
  const { db, admin, newUser, save, drop, userId } = await setUp();
  const other = await newUser('other');
  const theirs = await track(db, other.userId, 'P1');
  const rows = makeRows('P1', [0, 4], (at) => ({ workKey: `cluster:${at}` }));
  await save('P1', rows, LONG_AGO);
  await savePageOf(db, theirs, rows, { at: new Date('2021-01-01T00:00:00Z') });
  await mark(db, admin, { read: ['Work P1:0', 'Work P1:3'], favorite: ['Work P1:1'] });
  await mark(db, other, { read: ['Work P1:0', 'Work P1:1'], favorite: ['Work P1:3'] });
  await drop();
  // of the first two works only one user's links come back before the second drop; that user changes some
  await save('P1', rows.slice(0, 2));
  await mark(db, admin, { read: ['Work P1:1'], favorite: ['Work P1:0', 'Work P1:1'] });
  await admin.ok('POST', '/publications/mark-read', {
    body: { publication_ids: [await idOf(db, 'Work P1:0')], is_read: false },
  });
  await drop();
  await drop();
  await save('P1', rows);
  await savePageOf(db, theirs, rows);
  expect(await marksOf(admin)).toEqual({
    'Work P1:0': 'favorite 2020',
    'Work P1:1': 'read 2020',
    'Work P1:2': '2020',
    'Work P1:3': 'read 2020',
  });
  expect(await marksOf(other)).toEqual({
    'Work P1:0': 'read 2021',
    'Work P1:1': 'read 2021',
    'Work P1:2': '2021',
    'Work P1:3': 'favorite 2021',
  });
  expect(await keptRows(db)).toEqual([0, 0]);
  const counts = await sql`
    select link_count, unread_count, favorite_count from libraries where user_id = ${userId}`.execute(db);
  expect(counts.rows).toEqual([{ link_count: 4, unread_count: 2, favorite_count: 1 }]);
});

test('marks of a hidden link, and of a scholar who is not tracked any more, wait', async () => {
  const { db, admin, save, drop, userId, scholars } = await setUp();
  await save('P2', makeRows('P2', [0, 2]), LONG_AGO);
  await mark(db, admin, { read: ['Work P2:0', 'Work P2:1'], favorite: ['Work P2:1'] });
  await admin.ok('DELETE', `/scholars/${scholars.P2}`);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(1);
  await drop();
  expect((await admin.ok('GET', '/publications')).total_count).toBe(0);
  await savePageOf(db, await track(db, userId, 'P2'), makeRows('P2', [0, 2]));
  expect(await marksOf(admin)).toEqual({ 'Work P2:0': 'read 2020', 'Work P2:1': 'read favorite 2020' });
});

test('a drop of nothing is a drop', async () => {
  const { drop, db } = await setUp();
  expect(await drop()).toEqual({ deleted_count: 0, message: expect.any(String) });
  expect(await db.selectFrom('queue_items').select(['reason', 'status']).execute()).toEqual([
    { reason: 'first_crawl', status: 'queued' },
    { reason: 'first_crawl', status: 'queued' },
  ]);
});

test('what an import brings back has the marks that the user had, too', async () => {
  const { db, admin, drop, userId } = await setUp();
  const scholarId = await track(db, userId, 'AAAAAAAAAAAJ');
  await savePageOf(db, scholarId, makeRows('P1', [0, 3]), { at: LONG_AGO });
  const file = await admin.ok('GET', '/scholars/export');
  await mark(db, admin, { read: ['Work P1:0'], favorite: ['Work P1:1'] });
  const before = await marksOf(admin);
  await drop();
  await admin.ok('POST', '/scholars/import', { body: file });
  expect(await marksOf(admin)).toEqual(before);
  await admin.ok('POST', '/publications/mark-read', {
    body: { publication_ids: [await idOf(db, 'Work P1:0')], is_read: false },
  });
  await admin.ok('POST', '/scholars/import', { body: file });
  expect((await marksOf(admin))['Work P1:0']).toBe('2020');
});
