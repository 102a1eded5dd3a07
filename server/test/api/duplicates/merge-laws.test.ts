import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { undoMerges } from '../../../src/duplicates/undo-merges.ts';
import { NOTHING_YET } from '../../../src/lookups/progress.ts';
import { connectDatabase, type Database } from '../../../src/platform/database/database.ts';
import { makeLogger } from '../../../src/platform/logger.ts';
import { disownImports } from '../../../src/publications/disown-imports.ts';
import { showBestIdentifiers } from '../../../src/publications/identifier-store.ts';
import { makeRow, savePageOf, track } from '../../support/library.ts';
import { dumpTables, listBrokenLibraries, listLooseEnds, merge } from '../../support/merges.ts';
import { putPdf } from '../../support/pdfs.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

const WORKS = 5;
const USERS = 3;
const PROFILES = 3;
const log = makeLogger({ logLevel: 'silent', logFormat: 'json' }, { write: () => {} });
const operator = { name: 'test', userId: null };

/** A library of libraries: which profiles list which works, who tracks which, and what each did. */
const world = fc.record({
  /** of each work: which profiles list it, what is unknown of it, how often it is cited, its DOI */
  works: fc.array(
    fc.record({
      profiles: fc.subarray([0, 1, 2], { minLength: 1 }),
      hasVenue: fc.boolean(),
      hasYear: fc.boolean(),
      citations: fc.constantFrom(0, 3, 3, 9),
      doi: fc.constantFrom(null, 'a', 'b'),
      pdf: fc.constantFrom(null, 'resolved', 'queued', 'running', 'failed'),
      version: fc.constantFrom(null, 'published', 'submitted'),
      imported: fc.constantFrom('{}', '{}', '{venue_text,year}', '{title,author_text}', '{identifiers}'),
    }),
    { minLength: WORKS, maxLength: WORKS },
  ),
  tracks: fc.array(fc.subarray([0, 1, 2]), { minLength: USERS, maxLength: USERS }),
  marks: fc.array(
    fc.record({
      user: fc.nat(USERS - 1),
      work: fc.nat(WORKS - 1),
      mark: fc.constantFrom('read', 'favorite', 'hide', 'claim'),
    }),
    { maxLength: 14 },
  ),
  dismissed: fc.array(fc.tuple(fc.nat(WORKS - 1), fc.nat(WORKS - 1)), { maxLength: 4 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

async function openStore(): Promise<Database> {
  const database = await makeTestDatabase();
  const connections = connectDatabase({ url: database.url, maxConnections: 5, name: 'test', onError: () => {} });
  onTestFinished(async () => {
    await connections.close();
    await database.drop();
  });
  return connections.db;
}

/** Empties the database and builds the world in it; returns the works' ids. */
async function build(db: Database, { works, tracks, marks, dismissed }: World): Promise<number[]> {
  await sql`truncate users, profiles, publications, runs, repair_jobs, audit_log restart identity cascade`.execute(db);
  const users: number[] = [];
  for (let at = 0; at < USERS; at += 1) {
    const email = `user${at}@lectern.example`;
    const user = { email, email_key: email, password_hash: '' };
    users.push((await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id);
  }
  const scholars: { user: number; profile: number; id: number }[] = [];
  for (const [at, user] of users.entries())
    for (const profile of tracks[at] ?? [])
      scholars.push({ user, profile, id: await track(db, user, `Profile_${profile}`) });
  // somebody collects each profile, and others who track it link what it lists
  const owner = { email: 'o@lectern.example', email_key: 'o@lectern.example', password_hash: '' };
  const ownerId = (await db.insertInto('users').values(owner).returning('id').executeTakeFirstOrThrow()).id;
  for (let profile = 0; profile < PROFILES; profile += 1)
    scholars.push({ user: ownerId, profile, id: await track(db, ownerId, `Profile_${profile}`) });
  const pageOf = (profile: number) =>
    works.flatMap((work, at) =>
      work.profiles.includes(profile)
        ? makeRow(`${profile}:${at}`, {
            workKey: `cluster:${at}`,
            title: `Work ${'x'.repeat(at % 3)} ${at}`,
            venue: work.hasVenue ? `Venue ${at}` : null,
            year: work.hasYear ? 2000 + at : null,
            citations: work.citations,
          })
        : [],
    );
  for (const { id, profile } of scholars.toReversed())
    await savePageOf(db, id, pageOf(profile), { at: new Date(1e12 + id * 1e6) });
  const ids = works.map(() => 0);
  for (const [at] of works.entries()) {
    const found = await sql<{
      id: number;
    }>`select publication_id as id from publication_sources where key = ${`cluster:${at}`}`.execute(db);
    ids[at] = found.rows[0]?.id ?? 0;
  }
  for (const [at, work] of works.entries()) {
    const id = ids[at] ?? 0;
    if (work.doi)
      await sql`
        insert into publication_identifiers (publication_id, kind, value, confidence, source)
        values (${id}, 'openalex', ${work.doi}, ${0.6 + 0.1 * (at % 2)}, ${`s${at}`})`.execute(db);
    if (work.imported.includes('identifiers'))
      await sql`
        insert into publication_identifiers (publication_id, kind, value, confidence, source)
        values (${id}, 'arxiv', ${`2101.0000${at % 2}`}, 0.5, 'import')`.execute(db);
    if (work.pdf) await putPdf(db, id, { status: work.pdf, minutesAgo: at });
    await sql`update lookups set progress = ${JSON.stringify(NOTHING_YET)}::jsonb`.execute(db);
    if (work.pdf === 'resolved')
      await sql`update pdf_jobs set version = ${work.version} where publication_id = ${id}`.execute(db);
    await sql`
      update publications set imported_fields = ${work.imported}::text[],
        origin_key = case when ${work.imported.includes('title')} then null else origin_key end
      where id = ${id}`.execute(db);
  }
  await db.transaction().execute((tx) => showBestIdentifiers(tx, ids));
  // what imports say stands nowhere but where one user has the work
  await db.transaction().execute((tx) => disownImports(tx, ids));
  for (const [number, { user, work, mark }] of marks.entries()) {
    const where = sql`where user_id = ${users[user]} and publication_id = ${ids[work]}`;
    if (mark === 'read')
      await sql`update user_publications set is_read = true, read_number = ${number + 1} ${where} and not is_read`.execute(
        db,
      );
    if (mark === 'favorite') await sql`update user_publications set is_favorite = true ${where}`.execute(db);
    if (mark === 'hide') await sql`update user_publications set is_hidden = true ${where}`.execute(db);
    if (mark === 'claim')
      await sql`
        insert into scholar_publications (user_id, profile_id, publication_id)
        select ${users[user]}, id, ${ids[work]} from profiles where source_id = ${`Profile_${number % PROFILES}`} on conflict do nothing`.execute(
        db,
      );
  }
  await sql`update libraries set last_read_number = ${marks.length}`.execute(db);
  for (const [one, other] of dismissed) {
    const [low, high] = [ids[one] ?? 0, ids[other] ?? 0].sort((a, b) => a - b);
    if (low !== high)
      await sql`insert into dismissed_duplicates (low_id, high_id) values (${low}, ${high}) on conflict do nothing`.execute(
        db,
      );
  }
  return ids;
}

async function expectSound(db: Kysely<never> | Database): Promise<void> {
  expect(await listBrokenLibraries(db as Database)).toEqual([]);
  expect(await listLooseEnds(db as Database)).toEqual([]);
}

const runs = { numRuns: Number(process.env.MERGE_RUNS ?? 8), endOnFailure: true };

test('merge then undo is the identity; so is a chain of merges that is taken back in reverse', async () => {
  const db = await openStore();
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      const ids = await build(db, made);
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
      const before = await dumpTables(db);
      const first = await merge(db, a, b, c);
      await expectSound(db);
      const between = await dumpTables(db);
      const second = await merge(db, d, a, e);
      await expectSound(db);
      await expect(undoMerges({ db, log }, first, operator)).rejects.toMatchObject({
        code: 'merge_superseded',
        details: { job_ids: [second] },
      });
      const { summary } = await undoMerges({ db, log }, second, operator);
      expect(summary).toEqual({ restored_count: 2, cluster_count: 1, gone_count: 0 });
      expect(await dumpTables(db)).toEqual(between);
      await undoMerges({ db, log }, first, operator);
      expect(await dumpTables(db)).toEqual(before);
      expect(await listBrokenLibraries(db)).toEqual([]);
      expect((await undoMerges({ db, log }, first, operator)).summary).toMatchObject({ restored_count: 0 });
      expect(await dumpTables(db)).toEqual(before);
    }),
    runs,
  );
});

test('the order in which works are merged into one makes no difference', async () => {
  const db = await openStore();
  const order = fc.shuffledSubarray([1, 2, 3], { minLength: 3 });
  /** what the order does decide: when a search was begun */
  const described = async (known: number, merged: (db: Database) => Promise<unknown>) => {
    const isOver = new Error('rolled back');
    let dump: unknown;
    await db
      .transaction()
      .execute(async (tx) => {
        const within = tx as unknown as Database;
        await merged(within);
        const { lookups = [], pdf_jobs = [], user_publications = [], ...tables } = await dumpTables(within);
        const without = (rows: readonly unknown[], times: Record<string, null>) =>
          rows.map((row) => Object.assign({}, row, times));
        dump = {
          ...tables,
          // read by a merge: which number of a library that gives, the order decides
          user_publications: user_publications.map((row) => {
            const link = row as { read_number: number | null };
            return (link.read_number ?? 0) > known ? { ...link, read_number: 'new' } : link;
          }),
          lookups: without(lookups, { due_at: null, created_at: null }),
          pdf_jobs: without(pdf_jobs, { queued_at: null, updated_at: null }),
        };
        throw isOver;
      })
      .catch((error) => expect(error).toBe(isOver));
    return dump;
  };
  await fc.assert(
    fc.asyncProperty(world, order, async (made, places) => {
      const [winner = 0, ...losers] = (await build(db, made)).slice(0, 4);
      const known = made.marks.length;
      const atOnce = await described(known, (tx) => merge(tx, winner, ...losers));
      const one = await described(known, async (tx) => {
        for (const place of places) await merge(tx, winner, losers[place - 1] ?? 0);
      });
      expect(one).toEqual(atOnce);
    }),
    runs,
  );
});
