import { Readable } from 'node:stream';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { undoMerges } from '../../../src/duplicates/undo-merges.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { connectDatabase, type Database } from '../../../src/platform/database/database.ts';
import { makeLogger } from '../../../src/platform/logger.ts';
import { importLibrary } from '../../../src/portability/import-library.ts';
import { makeRow, savePageOf, track } from '../../support/library.ts';
import { listBrokenLibraries, listLooseEnds, merge } from '../../support/merges.ts';
import { otherSources } from '../../support/other-sources.ts';
import { SECRETS_KEY } from '../../support/secrets-key.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

const WORKS = 4;
const USERS = 2;
const PROFILES = ['P0', 'P1', 'P2'] as const;
const log = makeLogger({ logLevel: 'silent', logFormat: 'json' }, { write: () => {} });
const config = readConfig({ ...otherSources(false), DATABASE_URL: 'postgresql://unused', SECRETS_KEY });
const operator = { name: 'test', userId: null };

/** A row of a profile: one of the works, known by the work's key or by its text. */
const listed = fc.record({ work: fc.nat(WORKS - 1), by: fc.constantFrom('key', 'text') });
const look = fc.record({
  user: fc.nat(USERS - 1),
  profile: fc.nat(PROFILES.length - 1),
  rows: fc.uniqueArray(listed, { minLength: 1, maxLength: 3, selector: ({ work }) => work }),
});
const mark = fc.record({ user: fc.nat(USERS - 1), work: fc.nat(WORKS - 1), mark: fc.constantFrom('read', 'favorite') });
/** A user's file names a work by its text, as a favorite of no scholar. */
const file = fc.record({ user: fc.nat(USERS - 1), work: fc.nat(WORKS - 1) });
type Named = typeof file extends fc.Arbitrary<infer T> ? T : never;
type Look = typeof look extends fc.Arbitrary<infer T> ? T : never;
type Mark = typeof mark extends fc.Arbitrary<infer T> ? T : never;
/** Merges by place: the works stand for each other in the end, one after another. */
const merges = fc.constantFrom(
  [[0, 1]],
  [[0, 1, 2]],
  [
    [0, 1],
    [2, 0],
  ],
  [
    [0, 1],
    [2, 3],
  ],
);

/** A world of two users: works that the first profile of its own lists, and an empty library each. */
async function build(db: Database) {
  await sql`truncate users, profiles, publications, runs, repair_jobs, audit_log restart identity cascade`.execute(db);
  const owner = await addUser(db, 'owner');
  const rows = Array.from({ length: WORKS }, (_, at) => rowOf('Q', { work: at, by: 'both' }));
  await savePageOf(db, await track(db, owner, 'Q'), rows);
  const users = [await addUser(db, 'one'), await addUser(db, 'two')];
  const works = await db.selectFrom('publications').select('id').orderBy('id').execute();
  const scholars = new Map<string, number>();
  const applyLook = async ({ user, profile, rows: seen }: Look) => {
    const [userId = 0, name = ''] = [users[user], PROFILES[profile]];
    const key = `${userId} ${name}`;
    const scholar = scholars.get(key) ?? (await track(db, userId, name));
    scholars.set(key, scholar);
    await savePageOf(
      db,
      scholar,
      seen.map((one) => rowOf(name, one)),
    );
    // so do all who track the profile: what one has not seen yet is theirs a little earlier when works are taken apart
    for (const [other, id] of scholars) if (other.endsWith(` ${name}`) && id !== scholar) await savePageOf(db, id, []);
  };
  const applyFile = async ({ user, work }: Named) => {
    const { title, authors, year } = rowOf('Q', { work, by: 'text' });
    const item = { scholar_id: null, is_favorite: true, title, author_text: authors, year };
    const payload = Buffer.from(JSON.stringify({ scholars: [], publications: [item] }));
    return importLibrary({ db, config, log }, users[user] ?? 0, Readable.from([payload]), { isDryRun: false });
  };
  return { users, ids: works.map(({ id }) => id), applyLook, applyFile };
}

function rowOf(profile: string, { work, by }: { work: number; by: string }) {
  const text = { title: `A work about the subject ${work}`, authors: 'A Author', year: 2000 + work };
  return makeRow(`${profile}:${work}`, {
    workKey: by === 'text' ? null : `cluster:${work}`,
    ...text,
    ...(by === 'key' ? { title: `${profile} calls it ${work}` } : {}),
  });
}

