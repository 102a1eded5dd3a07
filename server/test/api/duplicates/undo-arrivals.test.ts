import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { DiscoveredRow } from '../../../src/publications/match-rows.ts';
import type { Client } from '../../support/client.ts';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { listBrokenLibraries, listLooseEnds, merge } from '../../support/merges.ts';
import { startTestService } from '../../support/test-service.ts';
import { ADA, BEN, countsOf, importInto, sourceRow } from '../portability/portability-service.ts';

const [WINNER, LOSER, THIRD] = ['The winner', 'The loser', 'The third'];

/** One profile lists three works, each with a key of its own at the source; the first user tracks it. */
async function startLibrary() {
  const service = await startTestService();
  const { db, admin } = service;
  const user = await adminId(db);
  const scholar = await track(db, user, 'P1');
  const rows = [
    makeRow('P1:1', { title: WINNER, workKey: 'w1' }),
    makeRow('P1:2', { title: LOSER, workKey: 'w2' }),
    makeRow('P1:3', { title: THIRD, workKey: 'w3' }),
  ];
  await savePageOf(db, scholar, rows);
  const [a = 0, b = 0, c = 0] = await Promise.all([WINNER, LOSER, THIRD].map((title) => idOf(db, title)));
  const undo = (job: number) => admin.ok('POST', `/admin/db/repairs/${job}/undo`);
  return { ...service, user, scholar, rows, undo, a, b, c };
}

async function idOf(db: Database, title: string | undefined): Promise<number> {
  const row = db.selectFrom('publications').select('id').where('title', '=', String(title)).orderBy('id');
  return (await row.executeTakeFirstOrThrow()).id;
}

/** Which work each key leads to. */
async function keysOf(db: Database): Promise<Record<string, number>> {
  const rows = await db.selectFrom('publication_sources').select(['key', 'publication_id']).execute();
  return Object.fromEntries(rows.map(({ key, publication_id }) => [key, publication_id]));
}

