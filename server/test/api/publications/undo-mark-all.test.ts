import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { expectSound, merge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const UNDO = '/publications/mark-all-read/undo';

async function startLibrary() {
  const service = await openService();
  const { db, admin } = service;
  const user = await adminId(db);
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('A', [0, 10]));
  const list = async (query = '') => admin.ok('GET', `/publications?sort_by=title&sort_dir=asc&${query}`);
  const ids: number[] = (await list()).publications.map((item: { publication_id: number }) => item.publication_id);
  const readAt = async () =>
    (await list()).publications.flatMap((item: { is_read: boolean }, at: number) => (item.is_read ? [at] : []));
  const mark = async (at: number[], isRead = true) =>
    admin.ok('POST', '/publications/mark-read', {
      body: { publication_ids: at.map((one) => ids[one]), is_read: isRead },
    });
  const markAll = async (body = {}) => admin.ok('POST', '/publications/mark-all-read', { body });
  const undo = async (token: string) => admin.ok('POST', UNDO, { body: { undo_token: token } });
  return { ...service, user, scholar, ids, idOf: (at: number) => ids[at] ?? 0, list, readAt, mark, markAll, undo };
}

test('the undo restores only what mark-all-read marked, not what the user marked before or since', async () => {
  const { db, admin, list, readAt, mark, markAll, undo } = await startLibrary();
  await mark([0, 1]);
  const { undo_token: token, updated_count: marked } = await markAll();
  expect([marked, (await list()).unread_count]).toEqual([8, 0]);
  // one is marked as unread and as read again, and the other only as unread
  await mark([2, 3], false);
  await mark([2]);
  const { snapshot } = await list();
  expect(await undo(token)).toEqual({ message: expect.any(String), updated_count: 6 });
  expect(await readAt()).toEqual([0, 1, 2]);
  expect((await list()).unread_count).toBe(7);
  expect((await list('mode=unread')).total_count).toBe(7);
  expect((await list(`snapshot=${snapshot}`)).total_count).toBe(10);
  await expectSound(db);

  const again = await admin.fails(409, 'nothing_to_undo', 'POST', UNDO, { body: { undo_token: token } });
  expect(again.error.details).toEqual({ updated_count: 0 });
  await markAll();
  await admin.fails(409, 'nothing_to_undo', 'POST', UNDO, { body: { undo_token: token } });
  expect((await list()).unread_count).toBe(0);
});

test('each call can be undone on its own, in any order; a call that marked nothing has no undo', async () => {
  const { db, user, list, markAll, undo, scholar, readAt } = await startLibrary();
  const { snapshot } = await list();
  const second = await track(db, user, 'CCCCCCCCCCCC');
  await savePageOf(db, second, makeRows('C', [0, 4]));
  const ofSecond = await markAll({ scholar_profile_id: second });
  const ofSnapshot = await markAll({ snapshot });
  expect([ofSecond.updated_count, ofSnapshot.updated_count]).toEqual([4, 10]);
  expect(await markAll({ scholar_profile_id: scholar })).toEqual({
    message: expect.any(String),
    updated_count: 0,
    undo_token: null,
  });
  expect((await undo(ofSecond.undo_token)).updated_count).toBe(4);
  expect((await list()).unread_count).toBe(4);
  expect((await undo(ofSnapshot.undo_token)).updated_count).toBe(10);
  expect([await readAt(), (await list()).unread_count]).toEqual([[], 14]);
});

test('publications that were hidden since come back as unread', async () => {
  const { db, admin, list, scholar, markAll, undo } = await startLibrary();
  const { undo_token: token } = await markAll();
  await admin.ok('DELETE', `/scholars/${scholar}`);
  expect((await list()).total_count).toBe(0);
  expect((await undo(token)).updated_count).toBe(10);
  expect((await list()).unread_count, 'the hidden count for nothing').toBe(0);
  await track(db, await adminId(db), 'AAAAAAAAAAAA').then((id) => savePageOf(db, id, makeRows('A', [0, 10])));
  expect([(await list()).total_count, (await list()).unread_count]).toEqual([10, 10]);
  await expectSound(db);
});