async function addUser(db: Database, name: string): Promise<number> {
  const email = `${name}@lectern.example`;
  const user = { email, email_key: email, password_hash: '' };
  return (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id;
}

/** What leads to which work, what lists it and who sees it; not in which order that came. */
async function describe(db: Database): Promise<unknown> {
  const tables = {
    keys: sql`select source, key, publication_id from publication_sources`,
    texts: sql`select fingerprint::text, publication_id from publication_fingerprints`,
    listings: sql`select profile_id, publication_id from profile_publications`,
    // a favorite that was set while the merge stood is one of each work, whoever lists it
    links: sql`
      select user_id, publication_id from user_publications u where not is_hidden and not (is_favorite and not exists (
        select from scholar_works w where w.user_id = u.user_id and w.publication_id = u.publication_id))`,
    // what a file named is a favorite where the item leads
    named: sql`
      select u.user_id, u.publication_id from user_publications u where not is_hidden and is_favorite and exists (
        select from publication_sources k where k.publication_id = u.publication_id and k.key like 'item ' || u.user_id || ' %')`,
    works: sql`select id, merged_into, title, citation_count from publications`,
    looks: sql`select s.id from scholars s join profiles p on p.id = s.profile_id where s.looked_at_listing > p.last_listing_number`,
  };
  const described: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(tables)) {
    const { rows } = await query.execute(db);
    described[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return described;
}

async function marksOf(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select user_id, publication_id, is_read, is_favorite from user_publications where not is_hidden order by 1, 2`.execute(
    db,
  );
  return rows;
}

async function setMark(db: Database, userId: number, publicationId: number, { mark: name }: Mark): Promise<void> {
  const where = sql`where user_id = ${userId} and not is_hidden and publication_id = (
    select coalesce(merged_into, id) from publications where id = ${publicationId})`;
  if (name === 'favorite') {
    await sql`update user_publications set is_favorite = true ${where}`.execute(db);
    return;
  }
  await sql`update libraries set last_read_number = last_read_number + 1 where user_id = ${userId}`.execute(db);
  await sql`
    update user_publications set is_read = true, read_number = (select last_read_number from libraries where user_id = ${userId})
    ${where} and not is_read`.execute(db);
}

test('crawls while a merge stands leave, once it is taken back, what they leave where nothing was ever merged', async () => {
  const database = await makeTestDatabase();
  const connections = connectDatabase({ url: database.url, maxConnections: 3, name: 'test', onError: () => {} });
  onTestFinished(async () => {
    await connections.close();
    await database.drop();
  });
  const { db } = connections;
  const world = fc.record({
    before: fc.array(look, { maxLength: 3 }),
    merges,
    since: fc.array(look, { minLength: 1, maxLength: 4 }),
    files: fc.array(file, { maxLength: 2 }),
    marks: fc.array(mark, { maxLength: 3 }),
    after: fc.array(look, { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      const plain = await build(db);
      for (const one of [...made.before, ...made.since]) await plain.applyLook(one);
      for (const one of made.files) await plain.applyFile(one);
      const expected = await describe(db);
      for (const one of made.after) await plain.applyLook(one);
      const expectedAfter = await describe(db);

      const { ids, users, applyLook, applyFile } = await build(db);
      for (const one of made.before) await applyLook(one);
      const jobs: number[] = [];
      for (const [winner = 0, ...losers] of made.merges)
        jobs.push(await merge(db, ids[winner] ?? 0, ...losers.map((loser) => ids[loser] ?? 0)));
      for (const one of made.since) await applyLook(one);
      for (const one of made.files) await applyFile(one);
      for (const one of made.marks) await setMark(db, users[one.user] ?? 0, ids[one.work] ?? 0, one);
      expect(await listLooseEnds(db)).toEqual([]);
      const marked = (await marksOf(db)) as { user_id: number; is_read: boolean; is_favorite: boolean }[];
      for (const job of jobs.toReversed()) await undoMerges({ db, log }, job, operator);
      expect(await describe(db)).toEqual(expected);
      expect(await listLooseEnds(db)).toEqual([]);
      expect(await listBrokenLibraries(db)).toEqual([]);
      // no mark is lost
      const left = (await marksOf(db)) as typeof marked;
      for (const kind of ['is_read', 'is_favorite'] as const) {
        const usersWith = (rows: typeof marked) =>
          [...new Set(rows.filter((row) => row[kind]).map((row) => row.user_id))].sort();
        expect(usersWith(left)).toEqual(usersWith(marked));
      }
      for (const one of made.after) await applyLook(one);
      expect(await describe(db)).toEqual(expectedAfter);
      // twice is once
      for (const one of made.files) expect(await applyFile(one)).toMatchObject({ links_created: 0, links_updated: 0 });
      expect(await listBrokenLibraries(db)).toEqual([]);
    }),
    { numRuns: Number(process.env.MERGE_RUNS ?? 8), endOnFailure: true },
  );
});
