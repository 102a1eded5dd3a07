import { expect, test } from 'vitest';
import { countUnreadOfViews } from '../../../src/views/count-unread.ts';
import { adminId, endedRun, makeRow, savePageOf, track } from '../../support/library.ts';
import { listQueries } from '../../support/list-queries.ts';
import { age } from '../../support/prepare.ts';
import { serviceOfFile } from '../../support/service.ts';
import { startTagged } from '../tags/tagged-library.ts';

const openService = serviceOfFile();

type Named = { readonly name: string };

async function startViews() {
  const service = await startTagged(openService);
  const { admin } = service;
  const save = (name: string, parameters: object = {}, more: object = {}) =>
    admin.ok('POST', '/views', { body: { name, parameters, ...more }, status: 201 });
  const names = async (): Promise<string[]> => {
    const { views } = await admin.ok('GET', '/views');
    expect(views.map(({ position }: { position: number }) => position)).toEqual(
      views.map((_: unknown, at: number) => at + 1),
    );
    return views.map(({ name }: Named) => name);
  };
  const counts = async (): Promise<(number | null)[]> => {
    const { counts: all } = await admin.ok('GET', '/views/counts');
    return all.map(({ unread_count }: { unread_count: number | null }) => unread_count);
  };
  return { ...service, save, names, counts };
}

test('a view keeps the parameters of a list, and the list means the same with them', async () => {
  const { admin, scholar, save, list, setTags } = await startViews();
  await setTags(3, ['topic']);
  const parameters = {
    mode: 'unread',
    favorite_only: false,
    search: 'tag:topic or A:1',
    with_running: true,
    year_from: 1900,
    year_to: 2100,
    scholar_profile_id: scholar,
    sort_by: 'title',
    sort_dir: 'asc',
  };
  const view = await save('  Topic ', parameters, { layout: 'abstracts' });
  expect(view).toEqual({ id: expect.any(Number), name: 'Topic', parameters, layout: 'abstracts', position: 1 });
  expect(await admin.ok('GET', '/views')).toEqual({ views: [view] });
  const requested = new URLSearchParams(view.parameters);
  const { total_count, publications } = await admin.ok('GET', `/publications?${requested}`);
  expect(total_count).toBe(2);
  expect(publications).toEqual(
    (await list(`mode=unread&search=${encodeURIComponent('tag:topic or A:1')}`)).publications,
  );
  const defaults = { mode: 'all', favorite_only: false, with_running: false, sort_by: 'first_seen', sort_dir: 'desc' };
  expect(await save('Everything')).toMatchObject({ parameters: defaults, layout: 'titles', position: 2 });
});

test('refuses what the list would refuse, and says where it is', async () => {
  const { admin, other, scholar } = await startViews();
  const refuse = async (parameters: object, path = '/views', method = 'POST') => {
    const { error } = await admin.fails(422, 'validation_error', method, path, { body: { name: 'X', parameters } });
    return error.details;
  };
  expect(await refuse({ search: 'deep is:unred' })).toEqual([
    {
      path: 'parameters.search',
      message: expect.stringContaining('unred'),
      position: 8,
      length: 5,
      suggestion: 'unread',
    },
  ]);
  await other.fails(404, 'scholar_not_found', 'POST', '/views', {
    body: { name: 'X', parameters: { scholar_profile_id: scholar } },
  });
  const { id } = await admin.ok('POST', '/views', { body: { name: 'X', parameters: {} }, status: 201 });
  await refuse({ search: 'year:x' }, `/views/${id}`, 'PATCH');
  await admin.fails(422, 'validation_error', 'PATCH', `/views/${id}`, { body: { name: ' \u200b' } });
  expect((await admin.ok('GET', '/views')).views).toMatchObject([{ name: 'X', parameters: { mode: 'all' } }]);
});

