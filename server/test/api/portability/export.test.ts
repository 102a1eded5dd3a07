import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/database.ts';
import { exportLibrary } from '../../../src/portability/export-library.ts';
import type { Client } from '../../support/client.ts';
import { exportWithoutReading, longText, untilExporting } from '../../support/exports.ts';
import { adminId, savePageOf, track } from '../../support/library.ts';
import { merge } from '../../support/merges.ts';
import { serviceOfFile, startService } from '../../support/service.ts';
import { makeTestDatabase } from '../../support/test-database.ts';
import { ADA, BEN, importInto, sourceRow } from './portability-service.ts';

const openService = serviceOfFile();

/** More publications of 6,000 characters than the buffers between the service and a client hold. */
const LARGE = 1200;

/** Gives a user many favorites whose items have about `length` characters. */
async function addFavorites(client: Client, count: number, length: number): Promise<void> {
  const publications = Array.from({ length: count }, (_, n) => ({
    title: `Favorite ${n}`,
    author_text: `A Author ${longText(length / 2)}`,
    venue_text: `Journal ${longText(length / 2)}`,
    is_favorite: true,
  }));
  await importInto(client, { scholars: [], publications });
}

test('a user has one export at a time, and a process a few; a client that disconnects frees its place at once', async () => {
  const service = await openService();
  const { admin, newUser } = service;
  const [second, third, fourth, fifth] = await Promise.all([newUser('b'), newUser('c'), newUser('d'), newUser('e')]);
  for (const client of [admin, second, third, fourth]) await addFavorites(client, LARGE, 6000);
  await addFavorites(fifth, 10, 0);

  const slow = exportWithoutReading(admin, '/scholars/export');
  await untilExporting(service.db, 1);
  const refused = await admin.fails(429, 'rate_limited', 'GET', '/scholars/export');
  expect(refused.error.details).toEqual({ retry_after_seconds: 5 });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await fifth.ok('GET', '/scholars/export')).publications).toHaveLength(10);
  // an export does not block an import
  await importInto(admin, { scholars: [], publications: [] });

  const sockets = [second, third, fourth].map((client) => exportWithoutReading(client, '/scholars/export'));
  await untilExporting(service.db, 4);
  const full = await fifth.fails(503, 'not_ready', 'GET', '/scholars/export');
  expect(full.headers.get('retry-after')).toBe('5');
  sockets[0]?.destroy();
  await untilExporting(service.db, 3);
  expect((await fifth.ok('GET', '/scholars/export')).publications).toHaveLength(10);
  slow.destroy();
  await untilExporting(service.db, 2);
  expect((await admin.ok('GET', '/scholars/export')).publications).toHaveLength(LARGE);
  // a client that disconnects is not an error of the service
  expect(service.log()).not.toContain('a download failed');
});

test('export and import keep the text of the source exactly, however odd', async () => {
  const { admin, db } = await openService();
  const hostile =
    'a "b" \\ / \u0001\u001f\u007f\u0085\u2028\u2029\t\n\r</script> \u{1f600} e\u0301 \ufeff\u200f &amp; {"x":null},';
  const scholar = await track(db, await adminId(db), ADA);
  const row = sourceRow(ADA, 'hostile00001', {
    title: ` T${hostile}T `,
    authors: ` A${hostile}`,
    venue: `V${hostile}V\u00a0`,
    clusterKey: 'cluster:5',
  });
  await savePageOf(db, scholar, [row], { name: `N${hostile}`, at: new Date('2026-02-03T04:05:06.7Z') });
  const { publications, scholars } = await admin.ok('GET', '/scholars/export');
  expect(scholars[0].display_name).toBe(`N${hostile}`);
  const expected = {
    scholar_id: ADA,
    cluster_id: 'cluster:5',
    row_keys: [row.key],
    record_keys: [],
    fingerprint_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    title: row.title,
    year: 2020,
    citation_count: 0,
    author_text: row.authors,
    authors: null,
    venue_text: row.venue,
    biblio: null,
    pub_url: row.url,
    doi: null,
    pdf_url: null,
    identifiers: [],
    is_read: false,
    is_favorite: false,
    is_added: false,
    is_rejected: false,
    tags: [],
    interest: null,
    interest_at: null,
    single_read_at: null,
    notes: [],
    first_seen_at: '2026-02-03T04:05:06.700Z',
    cite_key: null,
  };
  expect(Object.entries(publications[0])).toEqual(Object.entries(expected));
  const other = await openService();
  await importInto(other.admin, { scholars, publications });
  const [again] = (await other.admin.ok('GET', '/scholars/export')).publications;
  expect(again).toEqual({ ...publications[0], record_keys: [expect.stringMatching(/^[0-9a-f]{32}$/)] });
});

