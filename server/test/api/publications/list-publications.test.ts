import { expect, test } from 'vitest';
import { adminId, endedRun, makeRow, makeRows, savePageOf, track } from '../../support/library.ts';
import { listQueries } from '../../support/list-queries.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

test('an item and its list have exactly the documented fields', async () => {
  const { db, admin } = await openService();
  const user = await adminId(db);
  expect(await admin.ok('GET', '/publications')).toEqual({
    mode: 'all',
    favorite_only: false,
    selected_scholar_profile_id: null,
    unread_count: 0,
    today_count: 0,
    favorites_count: 0,
    latest_count: 0,
    latest_unread_count: 0,
    new_count: 0,
    total_count: 0,
    page: 1,
    page_size: 100,
    has_prev: false,
    has_next: false,
    pagination: { page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 0 },
    next_cursor: null,
    snapshot: expect.any(String),
    publications: [],
  });
  const [ada, ben] = [await track(db, user, 'AAAAAAAAAAAA'), await track(db, user, 'BBBBBBBBBBBB')];
  const at = new Date('2026-03-01T10:00:00Z');
  const full = {
    title: 'Graph Networks',
    authors: 'A Müller, B Chen',
    venue: 'Nature 1, 10.1000/XYZ',
    year: 2019,
    citations: 7,
    clusterKey: 'cluster:1',
  };
  await savePageOf(db, ada, [makeRow('A:1', full)], { name: 'Ada', at });
  await savePageOf(
    db,
    ben,
    [makeRow('B:1', full), makeRow('B:2', { title: 'Bare', authors: null, year: null, url: null })],
    { name: 'Ben', at },
  );
  const { publications } = await admin.ok('GET', '/publications');
  expect(publications).toEqual([
    {
      publication_id: expect.any(Number),
      scholar_profile_id: ada,
      scholar_label: 'Ada',
      scholars: [
        { scholar_profile_id: ada, label: 'Ada' },
        { scholar_profile_id: ben, label: 'Ben' },
      ],
      title: 'Graph Networks',
      author_text: 'A Müller, B Chen',
      year: 2019,
      citation_count: 7,
      venue_text: 'Nature 1, 10.1000/XYZ',
      pub_url: 'https://scholar.example/citations?citation_for_view=A:1',
      doi: '10.1000/xyz',
      display_identifier: {
        kind: 'doi',
        value: '10.1000/xyz',
        label: 'DOI: 10.1000/xyz',
        url: 'https://doi.org/10.1000/xyz',
        confidence_score: 0.9,
      },
      stage: 'published',
      became_published_at: null,
      notice: null,
      pdf_url: null,
      pdf_status: 'untracked',
      pdf_attempt_count: 0,
      pdf_failure_reason: null,
      pdf_failure_detail: null,
      is_read: false,
      is_favorite: false,
      tags: [],
      note_count: 0,
      first_seen_at: '2026-03-01T10:00:00.000Z',
      is_new_in_latest_run: false,
    },
    {
      publication_id: expect.any(Number),
      scholar_profile_id: ben,
      scholar_label: 'Ben',
      scholars: [{ scholar_profile_id: ben, label: 'Ben' }],
      title: 'Bare',
      author_text: null,
      year: null,
      citation_count: 0,
      venue_text: null,
      pub_url: null,
      doi: null,
      display_identifier: null,
      stage: 'other',
      became_published_at: null,
      notice: null,
      pdf_url: null,
      pdf_status: 'untracked',
      pdf_attempt_count: 0,
      pdf_failure_reason: null,
      pdf_failure_detail: null,
      is_read: false,
      is_favorite: false,
      tags: [],
      note_count: 0,
      first_seen_at: '2026-03-01T10:00:00.000Z',
      is_new_in_latest_run: false,
    },
  ]);
});

