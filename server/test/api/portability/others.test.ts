import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';
import { untilWaiting } from '../../support/wait.ts';
import { ADA, BEN, countsOf, importInto, seenBy, sourceRow } from './portability-service.ts';

const openService = serviceOfFile();

const X = sourceRow(BEN, 'xxxxxxxxxxxx', {
  title: 'The work X of the world',
  clusterKey: 'cluster:100',
  authors: 'X Author',
  venue: 'Journal of X',
});
const Y = sourceRow(BEN, 'yyyyyyyyyyyy', {
  title: 'The other work named Y',
  clusterKey: 'cluster:200',
  authors: 'Y Author',
  venue: 'Y Notes, doi:10.1000/y',
});
const Z = sourceRow(BEN, 'zzzzzzzzzzzz', {
  title: 'Something of a third kind',
  clusterKey: null,
  authors: 'Z Author',
  venue: null,
  year: 2019,
});
const COAUTHOR = { ...Y, key: `${ADA}:coauthor0001`, url: Y.url?.replaceAll(Y.key, `${ADA}:coauthor0001`) ?? null };

/** What a user sees who tracks the real profiles; crawls one page at a time. */
async function crawlAndSee(service: Service, pages: (typeof X)[][]) {
  const user = await service.newUser('victim');
  const ben = await track(service.db, user.userId, BEN);
  for (const page of pages) await savePageOf(service.db, ben, page, { name: 'Ben' });
  const ada = await track(service.db, user.userId, ADA);
  await savePageOf(service.db, ada, [COAUTHOR], { name: 'Ada' });
  return (await seenBy(user)).map(({ first_seen_at: _, ...rest }) => rest);
}

test.each([
  ['on one page', [[X, Y, Z]]],
  ['in the opposite order', [[Z, Y], [X]]],
  ['one after another', [[X], [Y], [Z]]],
])('forged keys, identifiers and texts do not change what others see: %s', async (_name, pages) => {
  const plain = await crawlAndSee(await openService(), pages);
  const service = await openService();
  const forger = await service.newUser('forger');
  const forged = {
    scholar_id: ADA,
    venue_text: 'FORGED',
    citation_count: 9999,
    is_favorite: true,
    pdf_url: 'https://forged.example/a.pdf',
  };
  const real = ({ title, authors, year }: typeof X) => ({ title, author_text: authors, year });
  await importInto(forger, {
    scholars: [{ scholar_id: ADA, display_name: 'FORGED' }],
    publications: [
      // the key of one publication with the text of another and the address of a third
      { ...forged, ...real(Y), cluster_id: '100', pub_url: Z.url, doi: '10.1000/forged' },
      { ...forged, ...real(X), cluster_id: '200', doi: '10.1000/y' },
      { ...forged, title: 'FORGED title', cluster_id: null, pub_url: COAUTHOR.url, doi: '10.1000/y' },
      { ...forged, ...real(Z), cluster_id: '100', identifiers: [{ kind: 'arxiv', value: '2101.00001' }] },
    ],
  });
  expect(await crawlAndSee(service, pages)).toEqual(plain);
});

test('a forged DOI of a known publication does not keep the records of its co-authors apart', async () => {
  const { db, newUser } = await openService();
  const [reader, forger] = [await newUser('reader'), await newUser('forger')];
  await savePageOf(db, await track(db, reader.userId, BEN), [X], { name: 'Ben' });
  const item = { scholar_id: BEN, title: X.title, cluster_id: X.clusterKey, doi: '10.1000/forged' };
  await importInto(forger, { scholars: [{ scholar_id: BEN }], publications: [item] });
  const coauthor = { ...X, key: `${ADA}:xxxxxxxxxxxx`, venue: 'doi:10.1000/x' };
  expect(await savePageOf(db, await track(db, reader.userId, ADA), [coauthor], { name: 'Ada' })).toBe(0);
  expect(await reader.ok('GET', '/publications')).toMatchObject({ total_count: 1 });
});

