import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { untrackScholar } from '../../../src/crawling/track-scholar.ts';
import { readFeed } from '../../../src/feeds/read-feed.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { makeRow, savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const PUBLICATIONS = 5;
const PROFILES = ['Profile_0', 'Profile_1'] as const;
const ORIGIN = 'https://lectern.example';
const publication = fc.nat(PUBLICATIONS - 1);

/**
 * What two profiles list, and what happens then. Every publication exists from the start, in the library of another
 * user.
 */
const history = fc.record({
  listed: fc.tuple(fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }), fc.subarray([0, 1, 2, 3, 4], { minLength: 1 })),
  steps: fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('merge' as const), winner: publication, loser: publication }),
      fc.record({ do: fc.constant('undo' as const) }),
      fc.record({ do: fc.constant('track' as const), profile: fc.nat(1) }),
      fc.record({ do: fc.constant('untrack' as const), profile: fc.nat(1) }),
      fc.record({ do: fc.constant('arrive' as const), profile: fc.nat(1), publication }),
    ),
    { minLength: 3, maxLength: 12 },
  ),
});

test('merges, undos, and scholars who come and go never give a publication another id in a feed, nor two the same', async () => {
  const { db, newUser } = await openService();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ listed, steps }) => {
      number += 1;
      // publications of their own, so that histories do not meet
      const nameOf = (profile: number) => `${PROFILES[profile]}_${number}`;
      const rowOf = (profile: number, at: number) =>
        makeRow(`${nameOf(profile)}:${at}`, { title: `Work ${number} ${at}`, clusterKey: `${number}:${at}` });
      const [reader, other] = [await newUser(`reader-${number}`), await newUser(`other-${number}`)];
      const all = await track(db, other.userId, `All_${number}`);
      await savePageOf(
        db,
        all,
        [0, 1, 2, 3, 4].map((at) =>
          makeRow(`All_${number}:${at}`, { title: `Work ${number} ${at}`, clusterKey: `${number}:${at}` }),
        ),
      );
      const { rows } = await sql<{ id: number }>`
        select min(publication_id) as id from records where cluster_key like ${`${number}:%`} group by cluster_key order by cluster_key`.execute(
        db,
      );
      const publications = rows.map(({ id }) => id);
      expect(publications).toHaveLength(PUBLICATIONS);

      const { atom_url } = await reader.ok('POST', '/feeds', { body: { scope: 'all' }, status: 201 });
      const secret = /feeds\/(.+)\.atom/.exec(atom_url)?.[1] ?? '';
      const pages = listed.map((list) => [...list]);
      const scholars: (number | null)[] = [null, null];
      const jobs: number[] = [];
      const seen = new Set<string>();
      const look = async () => {
        const entries = (await readFeed(db, secret, ORIGIN)).entries;
        const ids = entries.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        return ids;
      };
      const crawl = async (profile: number) => {
        const id = scholars[profile];
        if (id != null)
          await savePageOf(
            db,
            id,
            (pages[profile] ?? []).map((at) => rowOf(profile, at)),
          );
      };
      const start = async (profile: number) => {
        scholars[profile] ??= await track(db, reader.userId, nameOf(profile));
        await crawl(profile);
      };
      await start(0);
      for (const step of steps) {
        const before = await look();
        for (const id of before) seen.add(id);
        if (step.do === 'merge') {
          jobs.push(await merge(db, publications[step.winner] ?? 0, publications[step.loser] ?? 0));
          const after = await look();
          // the canonical entry keeps its id, also if it was hidden before
          expect(after.filter((id) => !before.includes(id)).length).toBeLessThanOrEqual(1);
          expect(await countEntries(db, reader.userId)).toBe(after.length);
        } else if (step.do === 'undo') {
          const job = jobs.pop();
          if (job !== undefined) await unmerge(db, job);
          // Nothing disappears. If the reader's scholars list only one of the two publications, its entry has the id of
          // that one.
          expect((await look()).length).toBeGreaterThanOrEqual(before.length);
        } else if (step.do === 'track') {
          await start(step.profile);
          expect(await look()).toEqual(expect.arrayContaining(before));
        } else if (step.do === 'untrack') {
          const id = scholars[step.profile];
          if (id != null) await untrackScholar(db, reader.userId, id);
          scholars[step.profile] = null;
          expect(before).toEqual(expect.arrayContaining(await look()));
        } else {
          const page = pages[step.profile] ?? [];
          if (!page.includes(step.publication)) page.push(step.publication);
          await crawl(step.profile);
          expect(await look()).toEqual(expect.arrayContaining(before));
        }
      }
      // as many ids as publications at most, whatever happened
      for (const id of await look()) seen.add(id);
      expect(seen.size).toBeLessThanOrEqual(PUBLICATIONS);
    }),
    { numRuns: Number(process.env.MERGE_RUNS ?? 10), endOnFailure: true },
  );
});

async function countEntries(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from user_publications where user_id = ${userId} and hidden_as is null`.execute(db);
  return rows[0]?.n ?? 0;
}
