import { expect, test } from 'vitest';
import { savePageOf, track } from '../../support/library.ts';
import { listBrokenLibraries, listLooseEnds } from '../../support/merges.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { ADA, BEN, countsOf, importInto, seenBy, sourceRow } from './portability-service.ts';

const X = sourceRow(BEN, 'xxxxxxxxxxxx', {
  title: 'The work X of the world',
  workKey: 'cluster:100',
  authors: 'X Author',
  venue: 'Journal of X',
});
const Y = sourceRow(BEN, 'yyyyyyyyyyyy', {
  title: 'The other work named Y',
  workKey: 'cluster:200',
  authors: 'Y Author',
  venue: 'Y Notes, doi:10.1000/y',
});
const Z = sourceRow(BEN, 'zzzzzzzzzzzz', {
  title: 'Something of a third kind',
  workKey: null,
  authors: 'Z Author',
  venue: null,
  year: 2019,
});
const COAUTHOR = { ...Y, key: `${ADA}:coauthor0001`, url: Y.url?.replaceAll(Y.key, `${ADA}:coauthor0001`) ?? null };

/** What a user sees who tracks the real profiles, a page at a time. */
async function crawlAndSee(service: TestService, pages: (typeof X)[][]) {
  const user = await service.newUser('victim');
  const ben = await track(service.db, user.userId, BEN);
  for (const page of pages) await savePageOf(service.db, ben, page, { name: 'Ben' });
  const ada = await track(service.db, user.userId, ADA);
  await savePageOf(service.db, ada, [COAUTHOR], { name: 'Ada' });
  return (await seenBy(user)).map(({ first_seen_at: _, ...rest }) => rest);
}

test.each([
  ['on one page', [[X, Y, Z]]],
  ['the other way round', [[Z, Y], [X]]],
  ['one after another', [[X], [Y], [Z]]],
])('forged keys, identifiers and texts change nothing of what others see: %s', async (_name, pages) => {
  const plain = await crawlAndSee(await startTestService(), pages);
  const service = await startTestService();
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
      // the key of one with the text of another, the address of a third
      { ...forged, ...real(Y), cluster_id: '100', pub_url: Z.url, doi: '10.1000/forged' },
      { ...forged, ...real(X), cluster_id: '200', doi: '10.1000/y' },
      { ...forged, title: 'FORGED title', cluster_id: null, pub_url: COAUTHOR.url, doi: '10.1000/y' },
      { ...forged, ...real(Z), cluster_id: '100', identifiers: [{ kind: 'arxiv', value: '2101.00001' }] },
    ],
  });
  expect(await crawlAndSee(service, pages)).toEqual(plain);
  const works = await service.db
    .selectFrom('publications')
    .select(['title', 'venue_text', 'imported_fields', 'doi'])
    .execute();
  expect(works.filter((one) => one.imported_fields.length === 0)).toHaveLength(3);
  expect(
    await service.db
      .selectFrom('publication_identifiers')
      .selectAll()
      .where('source', '=', 'import')
      .where('value', '=', '10.1000/forged')
      .execute(),
  ).toEqual([]);
});

