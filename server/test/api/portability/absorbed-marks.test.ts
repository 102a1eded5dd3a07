import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { makeRow, savePageOf, track } from '../../support/library.ts';
import { listQueries } from '../../support/list-queries.ts';
import { listBrokenLibraries, listLooseEnds } from '../../support/merges.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { ADA, BEN, importInto, sourceRow } from './portability-service.ts';

const WORK = sourceRow(BEN, 'wwwwwwwwwwww', { title: 'A work that many imported', workKey: 'cluster:5' });

const unreadOf = async (client: Client, query: string) =>
  (await client.ok('GET', `/publications?mode=unread&page_size=1${query}`)) as {
    publications: { publication_id: number }[];
    snapshot: string;
  };

test('a work that becomes read since the user read a twin of it is read after all else, so that an open list holds still', async () => {
  const { admin, db } = await startTestService();
  const item = (more: object) => ({ scholar_id: null, is_favorite: true, title: WORK.title, ...more });
  // by the key of the row, and by the key of the work: two works until the source says that they are one
  await importInto(admin, {
    scholars: [],
    publications: [
      item({ year: 2001, pub_url: WORK.url }),
      item({ year: 2002, cluster_id: '5', is_read: true }),
      item({ title: 'Something else', year: 2003, is_read: true }),
      item({ title: 'Yet something else', year: 2004 }),
    ],
  });
  const before = await unreadOf(admin, '&sort_by=title&sort_dir=asc');
  const { rows: known } = await sql<{ n: number }>`select max(last_read_number) as n from libraries`.execute(db);
  const me = await admin.ok('GET', '/auth/me');
  await savePageOf(db, await track(db, me.user.id, BEN), [WORK]);
  const { rows } = await sql<{ id: number; read_number: number; last: number }>`
    select p.id, u.read_number, l.last_read_number as last from user_publications u join libraries l on l.user_id = u.user_id
    join publications p on p.id = u.publication_id where p.title = ${WORK.title} and p.merged_into is null`.execute(db);
  expect(rows).toEqual([
    { id: expect.any(Number), read_number: Number(known[0]?.n) + 1, last: Number(known[0]?.n) + 1 },
  ]);
  expect((await unreadOf(admin, '')).publications).not.toMatchObject([{ publication_id: rows[0]?.id }]);
  // whoever has the list open finds on its next page what stood there
  const next = await unreadOf(admin, `&sort_by=title&sort_dir=asc&page=2&snapshot=${before.snapshot}`);
  const first = before.publications[0]?.publication_id;
  expect([first, next.publications[0]?.publication_id]).toContain(rows[0]?.id);
  expect(await listBrokenLibraries(db)).toEqual([]);
});

/** How many statements a crawl takes that finds a work which so many users imported, and each link of it. */
async function absorbedBy({ db, newUser }: TestService, count: number, profile: string) {
  const row = makeRow(`${profile}:1`, { title: `A work that ${profile} lists`, workKey: `cluster:${profile}` });
  const users: Client[] = [];
  for (let at = 0; at < count; at += 1) {
    const user = await newUser(`user${at}-${profile}`);
    users.push(user);
    const item = { scholar_id: ADA, title: row.title, cluster_id: profile, is_read: at % 2 === 0, is_favorite: at > 1 };
    await importInto(user, { scholars: [{ scholar_id: ADA }], publications: [item] });
  }
  const crawler = await newUser(`crawler-${profile}`);
  const scholar = await track(db, crawler.userId, profile);
  const { queries } = await listQueries(() => savePageOf(db, scholar, [row]));
  const links = await Promise.all(
    users.map(async (user) => {
      const { publications } = await user.ok('GET', '/publications');
      return publications.map((one: Record<string, unknown>) => [one.publication_id, one.is_read, one.is_favorite]);
    }),
  );
  return { statements: queries.length, links };
}

test('however many users imported a work, it becomes the source’s in as many statements, with the marks of each', async () => {
  const service = await startTestService();
  const few = await absorbedBy(service, 2, 'PPPPPPPPPPP2');
  const many = await absorbedBy(service, 7, 'PPPPPPPPPPP7');
  expect(many.statements).toBe(few.statements);
  const id = many.links[0]?.[0]?.[0];
  expect(many.links).toEqual(many.links.map((_, at) => [[id, at % 2 === 0, at > 1]]));
  expect(await listBrokenLibraries(service.db)).toEqual([]);
  expect(await listLooseEnds(service.db)).toEqual([]);
});