test('every mode lists its publications, counts cover the whole library, and a request needs few queries', async () => {
  const { db, admin, newUser } = await openService();
  const user = await adminId(db);
  const other = await newUser('other');
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  const keysOf = async (query: string) => {
    const data = await admin.ok('GET', `/publications?${query}`);
    expect(data.total_count).toBe(data.publications.length);
    expect([data.unread_count, data.favorites_count, data.latest_count, data.new_count]).toEqual(counts);
    return data.publications
      .map((item: { title: string }) => item.title.replace('Work A:', ''))
      .sort()
      .join('');
  };
  let counts = [2, 0, 0, 0];
  await savePageOf(db, scholar, makeRows('A', [0, 2]));
  expect(await keysOf('mode=latest'), 'no run, nothing of a run').toBe('');
  const first = await endedRun(db, user);
  await savePageOf(db, scholar, makeRows('A', [2, 4]), { runId: first });
  const latest = await endedRun(db, user, 'partial_failure');
  await savePageOf(db, scholar, makeRows('A', [4, 7]), { runId: latest });
  const failed = await endedRun(db, user, 'failed');
  await savePageOf(db, scholar, makeRows('A', [7, 8]), { runId: failed });
  await endedRun(db, user, 'canceled');
  const foreign = await track(db, other.userId, 'BBBBBBBBBBBB');
  await savePageOf(db, foreign, makeRows('B', [0, 3]), { runId: await endedRun(db, other.userId) });

  const items = (await admin.ok('GET', '/publications')).publications;
  const idOf = (at: number): number =>
    items.find((item: { title: string }) => item.title === `Work A:${at}`).publication_id;
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [idOf(0), idOf(5)] } });
  for (const at of [0, 1, 4, 5]) await admin.ok('POST', `/publications/${idOf(at)}/favorite`);
  counts = [6, 4, 3, 3];
  expect(await keysOf('')).toBe('01234567');
  expect(await keysOf('mode=all&favorite_only=false')).toBe('01234567');
  expect(await keysOf('mode=unread')).toBe('123467');
  expect(await keysOf('mode=latest')).toBe('456');
  expect(await keysOf('mode=new')).toBe('456');
  expect(await keysOf('favorite_only=true')).toBe('0145');
  expect(await keysOf('mode=unread&favorite_only=true')).toBe('14');
  expect(await keysOf('mode=latest&favorite_only=true')).toBe('45');
  expect(await keysOf(`mode=unread&favorite_only=true&scholar_profile_id=${scholar}&search=work`)).toBe('14');
  const news = (await admin.ok('GET', '/publications')).publications.filter(
    (item: { is_new_in_latest_run: boolean }) => item.is_new_in_latest_run,
  );
  expect(news.map((item: { publication_id: number }) => item.publication_id).sort()).toEqual(
    [idOf(4), idOf(5), idOf(6)].sort(),
  );
  expect((await admin.ok('GET', '/publications?mode=new')).mode, 'the older name').toBe('latest');

  const queriesOf = async (query: string) =>
    (await listQueries(() => admin.ok('GET', `/publications?${query}`))).queries.map(({ text }) => text);
  await queriesOf('');
  // one for the session and one for the whole page, which is therefore consistent
  for (const query of ['', 'page_size=1', 'page_size=500']) expect(await queriesOf(query)).toHaveLength(2);
  // one more for the scholar, and one for the scholars' names
  expect(await queriesOf(`mode=latest&search=work&scholar_profile_id=${scholar}`)).toHaveLength(4);
});