async function listedBy(db: Database, profile: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select publication_id as id from profile_publications l join profiles p on p.id = l.profile_id and p.source_id = ${profile}
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

async function libraryOf(client: Client, query = ''): Promise<{ id: number; marks: string }[]> {
  const { publications } = await client.ok('GET', `/publications?page_size=200${query}`);
  return publications
    .map((one: Record<string, unknown>) => ({
      id: one.publication_id,
      marks: [one.is_read && 'read', one.is_favorite && 'favorite'].filter(Boolean).join(' '),
    }))
    .sort((one: { id: number }, other: { id: number }) => one.id - other.id);
}

async function expectSound(db: Database): Promise<void> {
  expect(await listBrokenLibraries(db)).toEqual([]);
  expect(await listLooseEnds(db)).toEqual([]);
}

test('a profile that came to a merged work by the loser’s key lists the loser when it is taken back, and so do its users', async () => {
  const { db, undo, newUser, a, b } = await startLibrary();
  const job = await merge(db, a, b);
  const late = await newUser('late');
  const theirs = await track(db, late.userId, 'P2');
  const page = [makeRow('P2:9', { title: 'Another title of it', workKey: 'w2' }), makeRow('P2:8', { title: 'Else' })];
  await savePageOf(db, theirs, page);
  const other = await idOf(db, 'Else');
  expect(await listedBy(db, 'P2')).toEqual([a, other]);
  await late.ok('POST', '/publications/mark-read', { body: { publication_ids: [a] } });
  const { snapshot } = await late.ok('GET', '/publications?page_size=1');

  await undo(job);
  expect(await keysOf(db)).toMatchObject({ 'P1:1': a, w1: a, 'P1:2': b, w2: b, 'P2:9': b });
  expect(await listedBy(db, 'P2')).toEqual([b, other]);
  expect(await libraryOf(late)).toEqual([
    { id: b, marks: 'read' },
    { id: other, marks: '' },
  ]);
  expect(await libraryOf(late, `&snapshot=${snapshot}`), 'a page that is open holds still').toHaveLength(2);
  await expectSound(db);
  // the next crawl finds it where it is, and nobody has anything new
  expect(await savePageOf(db, theirs, [makeRow('P2:9', { title: 'Another', workKey: 'w2', citations: 7 })])).toBe(0);
  const counts = await sql`select id, citation_count from publications where id in (${a}, ${b}) order by id`.execute(
    db,
  );
  expect(counts.rows).toEqual([
    { id: a, citation_count: 0 },
    { id: b, citation_count: 7 },
  ]);
});

test('what comes by one key after another goes with the first; what came by the winner’s own stays', async () => {
  const { db, undo, newUser, a, b, c } = await startLibrary();
  const job = await merge(db, a, b, c);
  const late = await newUser('late');
  const scholars: Record<string, number> = {};
  for (const profile of ['P2', 'P3', 'P4']) scholars[profile] = await track(db, late.userId, profile);
  const save = (profile: string, rows: DiscoveredRow[]) => savePageOf(db, scholars[profile] ?? 0, rows);
  // by the loser's text: a new key of the work, and by that another profile's row with a text of its own
  await save('P2', [makeRow('P2:1', { title: LOSER, workKey: 'w2b' })]);
  await save('P3', [makeRow('P3:1', { title: 'Its second title', workKey: 'w2b' })]);
  await save('P4', [
    // by that text
    makeRow('P4:1', { title: 'Its second title' }),
    makeRow('P4:2', { title: 'Of the third', workKey: 'w3' }),
    makeRow('P4:3', { title: 'Of the first', workKey: 'w1' }),
  ]);
  expect(await listedBy(db, 'P4')).toEqual([a]);
  await undo(job);
  expect(await keysOf(db)).toMatchObject({
    'P2:1': b,
    w2b: b,
    'P3:1': b,
    'P4:1': b,
    'P4:2': c,
    'P4:3': a,
    w1: a,
    w2: b,
    w3: c,
  });
  expect([await listedBy(db, 'P2'), await listedBy(db, 'P3')]).toEqual([[b], [b]]);
  expect(await listedBy(db, 'P4')).toEqual([a, b, c]);
  expect(await libraryOf(late)).toEqual([a, b, c].map((id) => ({ id, marks: '' })));
  await expectSound(db);
  expect(await save('P4', [makeRow('P4:2', { title: 'Of the third', workKey: 'w3' })]), 'nothing is new').toBe(0);
});

test('an identifier that a loser’s row brought, and one that led a row to it, go with it', async () => {
  const { db, undo, newUser, a, b } = await startLibrary();
  await sql`insert into publication_identifiers (publication_id, kind, value, confidence, source) values (${b}, 'doi', '10.1234/loser', 0.9, 'crossref')`.execute(
    db,
  );
  const job = await merge(db, a, b);
  const late = await newUser('late');
  const theirs = await track(db, late.userId, 'P2');
  await savePageOf(db, theirs, [
    makeRow('P2:1', { title: 'By its number', url: 'https://publisher.example/doi/10.1234/loser' }),
    makeRow('P2:2', { title: 'By its key', workKey: 'w2', url: 'https://arxiv.org/abs/2101.00001' }),
  ]);
  await undo(job);
  expect(await keysOf(db)).toMatchObject({ 'P2:1': b, 'P2:2': b });
  expect(await listedBy(db, 'P2')).toEqual([b]);
  const found = await db
    .selectFrom('publication_identifiers')
    .select(['publication_id', 'kind', 'value'])
    .orderBy('kind')
    .execute();
  expect(found).toEqual([
    { publication_id: b, kind: 'arxiv', value: '2101.00001' },
    { publication_id: b, kind: 'doi', value: '10.1234/loser' },
  ]);
  const shown = await sql<{
    id: number;
    doi: string | null;
  }>`select id, doi from publications where id in (${a}, ${b}) order by id`.execute(db);
  expect(shown.rows).toEqual([
    { id: a, doi: null },
    { id: b, doi: '10.1234/loser' },
  ]);
});

test('who had the winner before and tracks a profile of the loser’s since has both, with what was marked on both', async () => {
  const { db, admin, undo, user, a, b, c } = await startLibrary();
  await savePageOf(db, await track(db, user, 'P5'), [makeRow('P5:1', { title: 'Of the first', workKey: 'w1' })]);
  const job = await merge(db, a, b);
  const second = await track(db, user, 'P2');
  await savePageOf(db, second, [makeRow('P2:1', { title: 'Loser again', workKey: 'w2' })]);
  await admin.ok('POST', `/publications/${b}/favorite`, { body: { is_favorite: true } });
  await undo(job);
  expect(await libraryOf(admin)).toEqual([
    { id: a, marks: 'favorite' },
    { id: b, marks: 'favorite' },
    { id: c, marks: '' },
  ]);
  expect(await listedBy(db, 'P2')).toEqual([b]);
  await expectSound(db);
});

test('merges upon merges hand on what came by each, the last first', async () => {
  const { db, admin, undo, newUser, a, b, c } = await startLibrary();
  const first = await merge(db, a, b);
  const late = await newUser('late');
  const theirs = await track(db, late.userId, 'P2');
  await savePageOf(db, theirs, [makeRow('P2:1', { title: 'One', workKey: 'w2' })]);
  const second = await merge(db, c, a);
  await savePageOf(db, theirs, [
    makeRow('P2:1', { title: 'One', workKey: 'w2' }),
    makeRow('P2:2', { title: 'Two', workKey: 'w2' }),
    makeRow('P2:3', { title: 'Three', workKey: 'w1' }),
  ]);
  await admin.fails(409, 'merge_superseded', 'POST', `/admin/db/repairs/${first}/undo`);
  await undo(second);
  expect(await keysOf(db)).toMatchObject({ 'P2:1': a, 'P2:2': a, 'P2:3': a, w1: a, w2: a, w3: c });
  expect(await libraryOf(late)).toEqual([{ id: a, marks: '' }]);
  await undo(first);
  expect(await keysOf(db)).toMatchObject({ 'P2:1': b, 'P2:2': b, 'P2:3': a, w1: a, w2: b, w3: c });
  expect(await listedBy(db, 'P2')).toEqual([a, b]);
  expect(await libraryOf(late)).toEqual([
    { id: a, marks: '' },
    { id: b, marks: '' },
  ]);
  await expectSound(db);
});

test('what a file brought to a merged work by the loser’s text goes with the loser; the same file again brings nothing', async () => {
  const { db, admin, newUser, undo } = await startTestService().then(async (service) => ({
    ...service,
    undo: (job: number) => service.admin.ok('POST', `/admin/db/repairs/${job}/undo`),
  }));
  const scholar = await track(db, await adminId(db), BEN);
  const [one, two] = [{ title: 'The first known work of it' }, { title: 'The second known work of it' }];
  await savePageOf(db, scholar, [sourceRow(BEN, 'one000000001', one), sourceRow(BEN, 'two000000002', two)]);
  const [a, b] = [await idOf(db, one.title), await idOf(db, two.title)];
  const job = await merge(db, a, b);
  const late = await newUser('late');
  const item = { scholar_id: ADA, authors: 'A Author', author_text: 'A Author', year: 2020, ...two };
  const file = { scholars: [{ scholar_id: ADA }], publications: [item] };
  expect(countsOf(await importInto(late, file))).toEqual([1, 0, 0, 0, 1, 0]);
  expect(await libraryOf(late)).toEqual([{ id: a, marks: '' }]);
  await undo(job);
  expect(await libraryOf(late)).toEqual([{ id: b, marks: '' }]);
  const claims = await db.selectFrom('scholar_publications').select('publication_id').execute();
  expect(claims).toEqual([{ publication_id: b }]);
  expect(countsOf(await importInto(late, file))).toEqual([0, 0, 0, 0, 0, 0]);
  await expectSound(db);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(2);
});

test('after all publications were dropped there is nothing left to take apart, and the answer says so', async () => {
  const { db, admin, a, b, c } = await startLibrary();
  const first = await merge(db, a, b);
  const second = await merge(db, c, a);
  await admin.ok('POST', '/admin/db/drop-all-publications', { body: { confirmation_text: 'DROP ALL PUBLICATIONS' } });
  for (const job of [first, second])
    await admin.fails(409, 'merged_publications_gone', 'POST', `/admin/db/repairs/${job}/undo`);
});
