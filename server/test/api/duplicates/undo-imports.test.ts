import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { insertIdentifiers } from '../../../src/publications/identifier-store.ts';
import type { Client } from '../../support/client.ts';
import { makeRow, savePageOf, track } from '../../support/library.ts';
import { listBrokenLibraries, listLooseEnds, merge } from '../../support/merges.ts';
import { startTestService } from '../../support/test-service.ts';
import { ADA, BEN, countsOf, importInto, seenBy, sourceRow } from '../portability/portability-service.ts';

const ONE = { title: 'The first known work of it', author_text: 'A Author', year: 2020 };
const TWO = { title: 'The second known work of it', author_text: 'A Author', year: 2020 };
const NOTHING = [0, 0, 0, 0, 0, 0];

/** A crawler's two works, that of ONE and that of TWO, and a user who has nothing yet. */
async function startWorks() {
  const service = await startTestService();
  const { db, admin, newUser } = service;
  const crawler = await newUser('crawler');
  const scholar = await track(db, crawler.userId, BEN);
  await savePageOf(db, scholar, [sourceRow(BEN, 'one000000001', ONE), sourceRow(BEN, 'two000000002', TWO)]);
  const [a = 0, b = 0] = (await db.selectFrom('publications').select('id').orderBy('id').execute()).map(({ id }) => id);
  const undo = (job: number) => admin.ok('POST', `/admin/db/repairs/${job}/undo`);
  return { ...service, crawler, scholar, user: await newUser('user'), undo, a, b };
}

async function favoritesOf(client: Client): Promise<Record<number, boolean>> {
  const { publications } = await client.ok('GET', '/publications?page_size=200');
  return Object.fromEntries(
    publications.map((one: { publication_id: number; is_favorite: boolean }) => [one.publication_id, one.is_favorite]),
  );
}

async function claimsOf(db: Database): Promise<[string, number][]> {
  const { rows } = await sql<{ profile: string; id: number }>`
    select p.source_id as profile, c.publication_id as id from scholar_publications c join profiles p on p.id = c.profile_id order by 1, 2`.execute(
    db,
  );
  return rows.map(({ profile, id }) => [profile, id]);
}

/** Which work each key leads to. */
async function keysOf(db: Database): Promise<Record<string, number>> {
  const rows = await db.selectFrom('publication_sources').select(['key', 'publication_id']).execute();
  return Object.fromEntries(rows.map(({ key, publication_id }) => [key, publication_id]));
}

async function expectSound(db: Database): Promise<void> {
  expect(await listBrokenLibraries(db)).toEqual([]);
  const merged = await sql`select from publications where merged_into is not null limit 1`.execute(db);
  if (merged.rows.length > 0) expect(await listLooseEnds(db)).toEqual([]);
}

const favorite = (work: object) => ({ scholars: [], publications: [{ scholar_id: null, is_favorite: true, ...work }] });

test('a favorite without a scholar, which a file named by the loser’s text, is a favorite of the loser alone', async () => {
  const { db, user, undo, a, b } = await startWorks();
  const job = await merge(db, a, b);
  expect(countsOf(await importInto(user, favorite(TWO)))).toEqual([0, 0, 0, 0, 1, 0]);
  const { snapshot } = await user.ok('GET', '/publications?page_size=1');
  await undo(job);
  expect(await favoritesOf(user)).toEqual({ [b]: true });
  const { rows } = await sql`select publication_id from user_publications where user_id = ${user.userId}`.execute(db);
  expect(rows, 'no hidden link, either').toEqual([{ publication_id: b }]);
  expect((await user.ok('GET', `/publications?snapshot=${snapshot}`)).publications, 'an open page').toHaveLength(1);
  expect(countsOf(await importInto(user, favorite(TWO)))).toEqual(NOTHING);
  await expectSound(db);
});

test('who had the winner, and names the loser since, has both; who names both has both', async () => {
  const { db, user, undo, newUser, a, b } = await startWorks();
  const other = await newUser('other');
  await importInto(user, favorite(ONE));
  const job = await merge(db, a, b);
  await importInto(user, favorite(TWO));
  await importInto(other, favorite(ONE));
  await importInto(other, favorite(TWO));
  await undo(job);
  for (const client of [user, other]) {
    expect(await favoritesOf(client)).toEqual({ [a]: true, [b]: true });
    for (const work of [ONE, TWO]) expect(countsOf(await importInto(client, favorite(work)))).toEqual(NOTHING);
  }
  await expectSound(db);
});

