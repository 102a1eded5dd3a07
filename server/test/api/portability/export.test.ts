import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Client } from '../../support/client.ts';
import { adminId, savePageOf, track } from '../../support/library.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { ADA, BEN, importInto, sourceRow } from './portability-service.ts';

/** Links a user with so many works, whose records are of about `length` characters. */
async function addWorks(db: Database, userId: number, count: number, length: number): Promise<void> {
  await sql`
    insert into publications (title, title_key, author_text, search_vector)
    select 'Work ' || n, 'work ' || n, repeat('x', ${length}::int), '' from generate_series(1, ${count}::int) n
    where not exists (select from publications)`.execute(db);
  await sql`
    insert into user_publications (user_id, publication_id, link_number, is_favorite, first_seen_at)
    select ${userId}, id, id, true, now() from publications`.execute(db);
}

/** Asks for an export and takes nothing of the answer; hangs up when the test ends, at the latest. */
function exportWithoutReading({ base, cookies }: Client): Socket {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  socket.write(`GET /api/v1/scholars/export HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function untilUnderWay({ db }: TestService, count: number): Promise<void> {
  const locks = sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = ${0x6c656374 + 17} and granted
      and database = (select oid from pg_database where datname = current_database())`;
  await vi.waitFor(async () => expect((await locks.execute(db)).rows).toEqual([{ n: count }]), { timeout: 30_000 });
}

test('one export of a user at a time and a few in all; who hangs up makes room at once', async () => {
  const service = await startTestService();
  const { admin, db, newUser } = service;
  const [second, third, fourth, fifth] = await Promise.all([newUser('b'), newUser('c'), newUser('d'), newUser('e')]);
  const ids = [await adminId(db), ...[second, third, fourth, fifth].map(({ userId }) => userId)];
  for (const id of ids) await addWorks(db, id, 2000, 8000);

  const slow = exportWithoutReading(admin);
  await untilUnderWay(service, 1);
  const refused = await admin.fails(429, 'rate_limited', 'GET', '/scholars/export');
  expect(refused.error.details).toEqual({ retry_after_seconds: 5 });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await fifth.ok('GET', '/scholars/export')).publications).toHaveLength(2000);
  // an import is no export
  await importInto(admin, { scholars: [], publications: [] });

  const sockets = [second, third, fourth].map(exportWithoutReading);
  await untilUnderWay(service, 4);
  const full = await fifth.fails(503, 'not_ready', 'GET', '/scholars/export');
  expect(full.headers.get('retry-after')).toBe('5');
  sockets[0]?.destroy();
  await untilUnderWay(service, 3);
  expect((await fifth.ok('GET', '/scholars/export')).publications).toHaveLength(2000);
  slow.destroy();
  await untilUnderWay(service, 2);
  expect((await admin.ok('GET', '/scholars/export')).publications).toHaveLength(2000);
  // a client that hangs up is no error of ours
  expect(service.log()).not.toContain('broke off');
});

test('a record is to the letter what was agreed, whatever stands in a text', async () => {
  const { admin, db } = await startTestService();
  const hostile =
    'a "b" \\ / \u0001\u001f\u007f\u0085\u2028\u2029\t\n\r</script> \u{1f600} \ufeff\u202e &amp; {"x":null},';
  const scholar = await track(db, await adminId(db), ADA);
  const row = sourceRow(ADA, 'hostile00001', {
    title: `T${hostile}T`,
    authors: `A${hostile}`,
    venue: `V${hostile}V`,
    workKey: 'cluster:5',
  });
  await savePageOf(db, scholar, [row], { name: `N${hostile}` });
  await sql`update user_publications set first_seen_at = '2026-02-03 04:05:06.7+00'`.execute(db);
  await sql`update publications set title = ${`T${hostile}T`}, author_text = ${`A${hostile}`}, venue_text = ${`V${hostile}V`}`.execute(
    db,
  );
  const { publications, scholars } = await admin.ok('GET', '/scholars/export');
  expect(scholars[0].display_name).toBe(`N${hostile}`);
  expect(Object.entries(publications[0])).toEqual(
    Object.entries({
      scholar_id: ADA,
      cluster_id: '5',
      fingerprint_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      title: `T${hostile}T`,
      year: 2020,
      citation_count: 0,
      author_text: `A${hostile}`,
      venue_text: `V${hostile}V`,
      pub_url: row.url,
      doi: null,
      pdf_url: null,
      identifiers: [],
      is_read: false,
      is_favorite: false,
      first_seen_at: '2026-02-03T04:05:06.700Z',
    }),
  );
});

test('many works come in their order, each once for each scholar, whoever says that the scholar wrote it', async () => {
  const { admin, db } = await startTestService();
  const userId = await adminId(db);
  const scholars = [await track(db, userId, ADA), await track(db, userId, BEN)];
  await addWorks(db, userId, 1201, 10);
  // works 1, 4, 7 … have both, 2, 5, 8 … the first, of which all that are even by the user's word, some of these by the list as well
  await sql`
    insert into profile_publications (profile_id, publication_id, listing_number)
    select s.profile_id, p.id, p.id from scholars s, publications p
    where p.id % 3 = 1 or p.id % 3 = 2 and s.id = ${scholars[0]} and (p.id % 2 = 1 or p.id % 10 = 0)`.execute(db);
  await sql`
    insert into scholar_publications (user_id, profile_id, publication_id)
    select ${userId}, s.profile_id, p.id from scholars s, publications p
    where s.id = ${scholars[0]} and p.id % 3 = 2 and p.id % 2 = 0`.execute(db);
  const works = Array.from({ length: 1201 }, (_, at) => at + 1);
  const expected = works.flatMap((n) =>
    (n % 3 === 1 ? [ADA, BEN] : n % 3 === 2 ? [ADA] : [null]).map((of) => [`Work ${n}`, of]),
  );
  const exportOf = async (query: string) =>
    (await admin.ok('GET', `/scholars/export${query}`)).publications.map(
      (one: { title: string; scholar_id: string | null }) => [one.title, one.scholar_id],
    );
  expect(await exportOf('')).toEqual(expected);
  expect(await exportOf(`?ids=${scholars.join()}`)).toEqual(expected.filter(([, of]) => of !== null));
  expect(await exportOf(`?ids=${scholars[1]}`)).toEqual(expected.filter(([, of]) => of === BEN));
});

test('what another user’s import says of a work that no source knows is in nobody else’s export', async () => {
  const { admin, newUser } = await startTestService();
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
    expect(publications).toMatchObject([{ cluster_id: '99', doi, identifiers: [{ kind: 'doi', value: doi }] }]);
    expect(publications[0].fingerprint_sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});
