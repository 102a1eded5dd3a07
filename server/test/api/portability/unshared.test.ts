import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { undoMerges } from '../../../src/duplicates/undo-merges.ts';
import { NOTHING_YET } from '../../../src/lookups/progress.ts';
import { savePageOf, track } from '../../support/library.ts';
import { dumpTables, merge } from '../../support/merges.ts';
import { addWorks, putPdf } from '../../support/pdfs.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { ADA, BEN, countsOf, importInto, seenBy, sourceRow } from './portability-service.ts';

const WORK = sourceRow(BEN, 'wwwwwwwwwwww', { title: 'A well known work of computing', venue: null, year: 2018 });
const SECRET = { venue_text: 'A secret note', doi: '10.1000/secret' };
const operator = { name: 'test', userId: null };

/** Two users; what a source leaves open of the work of the first is filled from their file. */
async function startFilled() {
  const service = await startTestService();
  const one = await service.newUser('one');
  const other = await service.newUser('other');
  await savePageOf(service.db, await track(service.db, one.userId, BEN), [WORK], { name: 'Ben' });
  const file = { scholars: [], publications: [{ scholar_id: BEN, title: 'x', pub_url: WORK.url, ...SECRET }] };
  expect(countsOf(await importInto(one, file))).toEqual([0, 0, 0, 1, 0, 0]);
  expect(await seenBy(one)).toMatchObject([SECRET]);
  return { service, one, other };
}