test('renames, changes and orders views; names are unique without regard to case and accents', async () => {
  const { admin, save, names } = await startViews();
  const [a, b, c] = [await save('a'), await save('É'), await save('c')];
  for (const [method, path] of [
    ['POST', '/views'],
    ['PATCH', `/views/${a.id}`],
  ] as const) {
    const body = { name: 'e', parameters: {} };
    const { error } = await admin.fails(409, 'view_exists', method, path, { body });
    expect(error.details).toEqual({ view_id: b.id });
  }
  expect(await admin.ok('PATCH', `/views/${b.id}`, { body: { name: 'e' } })).toMatchObject({ name: 'e' });
  const parameters = { ...a.parameters, mode: 'latest', with_running: true };
  expect(await admin.ok('PATCH', `/views/${a.id}`, { body: { parameters, layout: 'abstracts' } })).toEqual({
    ...a,
    parameters,
    layout: 'abstracts',
  });
  const { views } = await admin.ok('PUT', '/views/order', { body: { ids: [c.id, a.id, b.id] } });
  expect(views.map(({ name }: Named) => name)).toEqual(['c', 'a', 'e']);
  await save('last');
  expect(await names()).toEqual(['c', 'a', 'e', 'last']);
  for (const ids of [[], [a.id, b.id], [a.id, a.id, b.id, c.id]])
    await admin.fails(422, 'validation_error', 'PUT', '/views/order', { body: { ids } });
  expect(await names()).toEqual(['c', 'a', 'e', 'last']);
});

test('the undo of a deletion restores a view in its place, also as the view at the start', async () => {
  const { admin, save, names } = await startViews();
  const [, b] = [await save('a'), await save('b', { mode: 'unread' }), await save('c')];
  const startView = async () => (await admin.ok('GET', '/settings')).start_view_id;
  await admin.ok('PUT', '/settings', { body: { start_view_id: b.id } });
  expect(await admin.ok('DELETE', `/views/${b.id}`)).toEqual({ message: expect.stringContaining('“b”') });
  await admin.fails(404, 'view_not_found', 'PATCH', `/views/${b.id}`, { body: { name: 'x' } });
  await admin.fails(422, 'invalid_settings', 'PUT', '/settings', { body: { start_view_id: b.id } });
  expect([await names(), await startView()]).toEqual([['a', 'c'], null]);
  const other = await save('B');
  await admin.fails(409, 'view_exists', 'POST', `/views/${b.id}/restore`);
  await admin.ok('DELETE', `/views/${other.id}`);
  expect(await admin.ok('POST', `/views/${b.id}/restore`)).toEqual(b);
  expect(await admin.ok('POST', `/views/${b.id}/restore`), 'a second time').toEqual(b);
  expect([await names(), await startView()]).toEqual([['a', 'b', 'c'], b.id]);
});

test('a deleted view is kept for a day, and is then no longer the view at the start', async () => {
  const { admin, db, save } = await startViews();
  const [old, recent] = [await save('old'), await save('recent')];
  await admin.ok('PUT', '/settings', { body: { start_view_id: old.id } });
  await admin.ok('DELETE', `/views/${old.id}`);
  await age(db, 'stored_views.deleted_at', '25 hours', old.id);
  await admin.ok('DELETE', `/views/${recent.id}`);
  await admin.fails(404, 'view_not_found', 'POST', `/views/${old.id}/restore`);
  expect((await admin.ok('GET', '/settings')).start_view_id).toBeNull();
});

