import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { adminId, endedRun, makeRow, makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

/** Libraries whose counts or numbers differ from their rows. */
async function listWrongLibraries(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select l.*, n.* from libraries l cross join lateral (
      select count(*) filter (where not is_hidden) as links, count(*) filter (where not is_hidden and not is_read) as unread,
        count(*) filter (where not is_hidden and is_favorite) as favorites, coalesce(max(entry_number), 0) as last_link,
        (select coalesce(max(read_number), 0) from read_batches r where r.user_id = l.user_id) as last_read, count(*) - count(distinct entry_number) as twice
      from library_entries u where u.user_id = l.user_id
    ) n
    where (entry_count, unread_count, favorite_count) <> (links, unread, favorites)
      or last_entry_number < last_link or last_read_number < last_read or twice > 0`.execute(db);
  return rows;
}

const PROFILES = ['AAAAAAAAAAAA', 'BBBBBBBBBBBB', 'CCCCCCCCCCCC'];
const step = fc.oneof(
  fc.record({
    do: fc.constant('crawl' as const),
    profile: fc.nat(2),
    user: fc.nat(1),
    listed: fc.uniqueArray(fc.nat(7), { maxLength: 5 }),
  }),
  fc.record({
    do: fc.constant('read' as const),
    user: fc.nat(1),
    listed: fc.array(fc.nat(11), { minLength: 1, maxLength: 4 }),
    isRead: fc.boolean(),
  }),
  fc.record({ do: fc.constant('readAll' as const), user: fc.nat(1) }),
  fc.record({ do: fc.constant('favorite' as const), user: fc.nat(1), picked: fc.nat(11) }),
  fc.record({ do: fc.constant('untrack' as const), user: fc.nat(1), profile: fc.nat(2) }),
);

test('a library’s counts equal its rows after any sequence of crawls and marks', async () => {
  const { db, admin, newUser } = await openService();
  const users = [
    { client: admin, id: await adminId(db) },
    await newUser('other').then((client) => ({ client, id: client.userId })),
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      for (const one of steps) {
        const user = users[one.user] ?? users[0];
        if (!user) throw new Error('no user');
        const stored = await db.selectFrom('publications').select('id').orderBy('id').execute();
        const idOf = (at: number) => stored[at]?.id ?? 999_999;
        const scholarOf = async (at: number) => {
          const scholars = (await user.client.ok('GET', '/scholars')).scholars as { id: number; scholar_id: string }[];
          return scholars.find((scholar) => scholar.scholar_id === PROFILES[at])?.id;
        };
        if (one.do === 'crawl') {
          const scholar = (await scholarOf(one.profile)) ?? (await track(db, user.id, PROFILES[one.profile] ?? ''));
          // all profiles list publications 0 to 3; each of the others belongs to one profile
          const rows = one.listed.map((at) =>
            makeRow(`${PROFILES[one.profile]}:${at}`, {
              clusterKey: at < 4 ? `cluster:${at}` : null,
              title: `${at} of ${at < 4 ? 'all' : one.profile}`,
            }),
          );
          await savePageOf(db, scholar, rows);
        } else if (one.do === 'read') {
          await user.client.ok('POST', '/publications/mark-read', {
            body: { publication_ids: one.listed.map(idOf), is_read: one.isRead },
          });
        } else if (one.do === 'readAll') {
          await user.client.ok('POST', '/publications/mark-all-read');
        } else if (one.do === 'favorite') {
          const { status } = await user.client.call('POST', `/publications/${idOf(one.picked)}/favorite`);
          expect([200, 404]).toContain(status);
        } else {
          const scholar = await scholarOf(one.profile);
          if (scholar !== undefined) await user.client.ok('DELETE', `/scholars/${scholar}`);
        }
        expect(await listWrongLibraries(db), JSON.stringify(steps)).toEqual([]);
      }
      for (const { client } of users) {
        const data = await client.ok('GET', '/publications?page_size=500');
        const { publications } = data as {
          publications: { is_read: boolean; is_favorite: boolean; scholars: unknown[] }[];
        };
        const count = (matches: (item: (typeof publications)[number]) => boolean) =>
          publications.filter(matches).length;
        expect([data.total_count, data.unread_count, data.favorites_count]).toEqual([
          publications.length,
          count((item) => !item.is_read),
          count((item) => item.is_favorite),
        ]);
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test('untracking hides publications of no other scholar, and tracking again restores their marks', async () => {
  const { db, admin, newUser } = await openService();
  const user = await adminId(db);
  const other = await newUser('other');
  const shared = (at: number) => (at < 2 ? { clusterKey: `cluster:${at}`, title: `Shared ${at}` } : {});
  const ada = await track(db, user, 'AAAAAAAAAAAA');
  const ben = await track(db, user, 'BBBBBBBBBBBB');
  const run = await endedRun(db, user);
  await savePageOf(db, ada, makeRows('A', [0, 6], shared), {
    runId: run,
    name: 'Ada',
    at: new Date('2026-01-01T00:00:00Z'),
  });
  await savePageOf(db, ben, makeRows('B', [0, 3], shared), { name: 'Ben' });
  const foreign = await track(db, other.userId, 'AAAAAAAAAAAA');
  await savePageOf(db, foreign, makeRows('A', [0, 6], shared));
  const list = async (query = '') => admin.ok('GET', `/publications?sort_by=title&sort_dir=asc&${query}`);
  const titles = async (query = '') => (await list(query)).publications.map((item: { title: string }) => item.title);
  const before = (await list()).publications;
  const idOf = (title: string): number => before.find((item: { title: string }) => item.title === title).publication_id;
  await admin.ok('POST', '/publications/mark-read', {
    body: { publication_ids: [idOf('Work A:2'), idOf('Work A:3'), idOf('Shared 0')] },
  });
  for (const title of ['Work A:3', 'Work A:4']) await admin.ok('POST', `/publications/${idOf(title)}/favorite`);
  const { snapshot } = await list();
  const marked = (await list()).publications;

  await admin.ok('DELETE', `/scholars/${ada}`);
  expect(await titles()).toEqual(['Shared 0', 'Shared 1', 'Work A:3', 'Work A:4', 'Work B:2']);
  const left = await list();
  expect([left.total_count, left.unread_count, left.favorites_count, left.latest_count]).toEqual([5, 3, 2, 4]);
  expect(left.publications[0]).toMatchObject({ scholar_profile_id: ben, scholar_label: 'Ben', is_read: true });
  expect(left.publications[2]).toMatchObject({
    scholar_profile_id: null,
    scholar_label: null,
    scholars: [],
    is_favorite: true,
    is_read: true,
  });
  expect(await titles('sort_by=scholar&sort_dir=asc').catch(() => 'two sorts')).toBe('two sorts');
  const byScholar = (await admin.ok('GET', '/publications?sort_by=scholar&sort_dir=desc')).publications;
  expect(
    byScholar.map((item: { scholar_label: string | null }) => item.scholar_label),
    'without a scholar: last',
  ).toEqual(['Ben', 'Ben', 'Ben', null, null]);
  expect([await titles('search=work 3'), await titles('search=work 5')]).toEqual([['Work A:3'], []]);
  for (const [is_favorite, found] of [
    [true, ['Work A:5']],
    [false, []],
  ] as const) {
    const { publication } = await admin.ok('POST', `/publications/${idOf('Work A:5')}/favorite`);
    expect(publication).toMatchObject({ title: 'Work A:5', is_favorite });
    expect(await titles('search=work 5'), 'a favorite is visible without a scholar').toEqual(found);
  }
  const hidden = await admin.ok('POST', '/publications/mark-read', {
    body: { publication_ids: [idOf('Work A:2')], is_read: false },
  });
  expect(hidden.updated_count, 'hidden publications keep their marks').toBe(0);
  expect(await admin.ok('POST', '/publications/mark-all-read', { body: { scholar_profile_id: ben } })).toMatchObject({
    updated_count: 2,
  });
  expect((await other.ok('GET', '/publications')).total_count, 'others keep theirs').toBe(6);

  const again = await track(db, user, 'AAAAAAAAAAAA');
  expect(
    await savePageOf(db, again, makeRows('A', [0, 6], shared), { runId: await endedRun(db, user) }),
    'nothing of it is new',
  ).toBe(0);
  const after = (await list()).publications;
  const marks = (items: { title: string; is_read: boolean; is_favorite: boolean; first_seen_at: string }[]) =>
    items
      .filter(({ title }) => title.startsWith('Work A'))
      .map(({ title, is_read, is_favorite, first_seen_at }) => ({ title, is_read, is_favorite, first_seen_at }));
  expect(marks(after)).toEqual(marks(marked));
  expect(after.find((item: { title: string }) => item.title === 'Work A:3').scholar_profile_id).toBe(again);
  expect((await list()).latest_count).toBe(0);
  expect(await titles(`snapshot=${snapshot}`), 'what came back came later than the snapshot').toEqual([
    'Shared 0',
    'Shared 1',
    'Work A:3',
    'Work A:4',
    'Work B:2',
  ]);
});