test('an import that comes to link a work does not show what another file filled in it', async () => {
  const { one, other } = await startFilled();
  const file = { scholars: [], publications: [{ scholar_id: null, is_favorite: true, title: 'y', pub_url: WORK.url }] };
  const tried = await importInto(other, file, '?dry_run=true');
  expect(await seenBy(one)).toMatchObject([SECRET]);
  expect(await importInto(other, file)).toEqual(tried);
  expect(countsOf(tried)).toEqual([0, 0, 0, 0, 1, 0]);
  for (const user of [one, other])
    expect(await seenBy(user)).toMatchObject([{ venue_text: null, doi: null, display_identifier: null }]);
  expect((await other.ok('GET', '/publications?search=secret')).total_count).toBe(0);
  expect(countsOf(await importInto(other, file))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('nor does a link that a repair adds', async () => {
  const { service, other } = await startFilled();
  const { db } = service;
  await track(db, other.userId, BEN);
  await sql`update scholars set looked_at_listing = 1 where user_id = ${other.userId}`.execute(db);
  const asked = { scope_mode: 'all_users', dry_run: false, confirmation_text: 'REPAIR ALL USERS' };
  await service.admin.ok('POST', '/admin/db/repairs/publication-links', { body: asked });
  expect(await seenBy(other)).toMatchObject([{ title: WORK.title, venue_text: null, doi: null }]);
});

test.each([
  ['the work of the file', [0, 1]],
  ['the work of the source', [1, 0]],
])(
  'a merge of works of several users shows nothing that only a file says, and its undo brings it back: %s',
  async (_name, order) => {
    const { db, services, newUser } = await startTestService();
    const one = await newUser('one');
    const other = await newUser('other');
    const item = { scholar_id: ADA, title: `${WORK.title}!`, citation_count: 5, ...SECRET };
    await importInto(one, { scholars: [{ scholar_id: ADA }], publications: [item] });
    await savePageOf(db, await track(db, other.userId, BEN), [WORK], { name: 'Ben' });
    const works = await db.selectFrom('publications').select('id').orderBy('id').execute();
    const [winner = 0, loser = 0] = order.map((at) => works[at]?.id ?? 0);
    const before = await dumpTables(db);
    const job = await merge(db, winner, loser);
    for (const user of [one, other]) {
      expect(await seenBy(user)).toMatchObject([{ title: WORK.title, venue_text: null, doi: null, citation_count: 0 }]);
      expect(await seenBy(user)).toMatchObject([{ display_identifier: null }]);
    }
    await undoMerges({ db, log: services.log }, job, operator);
    expect(await dumpTables(db)).toEqual(before);
    expect(await seenBy(one)).toMatchObject([SECRET]);
  },
);

test.each([
  ['a link that was found', [0, 1]],
  ['a link that was found, for the loser', [1, 0]],
])(
  'a merge of works of several users tells no link that only a file names, and its undo brings it back: %s',
  async (_name, order) => {
    const { db, services, newUser } = await startTestService();
    const [one, other] = [await newUser('one'), await newUser('other')];
    const item = { scholar_id: ADA, title: `${WORK.title}!` };
    await importInto(one, { scholars: [{ scholar_id: ADA }], publications: [item] });
    await savePageOf(db, await track(db, other.userId, BEN), [WORK], { name: 'Ben' });
    const works = (await db.selectFrom('publications').select('id').orderBy('id').execute()).map(({ id }) => id);
    const [imported = 0, listed = 0] = works;
    const [winner = 0, loser = 0] = order.map((at) => works[at] ?? 0);
    const linkOf = (source: string) => ({
      url: `https://${source}.example/a.pdf`,
      source,
      version: null,
      license: null,
      host: null,
    });
    const [ofFile, ofSource] = [linkOf('import'), linkOf('openalex')];
    await putPdf(db, imported, { status: 'resolved', url: ofFile.url, source: 'import' });
    await putPdf(db, listed, { status: 'queued' });
    await sql`update lookups set progress = ${JSON.stringify(NOTHING_YET)}::jsonb`.execute(db);
    const candidates = [ofFile, ofSource].map((link) => ({ ...link, reason: null, detail: null }));
    await sql`update pdf_jobs set candidates = ${JSON.stringify(candidates)}::jsonb where publication_id = ${imported}`.execute(
      db,
    );
    const told = async () =>
      (await one.ok('GET', `/publications/${imported}`)).pdf_candidates.map((link: { url: string }) => link.url);
    expect(await told()).toEqual([ofFile.url, ofSource.url]);
    const before = await dumpTables(db);
    const job = await merge(db, winner, loser);
    const shown = JSON.stringify([
      await one.ok('GET', `/publications/${winner}`),
      await other.ok('GET', `/publications/${winner}`),
    ]);
    expect(shown).not.toContain(ofFile.url);
    const searches = [
      await db.selectFrom('pdf_jobs').selectAll().execute(),
      await db.selectFrom('lookups').selectAll().where('publication_id', '=', winner).execute(),
    ];
    expect(JSON.stringify(searches)).not.toContain(ofFile.url);
    expect(searches[1], 'it is searched for').toHaveLength(1);
    await undoMerges({ db, log: services.log }, job, operator);
    expect(await dumpTables(db)).toEqual(before);
    expect(await told()).toEqual([ofFile.url, ofSource.url]);
  },
);

test.each(['candidates', 'refusals'])(
  'a search under way forgets the %s of a file in a merge of works of several users',
  async (kind) => {
    const { db, newUser } = await startTestService();
    const [one, other] = [await newUser('one'), await newUser('other')];
    await importInto(one, {
      scholars: [{ scholar_id: ADA }],
      publications: [{ scholar_id: ADA, title: `${WORK.title}!` }],
    });
    await savePageOf(db, await track(db, other.userId, BEN), [WORK], { name: 'Ben' });
    const [imported = 0, listed = 0] = (await db.selectFrom('publications').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
    await putPdf(db, imported, { status: 'queued' });
    const links = ['import', 'openalex'].map((source) => ({
      url: `https://${source}.example/a.pdf`,
      source,
      version: null,
      license: null,
      host: null,
      reason: 'html',
      detail: '',
    }));
    await sql`update lookups set progress = ${JSON.stringify({ ...NOTHING_YET, [kind]: links })}::jsonb, step_number = 3`.execute(
      db,
    );
    await merge(db, imported, listed);
    const lookups = await db.selectFrom('lookups').select(['progress', 'step_number']).execute();
    expect(lookups).toEqual([{ progress: { ...NOTHING_YET, [kind]: links.slice(1) }, step_number: 4 }]);
  },
);

test('an undo takes the open search of the winner beyond all steps that were answered for the merged work', async () => {
  const { db, services, newUser } = await startTestService();
  const user = await newUser('one');
  const [a = 0, b = 0] = await addWorks(db, user.userId, BEN, 2);
  for (const id of [a, b]) await putPdf(db, id, { status: 'queued' });
  await sql`update lookups set step_number = 3, progress = ${JSON.stringify(NOTHING_YET)}::jsonb`.execute(db);
  const job = await merge(db, a, b);
  await undoMerges({ db, log: services.log }, job, operator);
  const { step_number } = await db
    .selectFrom('lookups')
    .select('step_number')
    .where('publication_id', '=', a)
    .executeTakeFirstOrThrow();
  expect(step_number).toBe(4);
});

test('the profile that named an identifier is told to those who track it alone', async () => {
  const { db, newUser } = await startTestService();
  const [one, other] = [await newUser('one'), await newUser('other')];
  const row = { ...WORK, venue: 'Journal, doi 10.5555/named' };
  await savePageOf(db, await track(db, other.userId, BEN), [row], { name: 'Ben' });
  await importInto(one, {
    scholars: [],
    publications: [
      { scholar_id: null, is_favorite: true, title: WORK.title, author_text: WORK.authors, year: WORK.year },
    ],
  });
  const [{ publication_id: id }] = (await other.ok('GET', '/publications')).publications;
  const [theirs, own] = [await one.ok('GET', `/publications/${id}`), await other.ok('GET', `/publications/${id}`)];
  expect(own.identifiers).toMatchObject([{ value: '10.5555/named', evidence_url: expect.stringContaining(BEN) }]);
  expect(theirs.identifiers).toMatchObject([{ value: '10.5555/named', evidence_url: null }]);
  expect(theirs.sources).toEqual([{ source: 'import', key: null, url: null }]);
});

test('a merge of works of one user keeps what their file says', async () => {
  const { db, newUser } = await startTestService();
  const one = await newUser('one');
  await savePageOf(db, await track(db, one.userId, BEN), [WORK], { name: 'Ben' });
  await importInto(one, {
    scholars: [{ scholar_id: ADA }],
    publications: [{ scholar_id: ADA, title: `${WORK.title}!`, ...SECRET }],
  });
  const works = await db.selectFrom('publications').select('id').orderBy('id').execute();
  await merge(db, works[0]?.id ?? 0, works[1]?.id ?? 0);
  expect(await seenBy(one)).toMatchObject([{ title: WORK.title, ...SECRET }]);
});

test('works that only files of two users know are never proposed as duplicates; those of one user are', async () => {
  const { admin, newUser } = await startTestService();
  const one = await newUser('one');
  const other = await newUser('other');
  const work = {
    scholar_id: null,
    is_favorite: true,
    author_text: 'A Author, B Other',
    year: 2018,
    doi: '10.1000/same',
  };
  const file = (...titles: string[]) => ({ scholars: [], publications: titles.map((title) => ({ ...work, title })) });
  for (const user of [one, other]) await importInto(user, file('A long enough title of some work on measuring'));
  const search = async () => {
    // these are the surest of all: they must not take the one place
    const body = { dry_run: true, max_clusters: 1 };
    const { clusters, summary } = await admin.ok('POST', '/admin/db/repairs/publication-near-duplicates', { body });
    expect(summary).toMatchObject({ cluster_count: clusters.length, duplicate_count: clusters.length });
    return clusters;
  };
  expect(await search()).toEqual([]);
  const title = 'Quite another story about owls at night';
  const twice = file(title, `${title}!`);
  Object.assign(twice.publications[1] ?? {}, { year: 2019 });
  Object.assign(twice, { publications: twice.publications.map((item) => ({ ...item, doi: '10.1000/owls' })) });
  await importInto(one, twice);
  expect(await search()).toHaveLength(1);
});

test('the name of a scholar in a file is not shown to others who track the profile', async () => {
  const service = await startTestService();
  const file = { scholars: [{ scholar_id: BEN, display_name: 'Forged' }], publications: [] };
  expect(countsOf(await importInto(service.admin, file))).toEqual([1, 0, 0, 0, 0, 0]);
  expect(countsOf(await importInto(service.admin, file))).toEqual([0, 0, 0, 0, 0, 0]);
  const other = await service.newUser('other');
  const tracked = await other.ok('POST', '/scholars', { body: { scholar_id: BEN }, status: 201 });
  expect(tracked).toMatchObject({ scholar_id: BEN, display_name: null });
  await savePageOf(service.db, tracked.id, [WORK], { name: 'Ben' });
  expect((await service.admin.ok('GET', '/scholars')).scholars).toMatchObject([{ display_name: 'Ben' }]);
});

/** Ends when so many statements of the database wait for a lock. */
async function untilWaiting({ db }: TestService, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length;
      },
      { timeout: 60_000 },
    )
    .toBe(count);
}

test('an import waits for a scholar that is untracked meanwhile, and passes its items over', async () => {
  const service = await startTestService();
  const { db } = service;
  const one = await service.newUser('one');
  const scholar = await track(db, one.userId, BEN);
  const item = { scholar_id: BEN, title: 'Something', year: 2000 };
  let answer: Promise<Record<string, number>> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select from scholars where id = ${scholar} for no key update`.execute(tx);
    answer = importInto(one, { scholars: [], publications: [item] });
    await untilWaiting(service, 1);
    // as an untracking does, whose library must not be held by whoever waits for it
    await sql`select from libraries where user_id = ${one.userId} for update`.execute(tx);
    await sql`delete from scholars where id = ${scholar}`.execute(tx);
  });
  expect(await answer).toMatchObject({ links_created: 0, skipped_records: 1 });
});

test('gaps are filled without waiting for works that a crawl holds; these are filled the next time', async () => {
  const service = await startTestService();
  const { db } = service;
  const one = await service.newUser('one');
  const rows = [1, 2].map((n) => sourceRow(BEN, `row00000000${n}`, { title: `Work number ${n} of them`, venue: null }));
  await savePageOf(db, await track(db, one.userId, BEN), rows, { name: 'Ben' });
  const publications = rows.map(({ url }) => ({ scholar_id: BEN, title: 'x', pub_url: url, venue_text: 'Gap' }));
  const file = { scholars: [], publications };
  await db.transaction().execute(async (tx) => {
    await sql`select from publications where title like '%number 2%' for no key update`.execute(tx);
    expect(countsOf(await importInto(one, file))).toEqual([0, 0, 0, 1, 0, 0]);
  });
  expect(countsOf(await importInto(one, file))).toEqual([0, 0, 0, 1, 0, 0]);
  expect(countsOf(await importInto(one, file))).toEqual([0, 0, 0, 0, 0, 0]);
});
