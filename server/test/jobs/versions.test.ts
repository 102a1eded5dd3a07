import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { saveIdentifiers } from '../../src/publications/identifier-store.ts';
import { signedIn } from '../support/accounts.ts';
import { adminId, makeRow, savePageOf, track } from '../support/library.ts';
import { merge, unmerge } from '../support/merges.ts';
import { type Service, serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile();
const YEAR = new Date().getUTCFullYear();
const PREPRINT = {
  title: 'Silt in estuaries',
  authors: 'A Author',
  venue: 'arXiv preprint arXiv:2501.00017',
  year: YEAR,
};
const ARTICLE = { ...PREPRINT, venue: 'Estuaries 12 (3), 40-52' };

const list = async ({ admin }: Service, search = '') =>
  (await admin.ok('GET', `/publications?sort_by=title&sort_dir=asc&search=${encodeURIComponent(search)}`)).publications;

/** The publications of which a user was told that they were published. */
async function listTold(db: Database, userId: number): Promise<(number | undefined)[]> {
  const events = await db
    .selectFrom('events')
    .select(['publication_ids'])
    .where('kind', '=', 'publication.published')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return events.map(({ publication_ids: [id] }) => id);
}

test('if the row of a preprint names a journal, the preprint is published; that is told once and changes no mark', async () => {
  const service = await openService();
  const { db, admin } = service;
  const userId = await adminId(db);
  const scholar = await track(db, userId, 'AAAAAAAAAAAJ');
  const save = (change: object) =>
    savePageOf(db, scholar, [makeRow('r:1', { ...PREPRINT, ...change }), makeRow('r:2')]);
  await save({});
  const [one] = await list(service, 'is:preprint');
  expect(one).toMatchObject({ title: PREPRINT.title, stage: 'preprint', became_published_at: null, is_read: false });
  expect(await list(service, 'is:published')).toEqual([]);
  expect((await list(service)).map(({ stage }: { stage: string }) => stage)).toEqual(['preprint', 'other']);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [one.publication_id] } });

  await save(ARTICLE);
  const [published] = await list(service, 'is:published');
  expect(published).toMatchObject({ stage: 'published', became_published_at: expect.any(String), is_read: true });
  expect(await listTold(db, userId)).toEqual([one.publication_id]);
  const { versions } = await admin.ok('GET', `/publications/${one.publication_id}`);
  expect(versions).toEqual([
    expect.objectContaining({
      stage: 'published',
      venue: ARTICLE.venue,
      published_on: String(YEAR),
      source: 'google_scholar',
    }),
    expect.objectContaining({ stage: 'preprint', venue: 'arXiv', url: 'https://arxiv.org/abs/2501.00017' }),
  ]);

  await save({});
  await save(ARTICLE);
  expect(await listTold(db, userId)).toEqual([one.publication_id]);
});

test('a row that had the DOI of a preprint server is published when its venue is a journal', async () => {
  const service = await openService();
  const { db, admin } = service;
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAJ');
  await savePageOf(db, scholar, [makeRow('r:1', { ...PREPRINT, venue: 'bioRxiv, 2020.03.24.005942' })]);
  expect(await list(service)).toMatchObject([{ stage: 'preprint', doi: '10.1101/2020.03.24.005942' }]);
  await savePageOf(db, scholar, [makeRow('r:1', ARTICLE)]);
  const [one] = await list(service, 'is:now-published');
  expect(one).toMatchObject({ stage: 'published', venue_text: ARTICLE.venue });
  const { versions } = await admin.ok('GET', `/publications/${one.publication_id}`);
  expect(versions).toMatchObject([
    { stage: 'published', venue: ARTICLE.venue, source: 'google_scholar' },
    { stage: 'preprint', venue: null, url: 'https://doi.org/10.1101/2020.03.24.005942' },
  ]);
});

test('a venue that only announces a publication, the first look-up, or an old article tell nothing', async () => {
  const service = await openService();
  const { db } = service;
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAJ');
  for (const venue of [
    'Submitted to Estuaries 12 (3), 40-52',
    'Estuaries',
    'US Patent 7,123,456',
    'Manuscript in preparation',
  ]) {
    await savePageOf(db, scholar, [makeRow('r:1', PREPRINT)]);
    await savePageOf(db, scholar, [makeRow('r:1', { ...PREPRINT, venue })]);
    expect((await list(service, 'is:published')).length, venue).toBe(0);
  }
  // the first look-up is not over
  const [{ publication_id: id }] = await list(service);
  await db.insertInto('enrichment').values({ publication_id: id, source: 'openalex' }).execute();
  await savePageOf(db, scholar, [makeRow('r:1', ARTICLE)]);
  await db.updateTable('enrichment').set({ attempt_count: 1 }).execute();
  await savePageOf(db, scholar, [makeRow('r:1', PREPRINT)]);
  await savePageOf(db, scholar, [makeRow('r:1', { ...ARTICLE, year: YEAR - 4 })]);
  expect(await list(service)).toMatchObject([{ stage: 'published', became_published_at: null }]);
  expect(await listTold(db, await adminId(db))).toEqual([]);
});