test('a publication into which another was merged since stays read', async () => {
  const { db, list, idOf, mark, markAll, undo } = await startLibrary();
  await mark([0]);
  const { undo_token: token } = await markAll();
  await merge(db, idOf(1), idOf(0));
  expect((await undo(token)).updated_count).toBe(8);
  const { publications, unread_count } = await list();
  expect(publications.filter((one: { is_read: boolean }) => one.is_read)).toMatchObject([{ publication_id: idOf(1) }]);
  expect(unread_count).toBe(8);
});

test('the undo also works for publications that were merged before they were marked', async () => {
  const { db, idOf, markAll, undo, list } = await startLibrary();
  await merge(db, idOf(1), idOf(0));
  const { undo_token: token } = await markAll();
  expect((await undo(token)).updated_count).toBe(9);
  expect((await list()).unread_count).toBe(9);
});

test('a token that is malformed, another user’s, or older than ten minutes is rejected', async () => {
  const { admin, newUser, db, list, markAll, undo } = await startLibrary();
  const other = await newUser('other');
  const foreign = await track(db, other.userId, 'BBBBBBBBBBBB');
  await savePageOf(db, foreign, makeRows('B', [0, 3]));
  await other.ok('POST', '/publications/mark-all-read');
  const { undo_token: token } = await markAll();
  await other.fails(404, 'undo_token_not_found', 'POST', UNDO, { body: { undo_token: token } });
  expect([(await list()).unread_count, (await other.ok('GET', '/publications')).unread_count]).toEqual([0, 0]);
  const [user, read, at] = token.split('-').map(Number) as [number, number, number];
  const expired = async (ms: number) => {
    const body = { undo_token: `${user}-${read}-${ms}` };
    const { error } = await admin.fails(409, 'undo_expired', 'POST', UNDO, { body });
    expect(error.details).toEqual({ undo_minutes: 10 });
  };
  await expired(at - 10 * 60_000 - 1);
  await expired(at + 20 * 60_000);
  await expired(0);
  for (const undo_token of ['', 'x', '1-2', '1-2-3-4', '1-2--3', ' 1-2-3', '1-2-3 ', '1-2-9999999999999999', '1-2-x'])
    await admin.fails(400, 'invalid_undo_token', 'POST', UNDO, { body: { undo_token } });
  expect((await undo(`${user}-${read}-${at - 9 * 60_000}`)).updated_count, 'nine minutes ago').toBe(10);
});

test('only one of two concurrent undos succeeds', async () => {
  const { admin, list, markAll } = await startLibrary();
  const { undo_token } = await markAll();
  const responses = await Promise.all([1, 2, 3].map(() => admin.call('POST', UNDO, { body: { undo_token } })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await list()).unread_count).toBe(10);
});

test('a filtered list is marked as read, and nothing else', async () => {
  const { list, ids, markAll, undo, readAt, admin } = await startLibrary();
  for (const at of [1, 2]) await admin.ok('POST', `/publications/${ids[at]}/favorite`, { body: { is_favorite: true } });
  const filters = [{ favorite_only: true }, { search: 'nothing like this' }, { mode: 'latest' }, { year_to: 1000 }];
  const counts: number[] = [];
  for (const filter of filters) counts.push((await markAll(filter)).updated_count);
  expect([counts, await readAt()]).toEqual([
    [2, 0, 0, 0],
    [1, 2],
  ]);
  const { title } = (await list()).publications[4];
  const { undo_token, updated_count } = await markAll({ search: title, mode: 'unread' });
  expect([updated_count, await readAt()]).toEqual([1, [1, 2, 4]]);
  await undo(undo_token);
  expect(await readAt()).toEqual([1, 2]);
  await admin.fails(400, 'invalid_snapshot', 'POST', '/publications/mark-all-read', { body: { snapshot: 'x' } });
});
