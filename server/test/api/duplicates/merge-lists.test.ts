import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { expectSound, merge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

async function startLibrary() {
  const service = await openService();
  const { db, admin } = service;
  const user = await adminId(db);
  await savePageOf(db, await track(db, user, 'P'), makeRows('P', [0, 8]));
  const list = async (query: string) => {
    const keepsRead = query.includes('snapshot') ? '&keep_read=true' : '';
    const page = await admin.ok('GET', `/publications?mode=unread&page_size=2${query}${keepsRead}`);
    return { ...page, ids: page.publications.map((one: { publication_id: number }) => one.publication_id) };
  };
  const all = await admin.ok('GET', '/publications?page_size=50');
  const ids: number[] = all.publications.map((one: { publication_id: number }) => one.publication_id);
  const read = (...publication_ids: number[]) =>
    admin.ok('POST', '/publications/mark-read', { body: { publication_ids } });
  return { ...service, list, ids, read };
}

test('when an unread publication is merged with a read one, an open list of unread publications repeats and skips none of the others', async () => {
  const { db, list, ids, read } = await startLibrary();
  const [first = 0, , third = 0, , , , seventh = 0, eighth = 0] = ids;
  await read(seventh, eighth);
  const unread = ids.slice(0, 6);
  const { snapshot, ids: top } = await list('');
  expect(top).toEqual(unread.slice(0, 2));
  await merge(db, first, eighth);
  await merge(db, seventh, third);
  const pages = [await list(`&page=2&snapshot=${snapshot}`), await list(`&page=3&snapshot=${snapshot}`)];
  // the first one stays as read; the third one is shown as the seventh, which was read before
  expect(pages.flatMap((page) => page.ids)).toEqual(unread.slice(3));
  expect(pages[1]?.total_count).toBe(5);
  // a new list contains what is unread now
  const fresh = await list('');
  expect(fresh.unread_count).toBe(4);
  expect(fresh.ids).toEqual([ids[1], ids[3]]);
  expect((await list(`&page=2&snapshot=${fresh.snapshot}`)).ids).toEqual([ids[4], ids[5]]);
  await expectSound(db);
});

test('a merge with a publication that was hidden or read before adds nothing to an open list', async () => {
  const { db, list, ids, read } = await startLibrary();
  const [first = 0, second = 0, third = 0, fourth = 0] = ids;
  await read(first, second, third);
  await db.updateTable('user_publications').set({ hidden_as: 'unread' }).where('publication_id', '=', fourth).execute();
  const { snapshot, ids: top } = await list('');
  expect(top).toEqual([ids[4], ids[5]]);
  await merge(db, first, second);
  await merge(db, third, fourth);
  expect((await list(`&snapshot=${snapshot}`)).ids).toEqual([ids[4], ids[5]]);
  expect((await list(`&page=2&snapshot=${snapshot}`)).ids).toEqual([ids[6], ids[7]]);
});