test('a user has at most 100 views, also if they are saved at the same time', async () => {
  const { admin, save, names } = await startViews();
  const first = await save('0');
  for (let at = 1; at < 98; at++) await save(String(at));
  const answers = await Promise.all(
    ['x', 'X', 'y', 'z'].map((name) => admin.call('POST', '/views', { body: { name, parameters: {} } })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(await names()).toHaveLength(100);
  const { error } = await admin.fails(409, 'too_many_views', 'POST', '/views', { body: { name: 'n', parameters: {} } });
  expect(error.details).toEqual({ max_count: 100 });
  await admin.ok('DELETE', `/views/${first.id}`);
  await save('n');
  await admin.fails(409, 'too_many_views', 'POST', `/views/${first.id}/restore`);
});

test('the unread counts follow every change of the library and of the views', async () => {
  const { admin, ids, scholar, save, counts, setTags } = await startViews();
  expect(await counts()).toEqual([]);
  await save('all', { mode: 'all' });
  await save('tagged', { search: 'tag:topic', sort_by: 'reading' });
  await save('favorites', { favorite_only: true });
  await save('read', { search: 'is:read' });
  await save('nothing', { search: '…' });
  const narrow = await save('of the scholar', { scholar_profile_id: scholar, search: 'A:1 or A:2' });
  expect(await counts()).toEqual([10, 0, 0, 0, 0, 2]);
  await setTags(1, ['topic']);
  await setTags(5, ['topic']);
  expect(await counts()).toEqual([10, 2, 0, 0, 0, 2]);
  await admin.ok('POST', `/publications/${ids[5]}/favorite`, { body: { is_favorite: true } });
  expect(await counts()).toEqual([10, 2, 1, 0, 0, 2]);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [ids[1]] } });
  expect(await counts()).toEqual([9, 1, 1, 0, 0, 1]);
  await admin.ok('PATCH', `/views/${narrow.id}`, { body: { parameters: { search: 'A:2' } } });
  expect(await counts()).toEqual([9, 1, 1, 0, 0, 1]);
  await admin.ok('PATCH', `/views/${narrow.id}`, { body: { parameters: { scholar_profile_id: scholar } } });
  const { undo_token } = await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
  await admin.ok('POST', '/publications/mark-all-read/undo', { body: { undo_token } });
  expect(await counts()).toEqual([9, 1, 1, 0, 0, 9]);
  // the list of the last view does not exist any more; the favorite stays
  await admin.ok('DELETE', `/scholars/${scholar}`);
  expect(await counts()).toEqual([1, 1, 1, 0, 0, null]);
});

test('requests of a user at the same time count once, and those after a change count again', async () => {
  const { admin, ids, save } = await startViews();
  await save('all', { search: 'A' });
  const countings = async () => {
    const asked = () => Promise.all(Array.from({ length: 5 }, () => admin.ok('GET', '/views/counts')));
    const { result, queries } = await listQueries(asked);
    return { result, number: queries.filter(({ text }) => text.includes('json_build_array((select count(')).length };
  };
  const counted = await countings();
  expect(counted.number).toBe(1);
  expect(new Set(counted.result.map((one) => JSON.stringify(one))).size).toBe(1);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [ids[1]] } });
  const after = await countings();
  expect(after.number).toBe(1);
  expect(after.result[4].counts[0].unread_count).toBe(counted.result[0].counts[0].unread_count - 1);
});

test('requests while the views are counted share the next count, which sees a change before them', async () => {
  const { admin, db, ids, save } = await startViews();
  await save('all', { search: 'A' });
  const userId = await adminId(db);
  const { result, queries } = await listQueries(async () => {
    const first = countUnreadOfViews(db, userId);
    await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [ids[1]] } });
    return Promise.all([first, ...Array.from({ length: 50 }, () => countUnreadOfViews(db, userId))]);
  });
  expect(result.at(-1)).toMatchObject([{ unread_count: 9 }]);
  const reads = queries.filter(({ text }) => text.includes('left join view_counts'));
  expect(reads.length).toBeLessThan(4);
  // a failure ends the count for all, and the next one begins
  const ofNobody = () => countUnreadOfViews(db, 0);
  const failed = await Promise.allSettled([ofNobody(), ofNobody(), ofNobody()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(ofNobody()).rejects.toThrow('user 0');
});