test('a first crawl takes over what was imported: no new link, no new mark, the source’s words', async () => {
  const service = await startTestService();
  const { admin, db } = service;
  const file = {
    scholars: [{ scholar_id: BEN, display_name: 'Of the file' }],
    publications: [X, Y, Z].map((row) => ({
      scholar_id: BEN,
      cluster_id: row.workKey,
      title: row.title.toUpperCase(),
      author_text: row.authors,
      year: row.year,
      venue_text: 'Of the file',
      doi: '10.1000/of-the-file',
      pub_url: row.url,
      is_read: true,
      first_seen_at: '2021-02-03T04:05:06.000Z',
    })),
  };
  await importInto(admin, file);
  const before = await admin.ok('GET', '/publications');
  const [{ id }] = (await admin.ok('GET', '/scholars')).scholars;
  expect(await savePageOf(db, id, [X, Y, Z], { name: 'Ben' })).toBe(0);
  const after = await admin.ok('GET', '/publications');
  const idsOf = (page: { publications: { publication_id: number }[] }) =>
    page.publications.map((one) => one.publication_id).sort();
  expect(idsOf(after)).toEqual(idsOf(before));
  expect([after.total_count, after.unread_count, after.latest_count]).toEqual([3, 0, 0]);
  const seen = after.publications.map(
    (one: { title: string; venue_text: string; doi: string; first_seen_at: string }) => [
      one.title,
      one.venue_text,
      one.doi,
      one.first_seen_at,
    ],
  );
  const at = '2021-02-03T04:05:06.000Z';
  expect(seen).toEqual(
    expect.arrayContaining([
      // what the source leaves open stays, as if it had been imported after the crawl
      [X.title, X.venue, '10.1000/of-the-file', at],
      [Y.title, Y.venue, '10.1000/y', at],
      [Z.title, 'Of the file', '10.1000/of-the-file', at],
    ]),
  );
  expect(countsOf(await importInto(admin, file))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('gaps are filled for oneself alone, and a source has the last word', async () => {
  const service = await startTestService();
  const { admin, db } = service;
  const adminId = (await admin.ok('GET', '/auth/me')).user.id;
  const own = await track(db, adminId, BEN);
  await savePageOf(db, own, [Z], { name: 'Ben' });
  const file = {
    scholars: [{ scholar_id: BEN }],
    publications: [
      {
        scholar_id: BEN,
        title: 'Not its title',
        pub_url: Z.url,
        venue_text: 'Filled',
        citation_count: 77,
        doi: '10.1000/filled',
      },
    ],
  };
  expect(countsOf(await importInto(admin, file))).toEqual([0, 0, 0, 1, 0, 0]);
  expect(countsOf(await importInto(admin, file))).toEqual([0, 0, 0, 0, 0, 0]);
  const [filled] = (await admin.ok('GET', '/publications?search=filled')).publications;
  expect(filled).toMatchObject({ title: Z.title, venue_text: 'Filled', doi: '10.1000/filled', citation_count: 0 });

  await savePageOf(db, own, [{ ...Z, venue: 'Of the source' }], { name: 'Ben' });
  const [answered] = (await admin.ok('GET', '/publications')).publications;
  expect(answered).toMatchObject({ venue_text: 'Of the source', doi: '10.1000/filled' });
  await savePageOf(db, own, [{ ...Z, venue: 'Of the source, doi:10.1000/source' }], { name: 'Ben' });
  expect((await admin.ok('GET', '/publications')).publications[0].doi).toBe('10.1000/source');

  // what another user links is nobody's to fill
  const other = await service.newUser('other');
  const theirs = await track(db, other.userId, BEN);
  await savePageOf(db, theirs, [Z], { name: 'Ben' });
  const more = { ...file, publications: [{ ...file.publications[0], identifiers: [{ kind: 'pmid', value: '123' }] }] };
  expect(countsOf(await importInto(admin, more))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('what nobody but imports knows is a work of each user who imports it, with the words of their own file', async () => {
  const service = await startTestService();
  const file = {
    scholars: [{ scholar_id: BEN }],
    publications: [X, Y].map((row) => ({
      scholar_id: BEN,
      title: row.title,
      author_text: row.authors,
      year: row.year,
      cluster_id: row.workKey,
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
  // each export has the keys of the user's own file
  const { publications } = await other.ok('GET', '/scholars/export');
  expect(publications.map((one: { cluster_id: string }) => one.cluster_id)).toEqual(['100', '200']);
});

test.each([
  ['by a user who imported it', true],
  ['by one who did not', false],
])('what a crawl finds is one work for all who imported it, with the marks of each: %s', async (_name, isImporter) => {
  const service = await startTestService();
  const { db } = service;
  const users = [service.admin, await service.newUser('one'), await service.newUser('two')] as const;
  const item = (row: typeof X, more: object) => ({
    title: row.title,
    author_text: row.authors,
    year: row.year,
    ...more,
  });
  // by the key of the work, by the key of the row, by title, year and author
  await importInto(users[0], {
    scholars: [{ scholar_id: BEN }],
    publications: [item(X, { scholar_id: BEN, cluster_id: X.workKey, is_read: true })],
  });
  await importInto(users[1], {
    scholars: [],
    publications: [item(X, { scholar_id: null, pub_url: X.url, is_favorite: true, venue_text: 'SECRET' })],
  });
  await importInto(users[2], {
    scholars: [{ scholar_id: ADA }],
    publications: [
      item(X, { scholar_id: ADA }),
      item(X, { scholar_id: ADA, cluster_id: X.workKey, is_read: true, doi: '10.1000/secret' }),
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
  expect(after.map((works) => works.length)).toEqual([1, 1, 1]);
  expect(new Set(after.flat().map((one) => one.publication_id)).size).toBe(1);
  expect(after.flat()).toMatchObject([
    { is_read: true, is_favorite: false, venue_text: X.venue, doi: null },
    { is_read: false, is_favorite: true, venue_text: X.venue, doi: null },
    { is_read: true, is_favorite: false, venue_text: X.venue, doi: null },
  ]);
  expect(await listBrokenLibraries(db)).toEqual([]);
  expect(await listLooseEnds(db)).toEqual([]);
  // the ids that browsers still hold lead to the work
  await users[1].ok('POST', `/publications/${before[1][0].publication_id}/favorite`, { body: { is_favorite: false } });
  expect((await users[1].ok('GET', '/publications')).publications).toMatchObject([{ is_favorite: false }]);
});

test('a key that the source names later leads to what imports know, too', async () => {
  const service = await startTestService();
  const { db } = service;
  const crawler = await service.newUser('crawler');
  const scholar = await track(db, crawler.userId, BEN);
  await savePageOf(db, scholar, [{ ...X, workKey: null, authors: null }], { name: 'Ben' });
  const file = {
    scholars: [],
    publications: [{ scholar_id: null, title: X.title, year: 2001, cluster_id: X.workKey, is_favorite: true }],
  };
  expect(countsOf(await importInto(service.admin, file))).toEqual([0, 0, 1, 0, 1, 0]);
  await savePageOf(db, scholar, [X], { name: 'Ben' });
  const [seen] = (await service.admin.ok('GET', '/publications')).publications;
  expect(seen).toMatchObject({ venue_text: X.venue, is_favorite: true });
  expect((await crawler.ok('GET', '/publications')).publications[0].publication_id).toBe(seen.publication_id);
});

test('imported, crawled and imported again changes nothing, whatever the crawl found out of keys and DOIs', async () => {
  const service = await startTestService();
  const { admin, db } = service;
  const publications = [
    // leads to Y by its DOI until another work has it, too
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
    workKey: 'cluster:9',
  });
  const borrowed = sourceRow(ADA, 'again0000002', {
    title: 'Of the DOI of Z',
    venue: 'Notes, doi:10.1000/z',
    workKey: 'cluster:8',
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

test('imports beside each other and beside crawls make each work once', async () => {
  const service = await startTestService();
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
  const roots = service.db.selectFrom('publications').select('id').where('merged_into', 'is', null);
  expect(await roots.execute()).toHaveLength(60);
  for (const user of users) expect((await user.ok('GET', '/publications')).total_count).toBe(60);
});
