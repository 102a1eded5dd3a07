import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { addMetadata } from '../../support/prepare.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const NONE = { count: 0, publications: [] };
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

interface Line {
  readonly title: string;
  readonly venue: string | null;
}

/**
 * A library with two scholars: what they published lately, one of their publications of a month ago, and one that is
 * read.
 */
async function startLibrary() {
  const { db, admin } = await openService();
  const user = await adminId(db);
  const [zoe, ada] = [await track(db, user, 'AAAAAAAAAAAA'), await track(db, user, 'BBBBBBBBBBBB')];
  const old = new Date(Date.now() - 30 * DAY_MS);
  const recent = new Date(Date.now() - 3 * DAY_MS);
  const row = (key: string, title: string) => makeRow(key, { title, clusterKey: `cluster:${title}` });
  await savePageOf(db, zoe, [row('A:1', 'Seen a month ago')], { name: 'Zoe', at: old });
  await savePageOf(
    db,
    zoe,
    [row('A:1', 'Seen a month ago'), row('A:2', 'By Zoe alone'), row('A:3', 'By both'), row('A:4', 'Read already')],
    { name: 'Zoe', at: recent },
  );
  await savePageOf(db, ada, [row('B:1', 'By both'), row('B:2', 'By Ada alone')], { name: 'Ada', at: new Date() });
  const { publications } = await admin.ok('GET', '/publications');
  const idOf = (title: string) =>
    (publications as { title: string; publication_id: number }[]).find((one) => one.title === title)?.publication_id;
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [idOf('Read already')] } });
  return { db, admin, user, zoe, ada, recent, idOf };
}

test('today is what is unread of the last two weeks, each publication once, by scholar', async () => {
  const { admin, zoe, ada, recent, idOf } = await startLibrary();
  const list = await admin.ok('GET', '/publications?mode=today&sort_by=scholar&sort_dir=asc');
  const rows = (list.publications as { title: string; scholar_profile_id: number }[]).map((one) => [
    one.title,
    one.scholar_profile_id,
  ]);
  expect(rows).toEqual([
    ['By Ada alone', ada],
    ['By Zoe alone', zoe],
    ['By both', zoe],
  ]);
  expect(list).toMatchObject({ mode: 'today', total_count: 3, today_count: 3, unread_count: 4 });
  expect(await admin.ok('GET', '/publications/today')).toEqual({
    new_count: 3,
    pdf_count: 0,
    since: recent.toISOString(),
    scholars: [
      { scholar_profile_id: ada, label: 'Ada', affiliation: null, profile_image_url: null, new_count: 1 },
      { scholar_profile_id: zoe, label: 'Zoe', affiliation: null, profile_image_url: null, new_count: 2 },
    ],
    now_published: NONE,
  });
  // pages of an open list keep what was read since
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [idOf('By both')] } });
  const kept = await admin.ok('GET', `/publications?mode=today&keep_read=true&snapshot=${list.snapshot}`);
  expect(kept).toMatchObject({ total_count: 3, today_count: 2 });
  expect(await admin.ok('GET', '/publications/today')).toMatchObject({ new_count: 2 });
});

test('marking today as read leaves what is older, and can be undone', async () => {
  const { admin } = await startLibrary();
  const marked = await admin.ok('POST', '/publications/mark-all-read', { body: { mode: 'today' } });
  expect(marked).toMatchObject({ updated_count: 3 });
  expect(await admin.ok('GET', '/publications?mode=today')).toMatchObject({ total_count: 0, unread_count: 1 });
  expect(await admin.ok('GET', '/publications/today')).toEqual({
    new_count: 0,
    pdf_count: 0,
    since: null,
    scholars: [],
    now_published: NONE,
  });
  await admin.ok('POST', '/publications/mark-all-read/undo', { body: { undo_token: marked.undo_token } });
  expect(await admin.ok('GET', '/publications?mode=today')).toMatchObject({ total_count: 3 });
});

test('a preprint that was published is a line of its own: what was read stays read, and no count changes', async () => {
  const { db, admin } = await openService();
  const zoe = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  const rows = (venues: Readonly<Record<string, string>>) =>
    Object.entries(venues).map(([key, venue]) => makeRow(`A:${key}`, { venue, year: new Date().getFullYear() }));
  const preprint = 'arXiv preprint arXiv:2001.01234';
  await savePageOf(
    db,
    zoe,
    rows({ 1: preprint, 2: preprint, 3: preprint, 4: preprint, 5: preprint, 6: 'Nature 1, 2-3' }),
  );
  await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  expect(await admin.ok('GET', '/publications/today')).toMatchObject({ new_count: 0, now_published: NONE });

  const published = ['Nature 12 (3), 45-50', 'Proceedings of the Conference on Inlets'];
  await savePageOf(db, zoe, rows({ 1: published[0] ?? '', 2: preprint }));
  await savePageOf(db, zoe, rows({ 3: published[1] ?? '', 4: published[1] ?? '', 5: published[1] ?? '' }));
  const today = await admin.ok('GET', '/publications/today');
  expect(today).toMatchObject({ new_count: 0, now_published: { count: 4 } });
  expect(today.now_published.publications.map(({ title, venue }: Line) => [title, venue])).toEqual([
    ['Work A:3', 'Proceedings of the Conference on Inlets'],
    ['Work A:4', 'Proceedings of the Conference on Inlets'],
    ['Work A:5', 'Proceedings of the Conference on Inlets'],
  ]);
  const found = (search: string) => admin.ok('GET', `/publications?search=${search}&sort_by=title&sort_dir=asc`);
  const listed = await found('is:now-published');
  expect(listed).toMatchObject({ total_count: 4, today_count: 0, unread_count: 0 });
  expect(listed.publications.map(({ title }: Line) => title)).toEqual(['Work A:1', 'Work A:3', 'Work A:4', 'Work A:5']);
  expect(await found('-is:now-published')).toMatchObject({ total_count: 2 });

  // two weeks later, and if the publication turns out to be a preprint after all
  await sql`update published_preprints set published_at = now() - interval '16 days'
    where publication_id in (select publication_id from records where key = 'A:1')`.execute(db);
  await savePageOf(db, zoe, rows({ 3: preprint }));
  expect(await found('is:now-published')).toMatchObject({ total_count: 2 });
  expect(await admin.ok('GET', '/publications/today')).toMatchObject({ now_published: { count: 2 } });
});

test('a list has the beginning of each abstract if the request asks for it', async () => {
  const { db, admin, idOf } = await startLibrary();
  const id = idOf('By both') ?? 0;
  await addMetadata(db, id, 'openalex', { abstract: 'From OpenAlex.' });
  await addMetadata(db, id, 'crossref', { abstract: `From Crossref. ${'é'.repeat(400)}` });
  await addMetadata(db, id, 'arxiv', {});
  const { publications } = await admin.ok(
    'GET',
    '/publications?mode=today&with_abstract=true&sort_by=title&sort_dir=asc',
  );
  const starts = (publications as { abstract_start: string | null }[]).map((one) => one.abstract_start);
  expect(starts).toEqual([null, expect.stringMatching(/^From Crossref\. é{285}$/), null]);
  const [plain] = (await admin.ok('GET', '/publications?mode=today')).publications as object[];
  expect(plain).not.toHaveProperty('abstract_start');
});
