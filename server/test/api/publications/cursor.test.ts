import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { adminId, endedRun, makeRows, savePageOf, track } from '../../support/library.ts';
import { putPdf } from '../../support/pdfs.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const SORTS = ['first_seen', 'title', 'year', 'citations', 'scholar', 'pdf_status', 'reading'];
const idsOf = (data: { publications: { publication_id: number }[] }) =>
  data.publications.map((item) => item.publication_id);

/** Reads the whole list with cursors, in one snapshot. */
async function walk(client: Client, query: string, size: number): Promise<number[]> {
  const first = await client.ok('GET', `/publications?${query}&page_size=${size}`);
  const ids = idsOf(first);
  let { next_cursor: cursor } = first;
  for (let page = 2; cursor !== null; page += 1) {
    const data = await client.ok(
      'GET',
      `/publications?${query}&page_size=${size}&snapshot=${first.snapshot}&cursor=${cursor}`,
    );
    ids.push(...idsOf(data));
    expect([data.page, data.has_prev, data.has_next, data.total_count, data.snapshot], query).toEqual([
      page,
      true,
      ids.length < data.total_count,
      first.total_count,
      first.snapshot,
    ]);
    expect(data.publications.length === size || !data.has_next, query).toBe(true);
    cursor = data.next_cursor;
    expect(cursor === null, query).toBe(!data.has_next);
  }
  expect(ids.length, query).toBe(first.total_count);
  return ids;
}

/** 120 publications with ties in every order, first seen at three times, two of them a microsecond apart. */
async function startLibrary() {
  const service = await openService();
  const { db, admin } = service;
  const user = await adminId(db);
  const run = await endedRun(db, user);
  const scholars: number[] = [];
  for (const [at, profile] of ['AAAAAAAAAAAA', 'BBBBBBBBBBBB', 'CCCCCCCCCCCC'].entries()) {
    const scholar = await track(db, user, profile);
    scholars.push(scholar);
    const rows = makeRows(profile, [0, 40], (n) => ({
      title: `${'éÉeZ'.charAt(n % 4)} ${n % 5 === 0 ? 'long '.repeat(150) : 'title'}`,
      year: n % 3 === 0 ? null : 2000 + (n % 5),
      citations: n % 7,
      authors: `${profile} ${n}`,
    }));
    await savePageOf(db, scholar, rows, {
      name: at < 2 ? 'Same Name' : `Name ${at}`,
      at: new Date(Date.UTC(2026, 0, 1)),
      runId: at === 0 ? run : null,
    });
  }
  const [first = 0, second = 0] = scholars;
  for (const [scholar, seen] of [
    [first, '2026-01-05 10:00:00.000002+00'],
    [second, '2026-01-05 10:00:00.000001+00'],
  ] as const) {
    // with microseconds, like a crawl
    const at = seen as unknown as Date;
    const changed = await db
      .updateTable('user_publications')
      .set({ first_seen_at: at })
      .where('first_scholar_id', '=', scholar)
      .returning('publication_id')
      .execute();
    const ids = changed.map(({ publication_id }) => publication_id);
    await db.updateTable('unread').set({ first_seen_at: at }).where('publication_id', 'in', ids).execute();
  }
  const ids = idsOf(await admin.ok('GET', '/publications?page_size=500'));
  for (const [at, id] of ids.entries())
    if (at % 4 !== 0) await putPdf(db, id, { status: (['failed', 'resolved', 'queued'] as const)[at % 3] ?? 'failed' });
  return { ...service, user, ids, scholar: first };
}

test('pages by cursor equal one large page in each order, with ties and missing values', async () => {
  const { admin, scholar } = await startLibrary();
  for (const sort of SORTS)
    for (const direction of ['asc', 'desc'])
      for (const filter of ['', '&mode=unread', `&scholar_profile_id=${scholar}`, '&search=title', '&mode=latest']) {
        const query = `sort_by=${sort}&sort_dir=${direction}${filter}`;
        const whole = idsOf(await admin.ok('GET', `/publications?${query}&page_size=500`));
        expect(whole.length, query).toBeGreaterThan(20);
        expect(await walk(admin, query, 17), query).toEqual(whole);
      }
  const exact = await admin.ok('GET', '/publications?limit=40&offset=80');
  expect([exact.publications.length, exact.next_cursor], 'the end').toEqual([40, null]);
  expect((await admin.ok('GET', '/publications?search=nowhere')).next_cursor).toBeNull();
});

test('pages by cursor neither repeat nor skip publications while others arrive and are read', async () => {
  const { db, admin, scholar } = await startLibrary();
  for (const query of ['mode=unread&keep_read=true', 'sort_by=first_seen&sort_dir=asc', 'sort_by=title&sort_dir=asc']) {
    const whole = idsOf(await admin.ok('GET', `/publications?${query}&page_size=500`));
    const first = await admin.ok('GET', `/publications?${query}&limit=50`);
    await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: whole } });
    await savePageOf(
      db,
      scholar,
      makeRows('A', [whole.length, whole.length + 3], () => ({ title: '0 new' })),
      {
        at: new Date(Date.UTC(2026, 0, 1)),
      },
    );
    const path = `/publications?${query}&limit=500&snapshot=${first.snapshot}&cursor=${first.next_cursor}`;
    const rest = await admin.ok('GET', path);
    expect([...idsOf(first), ...idsOf(rest)], query).toEqual(whole);
    expect([rest.has_next, rest.next_cursor]).toEqual([false, null]);
    await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: whole, is_read: false } });
  }
});