test('the unread counts follow scholars and runs, also where no entry appears or disappears', async () => {
  const { admin, db, ids, scholar, save, counts } = await startViews();
  const user = await adminId(db);
  const shared = { title: 'Work A:1', clusterKey: 'cluster:1' };
  await savePageOf(db, scholar, [makeRow('A:1', shared)]);
  const [joined, untracked] = [await track(db, user, 'BBBBBBBBBBBB'), await track(db, user, 'CCCCCCCCCCCC')];
  for (const [id, key] of [
    [joined, 'B:1'],
    [untracked, 'C:1'],
  ] as const)
    await savePageOf(db, id, [makeRow(key, shared)]);
  await save('A', { scholar_profile_id: scholar });
  await save('B', { scholar_profile_id: joined });
  await save('C', { scholar_profile_id: untracked });
  await save('new', { search: 'is:new' });
  const runId = await endedRun(db, user);
  await savePageOf(db, scholar, [makeRow('A:new')], { runId });
  expect(await counts()).toEqual([11, 1, 1, 1]);
  await endedRun(db, user);
  expect(await counts()).toEqual([11, 1, 1, 0]);
  await admin.ok('DELETE', `/scholars/${untracked}`);
  expect(await counts()).toEqual([11, 1, null, 0]);
  const rejected = `/scholars/${scholar}/rejected-publications/${ids[1]}`;
  await admin.ok('PUT', rejected);
  expect(await counts()).toEqual([10, 1, null, 0]);
  await admin.ok('DELETE', rejected);
  expect(await counts()).toEqual([11, 1, null, 0]);
  // a view of a joined scholar lists the person, and its own scholar again after the undo
  const before = await admin.ok('GET', '/views');
  await admin.ok('POST', `/scholars/${scholar}/join`, { body: { scholar_profile_id: joined } });
  expect(await counts()).toEqual([11, 11, null, 0]);
  await admin.ok('DELETE', `/scholars/${scholar}/join`);
  expect(await counts()).toEqual([11, 1, null, 0]);
  expect(await admin.ok('GET', '/views')).toEqual(before);
});

test('views and rules find the same after their tag was renamed or merged', async () => {
  const { admin, save, counts, setTags } = await startViews();
  const [old] = (await setTags(0, ['Old'])).tags;
  const [other] = (await setTags(1, ['other'])).tags;
  await save('tagged', { search: 'tag:old or tag:"Other"' });
  const gone = await save('deleted', { search: '-tag:OLD' });
  await admin.ok('DELETE', `/views/${gone.id}`);
  const rule = { name: 'star', search: 'tag:old', mark_favorite: true };
  await admin.ok('POST', '/rules', { body: rule, status: 201 });
  const searches = async () =>
    (await admin.ok('GET', '/views')).views.map((one: { parameters: { search: string } }) => one.parameters.search);
  await admin.ok('PATCH', `/tags/${old.id}`, { body: { color: 'pink' } });
  expect(await searches()).toEqual(['tag:old or tag:"Other"']);
  await admin.ok('PATCH', `/tags/${old.id}`, { body: { name: 'Brand new' } });
  expect([await searches(), await counts()]).toEqual([['tag:"Brand new" or tag:"Other"'], [2]]);
  await admin.ok('PATCH', `/tags/${old.id}`, { body: { name: 'other', merge: true } });
  expect([await searches(), await counts()]).toEqual([[`tag:${other.name} or tag:"Other"`], [2]]);
  expect((await admin.ok('POST', `/views/${gone.id}/restore`)).parameters.search).toBe('-tag:other');
  expect((await admin.ok('GET', '/rules')).rules).toMatchObject([{ search: 'tag:other' }]);
});

test('views belong to one user', async () => {
  const { admin, other, save, names } = await startViews();
  const { id } = await save('mine');
  await other.ok('POST', '/views', { body: { name: 'mine', parameters: {} }, status: 201 });
  expect((await other.ok('GET', '/views')).views).toHaveLength(1);
  expect(await other.ok('GET', '/views/counts')).toMatchObject({ counts: [{ unread_count: 0 }] });
  await other.fails(422, 'validation_error', 'PUT', '/views/order', { body: { ids: [id] } });
  await other.fails(422, 'invalid_settings', 'PUT', '/settings', { body: { start_view_id: id } });
  expect(await names()).toEqual(['mine']);
  expect(JSON.stringify(await other.ok('GET', '/scholars/export'))).not.toContain(`"id":${id}`);
  expect((await admin.ok('GET', '/settings')).start_view_id).toBeNull();
});
