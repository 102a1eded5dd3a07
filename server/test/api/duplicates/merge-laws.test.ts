import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { untrackScholar } from '../../../src/crawling/track-scholar.ts';
import { toggleFavorite } from '../../../src/library/mark-publication.ts';
import { markRead } from '../../../src/library/mark-read.ts';
import { connectDatabase, type Database } from '../../../src/platform/database/database.ts';
import { Problem } from '../../../src/platform/errors.ts';
import { refreshDisplays } from '../../../src/publications/display.ts';
import { mergePublications } from '../../../src/publications/merge.ts';
import { tagPublications } from '../../../src/tags/tag-publications.ts';
import { makeRow, savePageOf, track } from '../../support/library.ts';
import { type Library, makeMergeJob, merge, readLibraries, unmerge } from '../../support/merges.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

const PUBLICATIONS = 5;
const USERS = 3;
const PROFILES = 3;
const at = fc.nat(PUBLICATIONS - 1);

/** What three profiles list, which users track them, and what the users marked. */
const world = fc.record({
  listed: fc.array(
    fc.record({
      profiles: fc.subarray([0, 1, 2], { minLength: 1 }),
      venue: fc.constantFrom(null, 'Journal', 'Journal of …'),
      year: fc.constantFrom(null, 2001, 2002),
      citations: fc.constantFrom(0, 3, 9),
      identifier: fc.constantFrom(null, 'W1', 'W2'),
    }),
    { minLength: PUBLICATIONS, maxLength: PUBLICATIONS },
  ),
  tracks: fc.array(fc.subarray([0, 1, 2]), { minLength: USERS, maxLength: USERS }),
  marks: fc.array(
    fc.record({
      user: fc.nat(USERS - 1),
      publication: at,
      mark: fc.constantFrom('read', 'favorite', 'tag', 'untrack'),
    }),
    { maxLength: 12 },
  ),
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

const profileOf = (profile: number) => `Profile_${profile}`;

function pageOf({ listed }: World, profile: number) {
  return listed.flatMap(({ profiles, identifier: _, ...publication }, number) =>
    profiles.includes(profile)
      ? makeRow(`${profileOf(profile)}:${number}`, {
          ...publication,
          clusterKey: `cluster:${number}`,
          title: `Work number ${number} as ${profile} has it`,
        })
      : [],
  );
}

/** Marks or tags a publication as its user. Ignores unknown marks and publications outside the library. */
async function setMark(db: Database, userId: number, id: number, mark: string): Promise<void> {
  if (mark === 'read') await markRead(db, userId, { publication_ids: [id], is_read: true });
  if (mark === 'tag') await tagPublications(db, userId, { publication_ids: [id], add: ['One'] });
  if (mark === 'favorite')
    await toggleFavorite(db, userId, id, { isFavorite: true, scholarId: null }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
}

/** Empties the database and saves the generated data; returns the ids of users and publications. */
async function build(db: Database, made: World): Promise<{ users: number[]; ids: number[] }> {
  await sql`truncate users, profiles, publications, unread, favorites, publication_tags, runs, repair_jobs, audit_log restart identity cascade`.execute(
    db,
  );
  const users: number[] = [];
  for (let user = 0; user < USERS + 1; user += 1) {
    const email = `user${user}@lectern.example`;
    const row = { email, email_key: email, password_hash: '' };
    users.push((await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id);
  }
  // the last user tracks every profile, so that all their publications exist
  const tracks = [...made.tracks, Array.from({ length: PROFILES }, (_, profile) => profile)];
  for (const [user, profiles] of [...tracks.entries()].reverse())
    for (const profile of profiles) {
      const scholar = await track(db, users[user] ?? 0, profileOf(profile));
      await savePageOf(db, scholar, pageOf(made, profile), { at: new Date(1e12 + scholar * 1e6) });
    }
  const { rows } = await sql<{ key: string; id: number }>`
    select cluster_key as key, min(publication_id) as id from records group by 1`.execute(db);
  const ids = made.listed.map((_, number) => rows.find(({ key }) => key === `cluster:${number}`)?.id ?? 0);
  for (const [number, { identifier }] of made.listed.entries())
    if (identifier !== null)
      await sql`
        insert into publication_identifiers (publication_id, kind, value, confidence, source)
        values (${ids[number]}, 'openalex', ${identifier}, ${0.6 + number / 20}, 'openalex')`.execute(db);
  await db.transaction().execute((tx) => refreshDisplays(tx, ids));
  for (const { user, publication, mark } of made.marks) {
    await setMark(db, users[user] ?? 0, ids[publication] ?? 0, mark);
    if (mark === 'untrack') {
      const tracked = db
        .selectFrom('scholars')
        .select('id')
        .where('user_id', '=', users[user] ?? 0)
        .orderBy('id');
      for (const { id } of (await tracked.execute()).slice(0, 1)) await untrackScholar(db, users[user] ?? 0, id);
    }
  }
  return { users, ids };
}

/**
 * What users see after the undo of merges: without the marks and tags of the canonical publications, nor those of them
 * that are only there because they are favorites. Where nothing accounts for a canonical publication, the others took
 * its marks and tags over, so this holds for all.
 */
function withoutMarks(libraries: readonly Library[], canonicalIds: readonly number[]): unknown {
  return libraries.map(({ publications, modes: [unread, latest] }) => {
    const accounted = publications.filter(({ scholars }) => scholars.length > 0).map((item) => item.publication_id);
    const isKept = canonicalIds.every((id) => accounted.includes(id));
    const isLeftOut = (id: number) => !isKept || canonicalIds.includes(id);
    return {
      modes: [unread?.filter((id) => !isLeftOut(id)), latest],
      publications: publications
        .filter(({ publication_id: id }) => !isLeftOut(id) || accounted.includes(id))
        .map(({ is_read, is_favorite, tags, ...item }) =>
          isLeftOut(item.publication_id) ? item : { ...item, is_read, is_favorite, tags },
        ),
    };
  });
}

const runs = { numRuns: Number(process.env.MERGE_RUNS ?? 5), endOnFailure: true };

test('undoing any chain of merges restores the previous library, except the marks and tags of the canonical publication', async () => {
  const db = await openStore();
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      const { users, ids } = await build(db, made);
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
      const before = await readLibraries(db, users);
      const first = await merge(db, a, b, c);
      const between = await readLibraries(db, users);
      const second = await merge(db, d, a, e);
      await expect(unmerge(db, first)).rejects.toMatchObject({
        code: 'merge_superseded',
        details: { job_ids: [second] },
      });
      expect((await unmerge(db, second)).summary).toMatchObject({ restored_count: 2, cluster_count: 1 });
      expect(withoutMarks(await readLibraries(db, users), [d])).toEqual(withoutMarks(between, [d]));
      await unmerge(db, first);
      expect(withoutMarks(await readLibraries(db, users), [a, d])).toEqual(withoutMarks(before, [a, d]));
      expect((await unmerge(db, first)).summary).toMatchObject({ restored_count: 0 });
    }),
    runs,
  );
});

test('concurrent merges of overlapping publications end in one, and undoing them in reverse order restores everything except marks', async () => {
  const db = await openStore();
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      const { users, ids } = await build(db, made);
      const before = await readLibraries(db, users);
      const pairs = ids.map((id, place) => [id, ids[(place + 1) % ids.length] ?? 0] as const);
      await Promise.all(
        pairs.map(async ([winner, loser]) => {
          const job = await makeMergeJob(db);
          await db.transaction().execute((tx) => mergePublications(tx, job, winner, [loser]));
        }),
      );
      const { rows } = await sql<{
        n: number;
      }>`select count(distinct canonical_id) as n from publications where id = any(${ids})`.execute(db);
      expect(rows[0]?.n).toBe(1);
      const jobs = await sql<{ id: number }>`select job_id as id from merges group by 1 order by max(id) desc`.execute(
        db,
      );
      for (const { id } of jobs.rows) await unmerge(db, id);
      expect(withoutMarks(await readLibraries(db, users), ids)).toEqual(withoutMarks(before, ids));
    }),
    runs,
  );
});