test('many publications are exported in order, once for each scholar, whether a profile or an import lists them', async () => {
  const { admin, db } = await openService();
  const userId = await adminId(db);
  const scholars = [await track(db, userId, ADA), await track(db, userId, BEN)];
  const numbers = Array.from({ length: 1201 }, (_, at) => at);
  const titleOf = (n: number) => `Work number ${n} of many`;
  // 0, 3, 6 … have both scholars; 1, 4, 7 … have the first, and a source lists the even ones of them; the others have
  // none
  const writersOf = (n: number) => (n % 3 === 0 ? [ADA, BEN] : n % 3 === 1 ? [ADA] : [null]);
  const publications = numbers.flatMap((n) =>
    writersOf(n).map((scholar_id) => ({
      scholar_id,
      title: titleOf(n),
      author_text: 'A Author',
      year: 2020,
      is_favorite: scholar_id === null,
    })),
  );
  await importInto(admin, { scholars: [], publications });
  const rows = numbers.filter((n) => n % 6 === 4).map((n) => sourceRow(ADA, `row${n}`, { title: titleOf(n) }));
  await savePageOf(db, scholars[0] ?? 0, rows);
  const expected = publications.map(({ title, scholar_id }) => [title, scholar_id]);
  const exportOf = async (query: string) =>
    (await admin.ok('GET', `/scholars/export${query}`)).publications.map(
      (one: { title: string; scholar_id: string | null }) => [one.title, one.scholar_id],
    );
  expect(await exportOf('')).toEqual(expected);
  expect(await exportOf(`?ids=${scholars.join()}`)).toEqual(expected.filter(([, of]) => of !== null));
  expect(await exportOf(`?ids=${scholars[1]}`)).toEqual(expected.filter(([, of]) => of === BEN));
});

test('an export shows one moment, whatever changes while it is sent, and an error of the client ends all its reads', async () => {
  const { admin, db } = await openService();
  const userId = await adminId(db);
  await addFavorites(admin, 2600, 0);
  const { publications: before } = await admin.ok('GET', '/scholars/export');
  expect(before).toHaveLength(2600);
  let text = '';
  await exportLibrary(db, userId, undefined, async (part) => {
    if (text === '') await sql`update publications set title = 'Changed'`.execute(db);
    text += part;
  });
  expect(JSON.parse(text).publications).toEqual(before);
  const gone = exportLibrary(db, userId, undefined, () => Promise.reject(new Error('gone')));
  await expect(gone).rejects.toThrow('gone');
  expect((await admin.ok('GET', '/scholars/export')).publications[0].title).toBe('Changed');
});