test('a cursor stays valid after its row was deleted', async () => {
  const { admin, db, user } = await startLibrary();
  const whole = idsOf(await admin.ok('GET', '/publications?page_size=500'));
  const first = await admin.ok('GET', '/publications?page_size=10');
  const gone = whole[9] ?? 0;
  await db.deleteFrom('user_publications').where('user_id', '=', user).where('publication_id', '=', gone).execute();
  const next = await admin.ok('GET', `/publications?page_size=10&cursor=${first.next_cursor}`);
  expect(idsOf(next)).toEqual(whole.slice(10, 20));
});

test('a cursor that is malformed, of another order, or combined with page is rejected', async () => {
  const { admin } = await startLibrary();
  const { next_cursor: cursor } = await admin.ok('GET', '/publications?page_size=10&sort_by=title&sort_dir=asc');
  const forge = (...fields: unknown[]) => Buffer.from(JSON.stringify(fields)).toString('base64url');
  const seen = '1767225600.000000';
  await admin.ok('GET', `/publications?cursor=${forge('first_seen', 'desc', null, seen, 5, 10)}`);
  const refused = [
    `cursor=${cursor}`,
    `cursor=${cursor}&sort_by=title`,
    'cursor=',
    'cursor=x',
    `cursor=${forge()}`,
    `cursor=${Buffer.from('{}').toString('base64url')}`,
    `cursor=${forge('first_seen', 'desc', null, seen, 5, 10, 1)}`,
    `cursor=${forge('first_seen', 'desc', 'a', seen, 5, 10)}`,
    `cursor=${forge('first_seen', 'desc', null, '2026-01-01', 5, 10)}`,
    `cursor=${forge('first_seen', 'desc', null, '-999999999999.000000', 5, 10)}`,
    `cursor=${forge('first_seen', 'desc', null, seen, 1e300, 10)}`,
    `cursor=${forge('first_seen', 'desc', null, seen, 5, -1)}`,
    `sort_by=year&cursor=${forge('year', 'desc', '2147483648', seen, 5, 10)}`,
    `sort_by=year&cursor=${forge('year', 'desc', 'x', seen, 5, 10)}`,
    `sort_by=title&cursor=${forge('title', 'desc', 'a\0', seen, 5, 10)}`,
    `sort_by=title&cursor=${forge('title', 'desc', '\ud800', seen, 5, 10)}`,
  ];
  for (const query of refused) await admin.fails(400, 'invalid_cursor', 'GET', `/publications?${query}`);
  for (const [query, path] of [
    ['page=2', 'page'],
    ['limit=5&offset=0', 'offset'],
  ] as const) {
    const response = await admin.fails(
      422,
      'validation_error',
      'GET',
      `/publications?sort_by=title&sort_dir=asc&cursor=${cursor}&${query}`,
    );
    expect(response.error.details).toEqual([{ path, message: expect.any(String) }]);
  }
  for (const extreme of ['999999999999.999999', '-99999999999.000000'])
    await admin.ok('GET', `/publications?cursor=${forge('first_seen', 'desc', null, extreme, 5, 10)}`);
});

test('year_from and year_to are inclusive, and leave out publications without a year', async () => {
  const { db, admin } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  const years = [null, 1999, 2001, 2005, 2005, 2010, null];
  await savePageOf(
    db,
    scholar,
    makeRows('A', [0, 7], (n) => ({ year: years[n] ?? null })),
  );
  const yearsOf = async (query: string) => {
    const data = await admin.ok('GET', `/publications?sort_by=year&sort_dir=asc&${query}`);
    const found = data.publications.map((item: { year: number | null }) => item.year);
    expect([data.total_count, data.unread_count], query).toEqual([found.length, 7]);
    return found;
  };
  expect(await yearsOf('')).toEqual([1999, 2001, 2005, 2005, 2010, null, null]);
  expect(await yearsOf('year_from=2001')).toEqual([2001, 2005, 2005, 2010]);
  expect(await yearsOf('year_to=2005')).toEqual([1999, 2001, 2005, 2005]);
  expect(await yearsOf('year_from=2005&year_to=2005&mode=unread')).toEqual([2005, 2005]);
  expect(await yearsOf(`year_from=2000&search=work&scholar_profile_id=${scholar}`)).toEqual([2001, 2005, 2005, 2010]);
  expect(await yearsOf('year_from=2006&year_to=2000')).toEqual([]);
  expect(await walk(admin, 'year_from=2000&year_to=2010&sort_by=first_seen', 1)).toHaveLength(4);
});
