import { expect, test } from 'vitest';
import { adminId, endedRun, makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

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