test('a merge tells who had the preprint only, once, however often it is undone', async () => {
  const service = await openService();
  const { db } = service;
  const newUser = async (email: string) => (await signedIn(service, { email })).userId;
  const users = {
    ofPreprint: await adminId(db),
    ofArticle: await newUser('article@example.org'),
    ofBoth: await newUser('both@example.org'),
  };
  const add = async (userId: number, profile: string, row: object) =>
    savePageOf(db, await track(db, userId, profile), [makeRow(`${profile}:1`, row)]);
  const other = { ...ARTICLE, title: 'Silt in the estuaries of the north' };
  for (const userId of [users.ofPreprint, users.ofBoth]) await add(userId, 'AAAAAAAAAAAJ', PREPRINT);
  for (const userId of [users.ofArticle, users.ofBoth]) await add(userId, 'BBBBBBBBBBBJ', other);
  const { id: preprint } = await idOf(db, PREPRINT.title);
  const { id: article } = await idOf(db, other.title);
  for (const [winner, loser] of [
    [article, preprint],
    [preprint, article],
  ] as const) {
    await unmerge(db, await merge(db, winner, loser));
    expect(await listTold(db, users.ofPreprint), 'once').toEqual([article]);
    expect(await listTold(db, users.ofArticle)).toEqual([]);
    expect(await listTold(db, users.ofBoth)).toEqual([]);
  }
});

test('a merge into the preprint tells its users, too', async () => {
  const service = await openService();
  const { db } = service;
  const [first, { userId: second }] = [await adminId(db), await signedIn(service, { email: 'second@example.org' })];
  await savePageOf(db, await track(db, first, 'AAAAAAAAAAAJ'), [makeRow('a:1', PREPRINT)]);
  await savePageOf(db, await track(db, second, 'BBBBBBBBBBBJ'), [
    makeRow('b:1', { ...ARTICLE, title: 'Another title' }),
  ]);
  const { id: preprint } = await idOf(db, PREPRINT.title);
  const { id: article } = await idOf(db, 'Another title');
  await merge(db, preprint, article);
  expect(await listTold(db, first)).toEqual([preprint]);
  expect(await listTold(db, second)).toEqual([]);
});

test('an entry knows what became of a preprint that was merged into it', async () => {
  const service = await openService();
  const { db } = service;
  const userId = await adminId(db);
  const scholars = [await track(db, userId, 'AAAAAAAAAAAJ'), await track(db, userId, 'BBBBBBBBBBBJ')] as const;
  await savePageOf(db, scholars[0], [makeRow('a:1', PREPRINT)]);
  await savePageOf(db, scholars[0], [makeRow('a:1', ARTICLE)]);
  await savePageOf(db, scholars[1], [makeRow('b:1', { ...ARTICLE, title: 'Another title' })]);
  const [{ id: preprint }, { id: article }] = [await idOf(db, PREPRINT.title), await idOf(db, 'Another title')];
  const told = async () =>
    (await list(service, 'is:now-published')).map((one: { publication_id: number; became_published_at: string }) => [
      one.publication_id,
      one.became_published_at,
    ]);
  const before = await told();
  expect(before).toEqual([[preprint, expect.any(String)]]);
  const merged = await merge(db, article, preprint);
  expect(await told()).toEqual([[article, before[0][1]]]);
  const { now_published: today } = await service.admin.ok('GET', '/publications/today');
  expect(today).toMatchObject({ publications: [{ publication_id: article }] });
  await unmerge(db, merged);
  expect(await told()).toEqual(before);
});

const idOf = (db: Database, title: string) =>
  db.selectFrom('publications').select('id').where('title', '=', title).executeTakeFirstOrThrow();

test('the DOI of an article that is stated of a preprint still finds the article', async () => {
  const service = await openService();
  const { db } = service;
  const userId = await adminId(db);
  const withDoi = (key: string, title: string) =>
    makeRow(key, { title, authors: 'A Author', venue: null, identifiers: [{ kind: 'doi', value: '10.1000/silt' }] });
  await savePageOf(db, await track(db, userId, 'AAAAAAAAAAAJ'), [makeRow('a:1', PREPRINT), withDoi('a:2', 'Article')]);
  const { id: preprint } = await idOf(db, PREPRINT.title);
  const found = {
    kind: 'doi' as const,
    value: '10.1000/silt',
    confidence: 0.95,
    source: 'crossref',
    evidenceUrl: null,
  };
  await db.transaction().execute((tx) => saveIdentifiers(tx, [{ ...found, publicationId: preprint }]));
  await savePageOf(db, await track(db, userId, 'BBBBBBBBBBBJ'), [withDoi('b:1', 'The article, with another title')]);
  expect((await list(service)).map(({ title }: { title: string }) => title)).toEqual(['Article', PREPRINT.title]);
});