test('a favorite of a scholar goes where its item belongs, and what the user said of the scholar with it', async () => {
  const { db, user, undo, a, b } = await startWorks();
  const job = await merge(db, a, b);
  const file = { scholars: [{ scholar_id: ADA }], publications: [{ ...TWO, scholar_id: ADA, is_favorite: true }] };
  expect(countsOf(await importInto(user, file))).toEqual([1, 0, 0, 0, 1, 0]);
  await undo(job);
  expect(await favoritesOf(user)).toEqual({ [b]: true });
  expect(await claimsOf(db)).toEqual([[ADA, b]]);
  expect(countsOf(await importInto(user, file))).toEqual(NOTHING);
  await expectSound(db);
});

test('what a file named while an earlier merge stood was not named since this one', async () => {
  const { db, user, undo, scholar, a, b } = await startWorks();
  const three = { title: 'A third work that is like the second', author_text: 'A Author', year: 2020 };
  await savePageOf(db, scholar, [sourceRow(BEN, 'thr000000003', three)]);
  const last = await db
    .selectFrom('publications')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const CID = 'CCCCCCCCCCC3';
  const file = (scholar_id: string, work: object) => ({
    scholars: [{ scholar_id }],
    publications: [{ ...work, scholar_id }],
  });
  await importInto(user, file(ADA, ONE));
  await merge(db, b, last.id);
  await importInto(user, file(CID, TWO));
  const said = [
    [ADA, a],
    [CID, b],
  ];
  expect(await claimsOf(db)).toEqual(said);
  const job = await merge(db, a, b);
  await undo(job);
  expect(await claimsOf(db)).toEqual(said);
  await expectSound(db);
});

test('what a user said of the winner before the merge is said of it alone afterwards', async () => {
  const { db, user, undo, a, b } = await startWorks();
  const CID = 'CCCCCCCCCCC3';
  const file = (scholar_id: string, work: object) => ({
    scholars: [{ scholar_id }],
    publications: [{ ...work, scholar_id }],
  });
  await importInto(user, file(ADA, ONE));
  const job = await merge(db, a, b);
  await importInto(user, file(CID, TWO));
  expect(await claimsOf(db)).toEqual([
    [ADA, a],
    [CID, a],
  ]);
  await undo(job);
  expect(await claimsOf(db)).toEqual([
    [ADA, a],
    [CID, b],
  ]);
  expect(await favoritesOf(user)).toEqual({ [a]: false, [b]: false });
  for (const again of [file(ADA, ONE), file(CID, TWO)])
    expect(countsOf(await importInto(user, again))).toEqual(NOTHING);
  await expectSound(db);
});

test('what only a file knew, and a crawl found to be the loser while it was merged, goes with the loser', async () => {
  const { db, user, crawler, undo, a, b } = await startWorks();
  // unknown to the source until it names the key
  const file = {
    scholars: [{ scholar_id: ADA }],
    publications: [{ scholar_id: ADA, title: 'Named otherwise', cluster_id: '77', is_favorite: true }],
  };
  expect(countsOf(await importInto(user, file))).toEqual([1, 0, 1, 0, 1, 0]);
  const job = await merge(db, a, b);
  const theirs = await track(db, crawler.userId, 'PPPPPPPPPPP4');
  const row = makeRow('PPPPPPPPPPP4:x', { ...TWO, authors: TWO.author_text, workKey: 'cluster:77' });
  await savePageOf(db, theirs, [row]);
  expect(await favoritesOf(user)).toEqual({ [a]: true });
  await undo(job);
  expect(await favoritesOf(user)).toEqual({ [b]: true });
  expect(await claimsOf(db)).toEqual([[ADA, b]]);
  expect(countsOf(await importInto(user, file))).toEqual(NOTHING);
  await expectSound(db);
});

const IMPORTED = {
  scholars: [{ scholar_id: ADA }],
  publications: [
    { ...ONE, scholar_id: ADA, cluster_id: '100', venue_text: 'SECRET one' },
    { ...TWO, scholar_id: ADA, cluster_id: '200', venue_text: 'SECRET two', is_read: true },
  ],
};
const ROW_ONE = makeRow(`${BEN}:1`, { title: 'One, as its source calls it', workKey: 'cluster:100', citations: 3 });
const ROW_TWO = makeRow(`${BEN}:2`, { title: 'Two, as its source calls it', workKey: 'cluster:200', citations: 5 });

/** Two works that nothing but a user's file knows, and a crawler of the profile that lists them. */
async function startImported() {
  const service = await startTestService();
  const { db, admin, newUser } = service;
  const user = await newUser('user');
  await importInto(user, IMPORTED);
  const [a = 0, b = 0] = (await db.selectFrom('publications').select('id').orderBy('id').execute()).map(({ id }) => id);
  const crawler = await newUser('crawler');
  const scholar = await track(db, crawler.userId, BEN);
  const undo = (job: number) => admin.ok('POST', `/admin/db/repairs/${job}/undo`);
  return { ...service, user, crawler, scholar, undo, a, b };
}

