import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { adminId, endedRun, makeRows, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

interface Item {
  publication_id: number;
  title: string;
  year: number | null;
  citation_count: number;
  scholar_label: string | null;
  first_seen_at: string;
}

/** Reads the whole list page by page, with the snapshot of the first page. */
async function walk(client: Client, query: string, size: number, style: 'page' | 'offset'): Promise<Item[]> {
  const items: Item[] = [];
  let snapshot = '';
  for (let page = 1; ; page += 1) {
    const where = style === 'page' ? `page=${page}&page_size=${size}` : `limit=${size}&offset=${(page - 1) * size}`;
    const data = await client.ok('GET', `/publications?${query}&${where}${snapshot}`);
    snapshot = `&snapshot=${data.snapshot}`;
    items.push(...data.publications);
    expect(data.pagination).toEqual({
      page,
      page_size: size,
      has_prev: page > 1,
      has_next: data.publications.length === size && items.length < data.total_count,
      total_count: data.total_count,
    });
    if (!data.has_next) {
      expect(items.length).toBe(data.total_count);
      return items;
    }
  }
}

const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
const nullsLast = (a: number | null, b: number | null, sign: number) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : sign * compare(a, b);

test('each of 300 publications with ties is listed once and in order, in both paging styles', async () => {
  const { db, admin } = await openService();
  const user = await adminId(db);
  for (const [at, profile] of ['AAAAAAAAAAAA', 'BBBBBBBBBBBB', 'CCCCCCCCCCCC', 'DDDDDDDDDDDD'].entries()) {
    const scholar = await track(db, user, profile);
    const rows = makeRows(profile, [0, 75], (n) => ({
      title: `${'éÉeZ'.charAt(n % 4)} title`,
      year: n % 3 === 0 ? null : 2000 + (n % 5),
      citations: n % 7,
      authors: `${profile} ${n}`,
    }));
    await savePageOf(db, scholar, rows, {
      name: at % 2 === 0 ? 'Same Name' : `Name ${at}`,
      at: new Date(Date.UTC(2026, 0, 1 + (at % 2))),
    });
  }
  const orders: Record<string, (a: Item, b: Item, sign: number) => number> = {
    first_seen: (a, b, sign) => sign * compare(a.first_seen_at, b.first_seen_at),
    title: (a, b, sign) => sign * compare(a.title.startsWith('Z'), b.title.startsWith('Z')),
    year: (a, b, sign) => nullsLast(a.year, b.year, sign),
    citations: (a, b, sign) => sign * compare(a.citation_count, b.citation_count),
    scholar: (a, b, sign) => sign * compare(a.scholar_label ?? '', b.scholar_label ?? ''),
    pdf_status: () => 0,
  };
  for (const [sort, inOrder] of Object.entries(orders)) {
    for (const [direction, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const query = `sort_by=${sort}&sort_dir=${direction}`;
      const items = await walk(admin, query, 99, 'page');
      expect(new Set(items.map((item) => item.publication_id)).size, query).toBe(300);
      for (const [at, item] of items.slice(1).entries())
        expect(inOrder(items[at] ?? item, item, sign), query).toBeLessThanOrEqual(0);
      expect(await walk(admin, query, 150, 'offset'), query).toEqual(items);
    }
  }
  expect(await walk(admin, '', 100, 'page')).toEqual(
    await walk(admin, 'sort_by=first_seen&sort_dir=desc', 125, 'offset'),
  );
  const odd = await admin.ok('GET', '/publications?limit=10&offset=295');
  expect([odd.publications.length, odd.page, odd.has_prev, odd.has_next]).toEqual([5, 30, true, false]);
  const beyond = await admin.ok('GET', '/publications?page=12');
  expect([beyond.publications, beyond.page, beyond.has_prev, beyond.has_next, beyond.total_count]).toEqual([
    [],
    12,
    true,
    false,
    300,
  ]);
});

test('pages of one snapshot neither repeat nor skip publications while others arrive and are read', async () => {
  const { db, admin } = await openService();
  const user = await adminId(db);
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  const run = await endedRun(db, user);
  await savePageOf(db, scholar, makeRows('A', [0, 30]), { runId: run });
  const idsOf = (data: { publications: Item[] }) => data.publications.map((item) => item.publication_id);
  for (const query of [
    'sort_by=title&sort_dir=asc',
    'mode=unread&keep_read=true',
    'mode=latest',
    'search=work',
    `scholar_profile_id=${scholar}&mode=unread&keep_read=true`,
  ]) {
    const whole = idsOf(await admin.ok('GET', `/publications?${query}&page_size=500`));
    const first = await admin.ok('GET', `/publications?${query}&page_size=5`);
    const seen = idsOf(first);
    await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: seen.slice(0, 3) } });
    const latest = await endedRun(db, user);
    const fresh = await savePageOf(
      db,
      scholar,
      makeRows('A', [100 + whole.length, 110 + whole.length], () => ({ title: '0 work' })),
      { runId: latest },
    );
    expect(fresh).toBe(10);
    for (let page = 2; page <= whole.length / 5; page += 1) {
      const data = await admin.ok('GET', `/publications?${query}&page_size=5&page=${page}&snapshot=${first.snapshot}`);
      expect([data.snapshot, data.total_count], query).toEqual([first.snapshot, whole.length]);
      expect([data.latest_count, data.has_next], 'counts are of the library as it is').toEqual([
        10,
        page < whole.length / 5,
      ]);
      seen.push(...idsOf(data));
    }
    expect(seen, query).toEqual(whole);
    await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: seen, is_read: false } });
  }
  const now = await admin.ok('GET', '/publications?page_size=1');
  expect(now.snapshot).not.toBe((await admin.ok('GET', '/publications?snapshot=0-0-0')).snapshot);
  expect((await admin.ok('GET', '/publications?snapshot=0-0-0')).total_count, 'before anything').toBe(0);
});