test('each user who imports a publication unknown to sources gets a private one, with the text of their own file', async () => {
  const service = await openService();
  const file = {
    scholars: [{ scholar_id: BEN }],
    publications: [X, Y].map((row) => ({
      scholar_id: BEN,
      title: row.title,
      author_text: row.authors,
      year: row.year,
      cluster_id: row.clusterKey,
    })),
  };
  expect(countsOf(await importInto(service.admin, file))).toEqual([1, 0, 2, 0, 2, 0]);
  const other = await service.newUser('other');
  const facts = {
    venue_text: 'Of the other file',
    doi: '10.1000/other',
    citation_count: 7,
    pub_url: 'https://other.example/x',
  };
  const theirs = { ...file, publications: file.publications.map((one) => ({ ...one, ...facts })) };
  expect(countsOf(await importInto(other, theirs))).toEqual([1, 0, 2, 0, 2, 0]);
  for (const [user, said] of [
    [service.admin, { venue_text: null, doi: null, citation_count: 0, pub_url: null }],
    [other, facts],
  ] as const) {
    expect(await seenBy(user)).toMatchObject([said, said]);
    expect(countsOf(await importInto(user, user === other ? theirs : file))).toEqual([0, 0, 0, 0, 0, 0]);
  }
  // each export has the keys of the user's own import
  const { publications } = await other.ok('GET', '/scholars/export');
  expect(publications.map((one: { cluster_id: string }) => one.cluster_id)).toEqual(['cluster:100', 'cluster:200']);
});

test.each([
  ['for a user who imported it', true],
  ['for a user who did not', false],
])(
  'a crawl that finds an imported publication merges those of all users and keeps their marks: %s',
  async (_name, isImporter) => {
    const service = await openService();
    const { db } = service;
    const users = [service.admin, await service.newUser('one'), await service.newUser('two')] as const;
    const item = (row: typeof X, more: object) => ({
      title: row.title,
      author_text: row.authors,
      year: row.year,
      ...more,
    });
    // by the cluster key, by the key of the row, by title, year and author
    await importInto(users[0], {
      scholars: [{ scholar_id: BEN }],
      publications: [item(X, { scholar_id: BEN, cluster_id: X.clusterKey, is_read: true })],
    });
    await importInto(users[1], {
      scholars: [],
      publications: [item(X, { scholar_id: null, pub_url: X.url, is_favorite: true, venue_text: 'SECRET' })],
    });
    await importInto(users[2], {
      scholars: [{ scholar_id: ADA }],
      publications: [
        item(X, { scholar_id: ADA }),
        item(X, { scholar_id: ADA, cluster_id: X.clusterKey, is_read: true, doi: '10.1000/secret' }),
      ],
    });
    const before = await Promise.all(users.map(async (user) => (await user.ok('GET', '/publications')).publications));
    expect(new Set(before.flat().map((one) => one.publication_id)).size).toBe(before.flat().length);
    const crawler = isImporter ? null : await service.newUser('crawler');
    const scholar = crawler
      ? await track(db, crawler.userId, BEN)
      : (await users[0].ok('GET', '/scholars')).scholars[0].id;
    expect(await savePageOf(db, scholar, [X], { name: 'Ben' })).toBe(crawler ? 1 : 0);
    const after = await Promise.all(users.map(async (user) => (await user.ok('GET', '/publications')).publications));
    expect(after.map((list) => list.length)).toEqual([1, 1, 1]);
    expect(new Set(after.flat().map((one) => one.publication_id)).size).toBe(1);
    expect(after.flat()).toMatchObject([
      { is_read: true, is_favorite: false, venue_text: X.venue, doi: null },
      { is_read: false, is_favorite: true, venue_text: X.venue, doi: null },
      { is_read: true, is_favorite: false, venue_text: X.venue, doi: null },
    ]);
    // ids that open browsers still have find the publication
    await users[1].ok('POST', `/publications/${before[1][0].publication_id}/favorite`, {
      body: { is_favorite: false },
    });
    expect((await users[1].ok('GET', '/publications')).publications).toMatchObject([{ is_favorite: false }]);
  },
);

