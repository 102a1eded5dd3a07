import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

async function startLibrary() {
  const service = await openService();
  const user = await adminId(service.db);
  const scholar = await track(service.db, user, 'AAAAAAAAAAAA');
  await savePageOf(service.db, scholar, makeRows('A', [0, 10]));
  const list = async (query = '') => service.admin.ok('GET', `/publications?sort_by=title&sort_dir=asc&${query}`);
  const ids: number[] = (await list()).publications.map((item: { publication_id: number }) => item.publication_id);
  const other = await service.newUser('other');
  const foreignScholar = await track(service.db, other.userId, 'BBBBBBBBBBBB');
  await savePageOf(service.db, foreignScholar, makeRows('B', [0, 2]));
  const foreign: number = (await other.ok('GET', '/publications')).publications[0].publication_id;
  return { ...service, user, scholar, foreignScholar, list, ids, other, foreign, idOf: (at: number) => ids[at] ?? 0 };
}

test('mark-read accepts both shapes, and duplicate, unknown and foreign ids; is_read=false marks as unread', async () => {
  const { admin, other, list, idOf, foreign, scholar } = await startLibrary();
  const both = { publication_ids: [idOf(0)], selections: [{ publication_id: idOf(0) }] };
  for (const body of [{}, both])
    await admin.fails(422, 'validation_error', 'POST', '/publications/mark-read', { body });
  const mark = async (body: unknown) => admin.ok('POST', '/publications/mark-read', { body });
  const readAt = async () =>
    (await list()).publications.flatMap((item: { is_read: boolean }, at: number) => (item.is_read ? [at] : []));
  expect(await mark({ publication_ids: [idOf(0), idOf(1), idOf(0)] })).toEqual({
    message: expect.any(String),
    requested_count: 3,
    updated_count: 2,
  });
  expect(await mark({ publication_ids: [idOf(0), idOf(2)] })).toMatchObject({ requested_count: 2, updated_count: 1 });
  const selections = [
    { publication_id: idOf(3), scholar_profile_id: scholar },
    { publication_id: idOf(4), scholar_profile_id: null },
    { publication_id: idOf(5) },
    { publication_id: foreign },
    { publication_id: 999_999_999 },
    { publication_id: Number.MAX_SAFE_INTEGER },
  ];
  expect(await mark({ selections })).toMatchObject({ requested_count: 6, updated_count: 3 });
  expect(await readAt()).toEqual([0, 1, 2, 3, 4, 5]);
  expect((await list()).unread_count).toBe(4);
  expect(await mark({ selections: selections.slice(1), is_read: false })).toMatchObject({
    requested_count: 5,
    updated_count: 2,
  });
  expect(await mark({ publication_ids: [idOf(0), idOf(9)], is_read: false })).toMatchObject({
    requested_count: 2,
    updated_count: 1,
  });
  expect(await readAt()).toEqual([1, 2, 3]);
  expect(await mark({ publication_ids: [foreign] })).toMatchObject({ requested_count: 1, updated_count: 0 });
  expect((await other.ok('GET', '/publications')).unread_count).toBe(2);
  expect(await mark({ publication_ids: Array.from({ length: 1000 }, (_, at) => at + 1) })).toMatchObject({
    requested_count: 1000,
  });
});

test('mark-all-read marks the whole library, one scholar’s publications, or those of a snapshot', async () => {
  const { db, admin, other, list, user, scholar } = await startLibrary();
  const second = await track(db, user, 'CCCCCCCCCCCC');
  await savePageOf(db, second, makeRows('C', [0, 4]));
  const { snapshot } = await list();
  await savePageOf(db, second, makeRows('C', [4, 7]));
  await savePageOf(db, scholar, makeRows('A', [10, 12]));
  const markAll = async (body?: unknown) =>
    (await admin.ok('POST', '/publications/mark-all-read', body === undefined ? {} : { body })).updated_count;
  expect(await markAll({ scholar_profile_id: second, snapshot })).toBe(4);
  expect(await markAll({ scholar_profile_id: second, snapshot })).toBe(0);
  expect((await list(`mode=unread&snapshot=${snapshot}`)).total_count).toBe(10);
  expect((await list(`mode=unread&keep_read=true&snapshot=${snapshot}`)).total_count, 'read since').toBe(14);
  expect(await markAll({ snapshot, scholar_profile_id: null })).toBe(10);
  expect((await list()).unread_count).toBe(5);
  expect(await markAll({ scholar_profile_id: second, snapshot: null })).toBe(3);
  expect(await markAll()).toBe(2);
  expect(await markAll({})).toBe(0);
  expect([(await list('mode=unread')).total_count, (await other.ok('GET', '/publications')).unread_count]).toEqual([
    0, 2,
  ]);
});

test('favorite toggles or sets the mark', async () => {
  const { admin, other, list, idOf, scholar, foreignScholar } = await startLibrary();
  const path = `/publications/${idOf(3)}/favorite`;
  const post = async (body?: unknown) =>
    (await admin.ok('POST', path, body === undefined ? {} : { body })).publication.is_favorite;
  const first = await admin.ok('POST', path, { body: { scholar_profile_id: scholar } });
  expect(first).toEqual({ message: expect.any(String), publication: (await list()).publications[3] });
  expect(first.publication).toMatchObject({ publication_id: idOf(3), is_favorite: true, scholar_profile_id: scholar });
  expect(await post()).toBe(false);
  expect(await post({})).toBe(true);
  expect(await post({ is_favorite: true })).toBe(true);
  expect(
    (await list('favorite_only=true')).publications.map((item: { publication_id: number }) => item.publication_id),
  ).toEqual([idOf(3)]);
  expect((await list()).favorites_count).toBe(1);
  expect(await post({ is_favorite: false, scholar_profile_id: null })).toBe(false);
  expect(await post({ is_favorite: false })).toBe(false);
  expect((await other.ok('GET', '/publications')).favorites_count).toBe(0);
  await admin.fails(404, 'scholar_not_found', 'POST', path, {
    body: { scholar_profile_id: foreignScholar, is_favorite: true },
  });
  expect((await list()).favorites_count).toBe(0);
});

test('two concurrent toggles count twice, and concurrent marks are all kept', async () => {
  const { admin, list, idOf, ids } = await startLibrary();
  await Promise.all(Array.from({ length: 7 }, () => admin.ok('POST', `/publications/${idOf(0)}/favorite`)));
  expect((await list()).favorites_count).toBe(1);
  const updated = await Promise.all(
    ids.map(() => admin.ok('POST', '/publications/mark-read', { body: { publication_ids: ids } })),
  );
  expect(updated.map((one) => one.updated_count).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 10]);
  expect((await list()).unread_count).toBe(0);
});