const shownTo = async (client: Client) =>
  (await seenBy(client)).map(({ title, venue_text, citation_count, is_read }) => [
    title,
    venue_text,
    citation_count,
    is_read,
  ]);

test.each([
  ['the winner’s', ROW_ONE, ROW_TWO, 0],
  ['the loser’s', ROW_TWO, ROW_ONE, 1],
] as const)(
  'a merged work of a file that a crawl takes over by %s key comes apart as if it had not been merged',
  async (_name, row, otherRow, at) => {
    const { db, user, crawler, scholar, undo, a, b } = await startImported();
    const job = await merge(db, a, b);
    await savePageOf(db, scholar, [row]);
    expect(await shownTo(crawler)).toEqual([[row.title, null, row.citations, false]]);
    await undo(job);
    const [taken, left] = at === 0 ? [a, b] : [b, a];
    expect(await keysOf(db)).toMatchObject({ [row.key]: taken, [String(row.workKey)]: taken });
    const listed = await db.selectFrom('profile_publications').select('publication_id').execute();
    expect(listed).toEqual([{ publication_id: taken }]);
    // the crawler sees what the source says and nothing else
    expect(await favoritesOf(crawler)).toEqual({ [taken]: false });
    expect(await shownTo(crawler)).toEqual([[row.title, null, row.citations, false]]);
    expect(await favoritesOf(user)).toEqual({ [a]: false, [b]: false });
    const own = IMPORTED.publications[1 - at];
    expect(await shownTo(user)).toContainEqual([own?.title, own?.venue_text, 0, at === 0]);
    expect(countsOf(await importInto(user, IMPORTED))).toEqual(NOTHING);
    // and the other is taken over by its own key, for it has it still
    expect(await savePageOf(db, scholar, [row, otherRow])).toBe(1);
    expect(await keysOf(db)).toMatchObject({ [otherRow.key]: left, [row.key]: taken });
    expect((await shownTo(crawler)).sort()).toEqual([
      [ROW_ONE.title, null, 3, false],
      [ROW_TWO.title, null, 5, false],
    ]);
    expect(countsOf(await importInto(user, IMPORTED))).toEqual(NOTHING);
    await expectSound(db);
  },
);

test('what a file filled comes back at no undo when somebody else has come to have the work meanwhile', async () => {
  const { db, newUser, undo } = await startWorks();
  const owner = await newUser('owner');
  const row = sourceRow(ADA, 'gap000000001', { title: 'A work with an open venue', venue: null });
  await savePageOf(db, await track(db, owner.userId, ADA), [row]);
  const gaps = { venue_text: 'SECRET', doi: '10.1000/secret' };
  const file = { scholars: [], publications: [{ scholar_id: ADA, title: 'x', pub_url: row.url, ...gaps }] };
  expect(countsOf(await importInto(owner, file))).toEqual([0, 0, 0, 1, 0, 0]);
  const [work, shared] = await Promise.all(
    [row.title, ONE.title].map((title) =>
      db.selectFrom('publications').select('id').where('title', '=', title).executeTakeFirstOrThrow(),
    ),
  );
  const job = await merge(db, work?.id ?? 0, shared?.id ?? 0);
  const late = await newUser('late');
  await savePageOf(db, await track(db, late.userId, ADA), [row]);
  await undo(job);
  for (const client of [owner, late])
    expect(await seenBy(client)).toMatchObject([{ title: row.title, venue_text: null, doi: null }]);
  await expectSound(db);
});

test('a DOI of a file comes back at no undo when a source has named another meanwhile', async () => {
  const { db, newUser, undo, a } = await startWorks();
  const owner = await newUser('owner');
  const row = sourceRow(ADA, 'gap000000001', { title: 'A work with an open venue', venue: null });
  await savePageOf(db, await track(db, owner.userId, ADA), [row]);
  const file = {
    scholars: [],
    publications: [{ scholar_id: ADA, title: 'x', pub_url: row.url, doi: '10.1000/secret' }],
  };
  await importInto(owner, file);
  const { id } = await db
    .selectFrom('publications')
    .select('id')
    .where('title', '=', row.title)
    .executeTakeFirstOrThrow();
  const job = await merge(db, id, a);
  const found = {
    kind: 'doi',
    value: '10.1000/real',
    confidence: 0.85,
    source: 'crossref',
    evidenceUrl: null,
  } as const;
  await db.transaction().execute((tx) => insertIdentifiers(tx, [{ ...found, publicationId: id }]));
  await undo(job);
  const { rows } = await sql`select value, source from publication_identifiers where publication_id = ${id}`.execute(
    db,
  );
  expect(rows).toEqual([{ value: '10.1000/real', source: 'crossref' }]);
  expect(await seenBy(owner)).toMatchObject([{ doi: '10.1000/real' }]);
});