test('a key that the source names later also matches private publications', async () => {
  const service = await openService();
  const { db } = service;
  const crawler = await service.newUser('crawler');
  const scholar = await track(db, crawler.userId, BEN);
  await savePageOf(db, scholar, [{ ...X, clusterKey: null, authors: null }], { name: 'Ben' });
  const file = {
    scholars: [],
    publications: [{ scholar_id: null, title: X.title, year: 2001, cluster_id: X.clusterKey, is_favorite: true }],
  };
  expect(countsOf(await importInto(service.admin, file))).toEqual([0, 0, 1, 0, 1, 0]);
  await savePageOf(db, scholar, [X], { name: 'Ben' });
  const [seen] = (await service.admin.ok('GET', '/publications')).publications;
  expect(seen).toMatchObject({ venue_text: X.venue, is_favorite: true });
  expect((await crawler.ok('GET', '/publications')).publications[0].publication_id).toBe(seen.publication_id);
});

test('an import, a crawl and a second import change nothing, whatever keys and DOIs the crawl found', async () => {
  const service = await openService();
  const { admin, db } = service;
  const publications = [
    // matches Y by its DOI until another publication has the same DOI
    { scholar_id: BEN, title: 'Named otherwise', doi: '10.1000/y', year: 2020 },
    { scholar_id: BEN, title: Z.title, author_text: Z.authors, year: Z.year, doi: '10.1000/z' },
    { scholar_id: BEN, title: 'Editorial', venue_text: 'A' },
    { scholar_id: BEN, title: 'Editorial', venue_text: 'B' },
  ];
  const file = { scholars: [{ scholar_id: BEN }], publications };
  const other = await service.newUser('other');
  await savePageOf(db, await track(db, other.userId, ADA), [{ ...Y, key: `${ADA}:y` }], { name: 'Ada' });
  expect(countsOf(await importInto(admin, file))).toEqual([1, 0, 3, 0, 4, 0]);
  const again = sourceRow(ADA, 'again0000001', {
    title: 'Of the same DOI',
    venue: 'Notes, doi:10.1000/y',
    clusterKey: 'cluster:9',
  });
  const borrowed = sourceRow(ADA, 'again0000002', {
    title: 'Of the DOI of Z',
    venue: 'Notes, doi:10.1000/z',
    clusterKey: 'cluster:8',
  });
  const third = await service.newUser('third');
  const cid = 'CCCCCCCCCCC3';
  await savePageOf(db, await track(db, third.userId, cid), [{ ...again, title: 'Of the same DOI, twice' }, borrowed], {
    name: 'Cid',
  });
  await db
    .insertInto('publication_identifiers')
    .columns(['publication_id', 'kind', 'value', 'confidence', 'source'])
    .expression((eb) =>
      eb
        .selectFrom('publications')
        .select((c) => [
          'id',
          c.val('doi').as('kind'),
          c.val('10.1000/y').as('value'),
          c.val(0.9).as('confidence'),
          c.val('crossref').as('source'),
        ])
        .where('title', '=', borrowed.title),
    )
    .execute();
  const [{ id }] = (await admin.ok('GET', '/scholars')).scholars;
  await savePageOf(db, id, [Z], { name: 'Ben' });
  expect(countsOf(await importInto(admin, file))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('concurrent imports and crawls create each publication once', async () => {
  const service = await openService();
  const users = [service.admin, await service.newUser('one'), await service.newUser('two')];
  const crawler = await service.newUser('crawler');
  const rows = Array.from({ length: 60 }, (_, n) =>
    sourceRow(BEN, `race${String(n).padStart(8, '0')}`, { title: `Race number ${n} of many` }),
  );
  const publications = rows.map((row) => ({
    scholar_id: BEN,
    title: row.title,
    author_text: row.authors,
    year: row.year,
    pub_url: row.url,
  }));
  const file = { scholars: [{ scholar_id: BEN }], publications };
  const scholar = await track(service.db, crawler.userId, BEN);
  await Promise.all([
    ...users.map((user) => importInto(user, { ...file, publications: publications.toReversed() })),
    ...[0, 20, 40].map((from) => savePageOf(service.db, scholar, rows.slice(from, from + 20), { name: 'Ben' })),
  ]);
  const [first, ...others] = await Promise.all(users.map((user) => user.ok('GET', '/publications?page_size=500')));
  expect(first.total_count).toBe(60);
  const idsOf = ({ publications }: typeof first) =>
    publications.map((one: { publication_id: number }) => one.publication_id).sort();
  for (const other of others) expect(idsOf(other)).toEqual(idsOf(first));
});

test('a merge of a private publication into a public one shows others nothing of the import, and its undo restores everything', async () => {
  const { db, newUser } = await openService();
  const [one, other] = [await newUser('one'), await newUser('other')];
  const secret = { venue_text: 'A secret note', doi: '10.1000/secret', pub_url: 'https://secret.example/' };
  const item = { scholar_id: ADA, title: `${Z.title}!`, citation_count: 5, is_read: true, ...secret };
  await importInto(one, { scholars: [{ scholar_id: ADA }], publications: [item] });
  await savePageOf(db, await track(db, other.userId, BEN), [Z], { name: 'Ben' });
  const idOf = async (user: typeof one) => (await user.ok('GET', '/publications')).publications[0].publication_id;
  const [privateId, publicId] = [await idOf(one), await idOf(other)];
  const before = [await seenBy(one), await seenBy(other)];
  const job = await merge(db, privateId, publicId);
  expect(await seenBy(other)).toEqual(before[1]);
  const open = { title: Z.title, venue_text: null, doi: null, citation_count: 0, is_read: true };
  expect(await seenBy(one)).toMatchObject([{ ...open, display_identifier: null }]);
  expect(JSON.stringify(await other.ok('GET', `/publications/${publicId}`))).not.toMatch(/secret/);
  await unmerge(db, job);
  expect([await seenBy(one), await seenBy(other)]).toEqual(before);
});

test('private publications of two users are never proposed as duplicates, but those of one user are', async () => {
  const { admin, newUser } = await openService();
  const [one, other] = [await newUser('one'), await newUser('other')];
  const item = {
    scholar_id: null,
    is_favorite: true,
    author_text: 'A Author, B Other',
    year: 2018,
    doi: '10.1000/same',
  };
  const same = { ...item, title: 'A long enough title of a publication on measuring' };
  for (const user of [one, other]) await importInto(user, { scholars: [], publications: [same] });
  const search = async () => {
    // these two have the highest score, but must not take the only place in the list
    const body = { dry_run: true, max_clusters: 1 };
    return (await admin.ok('POST', '/admin/db/repairs/publication-near-duplicates', { body })).clusters;
  };
  expect(await search()).toEqual([]);
  const owls = { ...item, title: 'Quite another story about owls at night', doi: '10.1000/owls' };
  await importInto(one, {
    scholars: [],
    publications: [owls, { ...owls, title: `${owls.title}!`, year: 2019, doi: null }],
  });
  expect(await search()).toHaveLength(1);
});

test('the imported name of a scholar is not shown to others who track the profile', async () => {
  const { admin, db, newUser } = await openService();
  const file = { scholars: [{ scholar_id: BEN, display_name: 'Forged' }], publications: [] };
  expect(countsOf(await importInto(admin, file))).toEqual([1, 0, 0, 0, 0, 0]);
  expect(countsOf(await importInto(admin, file))).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await admin.ok('GET', '/scholars')).scholars, 'their own file').toMatchObject([{ display_name: 'Forged' }]);
  const other = await newUser('other');
  const tracked = await other.ok('POST', '/scholars', { body: { scholar_id: BEN }, status: 201 });
  expect(tracked).toMatchObject({ scholar_id: BEN, display_name: null });
  await savePageOf(db, tracked.id, [Z], { name: 'Ben' });
  expect((await admin.ok('GET', '/scholars')).scholars, 'the source').toMatchObject([{ display_name: 'Ben' }]);
});

test('an import waits for the concurrent deletion of a scholar, and skips its items', async () => {
  const { db, newUser } = await openService();
  const one = await newUser('one');
  const scholar = await track(db, one.userId, BEN);
  let response: Promise<Record<string, number>> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select from scholars where id = ${scholar} for no key update`.execute(tx);
    response = importInto(one, { scholars: [], publications: [{ scholar_id: BEN, title: 'Something', year: 2000 }] });
    await untilWaiting(db, 1);
    // the deletion also locks the library, so the import must not hold that lock while it waits
    await sql`select from libraries where user_id = ${one.userId} for update`.execute(tx);
    await sql`delete from scholars where id = ${scholar}`.execute(tx);
  });
  expect(await response).toMatchObject({ links_created: 0, skipped_records: 1 });
});
