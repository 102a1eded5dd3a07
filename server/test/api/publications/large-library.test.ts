import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { copyOrder } from '../../../src/library/copy-order.ts';
import { addWordsJob } from '../../../src/library/jobs/add-words.ts';
import { checkIntegrity } from '../../../src/maintenance/check-integrity.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Client } from '../../support/client.ts';
import { adminId, makeRow, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const SEARCHES = ['network', 'net', 'zoe', 'zoe deep', 'deep', 'learning 2021', 'nothing', '@1'];
const LISTS = ['', 'mode=unread', 'favorite_only=true', 'sort_by=title&sort_dir=asc', 'year_from=2021', 'page_size=2'];

/** What each search finds in each list. */
async function searchAll(client: Client) {
  const found: Record<string, unknown> = {};
  for (const search of SEARCHES)
    for (const list of LISTS) {
      const page = await client.ok('GET', `/publications?${list}&search=${encodeURIComponent(search)}`);
      found[`${search} ${list}`] = [
        page.total_count,
        page.publications.map((item: { publication_id: number; is_read: boolean }) => [
          item.publication_id,
          item.is_read,
        ]),
      ];
    }
  return found;
}

/** Makes the library count as a large one, which gets words. */
async function addWords(db: Database, services: Parameters<typeof addWordsJob.run>[0], userId: number) {
  await sql`update libraries set entry_count = entry_count + 30000 where user_id = ${userId}`.execute(db);
  await addWordsJob.run(services);
  await sql`update libraries set entry_count = entry_count - 30000 where user_id = ${userId}`.execute(db);
}

test('a large library has words of its own, with which each search finds the same after every change', async () => {
  const { db, services, admin, newUser } = await openService();
  const user = await adminId(db);
  const other = await newUser('other');
  const [first, second] = [await track(db, user, 'AAAAAAAAAAAA'), await track(db, user, 'BBBBBBBBBBBB')];
  const rowsOf = (letter: string, range: readonly [number, number], title = 'Networks') =>
    makeRows(letter, range, (at) => ({ title: `${title} ${letter}${at}`, year: 2018 + at }));
  await savePageOf(db, first, rowsOf('A', [0, 5]), { name: 'Zoë Müller' });
  await savePageOf(db, await track(db, other.userId, 'AAAAAAAAAAAA'), rowsOf('A', [0, 5]));
  await addWords(db, services, user);
  expect(await db.selectFrom('libraries').select('user_id').where('has_words', '=', true).execute()).toEqual([
    { user_id: user },
  ]);
  const idOf = async (title: string): Promise<number> =>
    (await db.selectFrom('publications').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id;
  let merged = 0;
  const changes: Record<string, () => Promise<unknown>> = {
    'the words are added': async () => undefined,
    'another scholar lists new and known publications': () =>
      savePageOf(db, second, [...rowsOf('A', [3, 5]), ...rowsOf('B', [0, 4], 'Deep learning')], { name: 'B Bee' }),
    'the scholars are joined': () =>
      admin.ok('POST', `/scholars/${first}/join`, { body: { scholar_profile_id: second } }),
    'the join is undone': () => admin.ok('DELETE', `/scholars/${first}/join`),
    'marks change': async () => {
      await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [await idOf('Networks A1')] } });
      await admin.ok('POST', `/publications/${await idOf('Networks A2')}/favorite`);
    },
    'a title changes': () => savePageOf(db, first, [makeRow('A:0', { title: 'Deep nets A0', year: 2018 })]),
    'a publication is imported': () =>
      admin.ok('POST', '/scholars/import', {
        body: { scholars: [], publications: [{ title: 'Deep network of an import', year: 2021, is_favorite: true }] },
      }),
    'publications are merged': async () => {
      merged = await merge(db, await idOf('Networks A1'), await idOf('Networks A2'));
    },
    'the merge is undone': () => unmerge(db, merged),
    'a scholar is untracked': () => admin.ok('DELETE', `/scholars/${first}`),
    'the scholar is tracked again': async () => {
      const again = await track(db, user, 'AAAAAAAAAAAA');
      await savePageOf(db, again, rowsOf('A', [0, 6]));
    },
  };
  for (const [change, make] of Object.entries(changes)) {
    await make();
    await copyOrder(db);
    const found = await searchAll(admin);
    await sql`update libraries set has_words = false where user_id = ${user}`.execute(db);
    const withoutWords = await searchAll(admin);
    await sql`update libraries set has_words = true where user_id = ${user}`.execute(db);
    expect(found, change).toEqual(withoutWords);
    const { checks } = await checkIntegrity(db);
    expect(checks.find(({ name }) => name === 'words_of_libraries')?.count, change).toBe(0);
  }
  expect(await searchAll(admin)).toMatchObject({
    'deep ': [expect.any(Number), expect.any(Array)],
    'nothing ': [0, []],
  });
});

test('the entries that a crawled page changes cost as many reads in a large library as in a small one', async () => {
  const { db, services } = await openService();
  const reader = await adminId(db);
  await savePageOf(db, await track(db, reader, 'AAAAAAAAAAAA'), makeRows('A', [0, 3000]));
  await addWords(db, services, reader);
  await sql`analyze`.execute(db);
  const counted = await db.transaction().execute(async (tx) => {
    const readSoFar = async () => {
      const { rows } = await sql<{ n: number }>`
        select sum(seq_tup_read + idx_tup_fetch)::bigint as n from pg_stat_xact_user_tables`.execute(tx);
      return rows[0]?.n ?? 0;
    };
    const { rows } = await sql<{ ids: number[] }>`
      select array_agg(publication_id) as ids from (
        select publication_id from user_publications where user_id = ${reader} order by publication_id desc limit 10) e`.execute(
      tx,
    );
    const before = await readSoFar();
    await sql`
      select refresh_entries(array[${reader}::bigint], ${rows[0]?.ids}::bigint[], array_fill(now(), array[10]), null)`.execute(
      tx,
    );
    return (await readSoFar()) - before;
  });
  expect(counted).toBeGreaterThan(10);
  expect(counted).toBeLessThan(1000);
});