test('mode=unread lists only unread publications, also with a snapshot; keep_read adds those read since', async () => {
  const { db, admin } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('A', [0, 10]));
  const first = await admin.ok('GET', '/publications?mode=unread&page_size=4');
  const ids: number[] = first.publications.map((item: Item) => item.publication_id);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: ids.slice(0, 3) } });
  await savePageOf(db, scholar, makeRows('A', [10, 12]));
  const list = async (query: string) => {
    const page = `mode=unread&snapshot=${first.snapshot}&page_size=500${query}`;
    const { total_count, publications } = await admin.ok('GET', `/publications?${page}`);
    expect(publications.length).toBe(total_count);
    return publications.map((item: { is_read: boolean }) => item.is_read).sort();
  };
  for (const query of ['', '&keep_read=false', '&search=work', `&scholar_profile_id=${scholar}`]) {
    expect(await list(query), query).toEqual(Array(7).fill(false));
  }
  for (const query of ['&keep_read=true', '&keep_read=true&search=work']) {
    expect(await list(query), query).toEqual([...Array(7).fill(false), ...Array(3).fill(true)]);
  }
  const { total_count } = await admin.ok('GET', '/publications?mode=unread&keep_read=true');
  expect(total_count, 'nothing was read since now').toBe(9);
  const all = await admin.ok('GET', `/publications?keep_read=true&snapshot=${first.snapshot}`);
  expect(all.total_count, 'no other list knows it').toBe(10);
});

test('a snapshot from the future is treated as the current one', async () => {
  const { db, admin, newUser } = await openService();
  const other = await newUser('other');
  const foreign = await track(db, other.userId, 'BBBBBBBBBBBB');
  const foreignRun = await endedRun(db, other.userId);
  await savePageOf(db, foreign, makeRows('B', [0, 9]), { runId: foreignRun });
  const user = await adminId(db);
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('A', [0, 5]));
  const forged = await admin.ok('GET', `/publications?snapshot=999999999999999-999999999999999-${foreignRun}`);
  expect(forged.total_count).toBe(5);
  await savePageOf(db, scholar, makeRows('A', [5, 8]));
  expect(
    (await admin.ok('GET', `/publications?snapshot=${forged.snapshot}`)).total_count,
    'later arrivals stay out',
  ).toBe(5);
  expect(
    (await admin.ok('GET', `/publications?mode=latest&snapshot=${forged.snapshot}`)).total_count,
    'no run of others',
  ).toBe(0);
  const marked = await admin.ok('POST', '/publications/mark-all-read', { body: { snapshot: forged.snapshot } });
  expect(marked.updated_count).toBe(5);
});

test('rows, total and counts of a response are consistent while pages are being saved', async () => {
  const { db, admin } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  let done = false;
  let reads = 0;
  const writing = (async () => {
    for (let page = 0; page < 25 || reads < 3; page += 1)
      await savePageOf(db, scholar, makeRows('A', [page * 4, page * 4 + 4]));
    done = true;
  })();
  while (!done) {
    const first = await admin.ok('GET', '/publications?page_size=500');
    reads += 1;
    expect([first.total_count, first.unread_count]).toEqual([first.publications.length, first.publications.length]);
    const again = await admin.ok('GET', `/publications?page_size=500&snapshot=${first.snapshot}`);
    expect(again.publications).toEqual(first.publications);
  }
  await writing;
});