test('exports that take all connections read on with the one that they have', async () => {
  const database = await makeTestDatabase({ admin: true });
  onTestFinished(database.drop);
  const { db, admin, newUser } = await startService({ databaseUrl: database.url });
  const clients = [admin, await newUser('b')];
  for (const client of clients) await addFavorites(client, 1200, 0);
  const small = connectDatabase({ url: database.url, maxConnections: 2, name: 'small pool', onError: () => undefined });
  onTestFinished(small.close);
  const { rows: users } = await sql<{ id: number }>`select id from users order by id`.execute(db);
  const texts = await Promise.all(
    users.map(async ({ id }) => {
      let text = '';
      await exportLibrary(small.db, id, undefined, async (part) => {
        text += part;
      });
      return text;
    }),
  );
  for (const [at, client] of clients.entries()) {
    const { publications } = await client.ok('GET', '/scholars/export');
    expect(JSON.parse(texts[at] ?? '').publications).toEqual(publications);
  }
  expect(small.pool.idleCount).toBe(small.pool.totalCount);
});

test('an export has the keys of all rows of a publication, including those of co-authors and of merged publications', async () => {
  const { admin, db, newUser } = await openService();
  const userId = await adminId(db);
  const rows = [
    sourceRow(ADA, 'row000000001', { title: 'A work of two', clusterKey: 'cluster:1' }),
    sourceRow(BEN, 'row000000002', { title: 'A work of two', clusterKey: 'cluster:1' }),
    sourceRow(BEN, 'row000000003', { title: 'A work of two (preprint)', clusterKey: 'cluster:2' }),
  ];
  await savePageOf(db, await track(db, userId, ADA), rows.slice(0, 1));
  await savePageOf(db, await track(db, (await newUser('other')).userId, BEN), rows.slice(1));
  const { rows: ids } = await sql<{ id: number }>`select id from publications order by id`.execute(db);
  await merge(db, ids[0]?.id ?? 0, ids[1]?.id ?? 0);
  const file = await admin.ok('GET', '/scholars/export');
  const keys = rows.map(({ key }) => key);
  expect(file.publications).toMatchObject([{ scholar_id: ADA, row_keys: keys, cluster_id: 'cluster:1' }]);
  // another installation uses them to match what its crawls find
  const other = await openService();
  await importInto(other.admin, file);
  const reader = await other.newUser('reader');
  await savePageOf(other.db, await track(other.db, reader.userId, BEN), [
    sourceRow(BEN, 'row000000003', { title: 'Named otherwise by now' }),
  ]);
  expect((await other.admin.ok('GET', '/publications')).publications).toMatchObject([
    { title: 'Named otherwise by now' },
  ]);
  expect((await other.admin.ok('GET', '/scholars/export')).publications[0].row_keys).toEqual(keys.slice(2));
});

test('an imported PDF stays in the export until a better one is found', async () => {
  const { admin, db } = await openService();
  const pdf_url = 'https://pdf.example/a.pdf';
  const row = sourceRow(ADA, 'row000000001');
  const item = { scholar_id: ADA, title: row.title, author_text: row.authors, year: row.year, pdf_url };
  await importInto(admin, { scholars: [{ scholar_id: ADA }], publications: [item] });
  const exported = async () => (await admin.ok('GET', '/scholars/export')).publications;
  expect(await exported()).toMatchObject([{ pdf_url }]);
  const [{ id }] = (await admin.ok('GET', '/scholars')).scholars;
  await savePageOf(db, id, [row]);
  expect(await exported()).toMatchObject([{ pdf_url, row_keys: [row.key] }]);
});

test('an export contains nothing of other users’ imports of the same private publication', async () => {
  const { admin, newUser } = await openService();
  const other = await newUser('other');
  const file = (doi: string) => ({
    scholars: [{ scholar_id: ADA }],
    publications: [
      { scholar_id: ADA, title: 'A work of files', year: 2019, author_text: 'A Author', cluster_id: '99', doi },
    ],
  });
  await importInto(admin, file('10.1000/first'));
  await importInto(other, file('10.1000/second'));
  for (const [client, doi] of [[admin, '10.1000/first'] as const, [other, '10.1000/second'] as const]) {
    const { publications } = await client.ok('GET', '/scholars/export');
    expect(publications).toMatchObject([{ cluster_id: 'cluster:99', doi, identifiers: [{ kind: 'doi', value: doi }] }]);
    expect(publications[0].fingerprint_sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});