test('two paging styles at once and a malformed snapshot are rejected; the largest values are accepted', async () => {
  const { admin } = await openService();
  const refused = ['page=1&limit=10', 'page=1&offset=0', 'page_size=10&limit=10', 'page_size=10&offset=0'];
  for (const query of refused) {
    const { error } = await admin.fails(422, 'validation_error', 'GET', `/publications?${query}`);
    expect(error.details[0], query).toEqual({ path: expect.any(String), message: expect.any(String) });
  }
  for (const query of [
    'page=1000000000&page_size=500',
    'limit=500&offset=1000000000000',
    'page_size=1',
    'offset=0',
    `search=${'%F0%9F%99%82'.repeat(200)}`,
  ]) {
    expect((await admin.ok('GET', `/publications?${query}`)).publications, query).toEqual([]);
  }
  for (const snapshot of [
    '',
    'x',
    '1-1',
    '-1-1-1',
    '1-1-1-1-1',
    '1.0-1-1',
    '1234567890123456-1-1',
    '1-1-1%00',
    '%D9%A3-1-1',
  ]) {
    await admin.fails(400, 'invalid_snapshot', 'GET', `/publications?snapshot=${snapshot}`);
    if (!snapshot.includes('%'))
      await admin.fails(400, 'invalid_snapshot', 'POST', '/publications/mark-all-read', { body: { snapshot } });
  }
});

test('a scholar filter lists that scholar’s publications with its label; unknown and foreign scholars are not found', async () => {
  const { db, admin, newUser } = await openService();
  const user = await adminId(db);
  const other = await newUser('other');
  const [ada, ben] = [await track(db, user, 'AAAAAAAAAAAA'), await track(db, user, 'BBBBBBBBBBBB')];
  const foreign = await track(db, other.userId, 'AAAAAAAAAAAA');
  await savePageOf(
    db,
    ada,
    makeRows('A', [0, 3], (at) => ({ clusterKey: `cluster:${at}` })),
    { name: 'Ada' },
  );
  await savePageOf(
    db,
    ben,
    makeRows('B', [2, 5], (at) => ({ clusterKey: `cluster:${at}` })),
    { name: 'ben' },
  );
  await savePageOf(db, foreign, makeRows('A', [0, 3]));
  const list = async (query: string) => admin.ok('GET', `/publications?${query}`);
  const labels = ({ publications }: { publications: { scholar_label: string }[] }) =>
    publications.map((item) => item.scholar_label);
  const ofBen = await list(`scholar_profile_id=${ben}`);
  expect([ofBen.selected_scholar_profile_id, ofBen.total_count, labels(ofBen)]).toEqual([
    ben,
    3,
    ['ben', 'ben', 'ben'],
  ]);
  expect(labels(await list('')), 'who brought it first').toEqual(
    expect.arrayContaining(['Ada', 'Ada', 'Ada', 'ben', 'ben']),
  );
  expect(labels(await list('sort_by=scholar&sort_dir=asc'))).toEqual(['Ada', 'Ada', 'Ada', 'ben', 'ben']);
  expect(labels(await list('sort_by=scholar&sort_dir=desc'))).toEqual(['ben', 'ben', 'Ada', 'Ada', 'Ada']);
  const idsOf = ({ publications }: { publications: { publication_id: number }[] }) =>
    publications.map((item) => item.publication_id);
  expect(idsOf(await list(`scholar_profile_id=${ben}&sort_by=scholar&sort_dir=asc`)), 'all bear one name').toEqual(
    idsOf(ofBen),
  );
  for (const id of [foreign, 999_999]) {
    await admin.fails(404, 'scholar_not_found', 'GET', `/publications?scholar_profile_id=${id}`);
    await admin.fails(404, 'scholar_not_found', 'POST', '/publications/mark-all-read', {
      body: { scholar_profile_id: id },
    });
  }
  expect((await list('')).unread_count).toBe(5);
  expect(await admin.ok('POST', '/publications/mark-all-read', { body: { scholar_profile_id: ben } })).toMatchObject({
    updated_count: 3,
  });
  expect((await list('mode=unread')).total_count).toBe(2);
  expect((await other.ok('GET', '/publications')).unread_count, 'another user’s marks are their own').toBe(3);
  await db.updateTable('profiles').set({ display_name: null }).execute();
  expect(labels(await list(`scholar_profile_id=${ada}`))).toEqual(['AAAAAAAAAAAA', 'AAAAAAAAAAAA', 'AAAAAAAAAAAA']);
});
