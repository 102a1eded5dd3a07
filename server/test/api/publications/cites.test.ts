import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Client } from '../../support/client.ts';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
type Name = (typeof NAMES)[number];
type Ids = Readonly<Record<Name, number>>;

/** A library of six papers without identifiers and references. */
async function startLibrary() {
  const service = await openService();
  const { db, admin } = service;
  const user = await adminId(db);
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(
    db,
    scholar,
    NAMES.map((name) => makeRow(`A:${name}`, { title: `Paper ${name}` })),
  );
  const { publications } = await admin.ok('GET', '/publications');
  const ids = Object.fromEntries(
    publications.map((one: { title: string; publication_id: number }) => [one.title.slice(-1), one.publication_id]),
  ) as Ids;
  return { ...service, user, ids };
}

interface IdentifierChange {
  readonly confidence?: number;
  readonly isContradicted?: boolean;
}

async function name(
  db: Database,
  publicationId: number,
  value: string,
  { confidence = 0.95, isContradicted = false }: IdentifierChange = {},
): Promise<void> {
  const kind = value.startsWith('W') ? 'openalex' : 'doi';
  await sql`
    insert into publication_identifiers (publication_id, kind, value, confidence, source, is_contradicted)
    values (${publicationId}, ${kind}, ${value}, ${confidence}, 'test', ${isContradicted})`.execute(db);
}

/** Stores the references of a publication: DOIs as Crossref has them, or the ids of OpenAlex. */
async function refer(db: Database, publicationId: number, ...references: readonly string[]): Promise<void> {
  const source = references[0]?.startsWith('W') ? 'openalex' : 'crossref';
  await sql`
    insert into publication_metadata (publication_id, source, fetched_at, authors, has_all_authors, referenced_works)
    values (${publicationId}, ${source}, now(), '[]', true, ${references})`.execute(db);
}

const star = (client: Client, id: number) =>
  client.ok('POST', `/publications/${id}/favorite`, { body: { is_favorite: true } });

/** The names of the papers that a search finds. */
async function find(client: Client, search: string): Promise<string> {
  const { publications, total_count } = await client.ok('GET', `/publications?search=${encodeURIComponent(search)}`);
  expect(total_count).toBe(publications.length);
  return namesOf(publications);
}

const namesOf = (papers: readonly { title: string }[]) =>
  papers
    .map(({ title }) => title.slice(-1))
    .sort()
    .join(' ');

/** The favorites that a paper cites, and how many papers cite it. */
async function detailOf(client: Client, id: number): Promise<[cited: string, count: number, citing: number]> {
  const detail = await client.ok('GET', `/publications/${id}`);
  return [namesOf(detail.cited_favorites), detail.cited_favorite_count, detail.citing_count];
}

test('the details and the search say what cites a paper, by its DOI and by its id at OpenAlex', async () => {
  const { db, admin, ids } = await startLibrary();
  await name(db, ids.b, '10.1000/b');
  await name(db, ids.b, 'W2');
  await name(db, ids.c, 'W3');
  await refer(db, ids.a, 'W2', 'W3', 'W999');
  await refer(db, ids.c, '10.1000/b', '10.9999/elsewhere');
  await star(admin, ids.b);
  expect(await detailOf(admin, ids.a)).toEqual(['b', 1, 0]);
  expect(await detailOf(admin, ids.b)).toEqual(['', 0, 2]);
  expect(await detailOf(admin, ids.c)).toEqual(['b', 1, 1]);
  const page = `https://lectern.example/?view=all&open=${ids.b}`;
  for (const cited of [ids.b, '10.1000/B', 'doi:10.1000/b', 'https://doi.org/10.1000/b', page])
    expect(await find(admin, `cites:${cited}`), String(cited)).toBe('a c');
  expect(await find(admin, `-cites:${ids.b}`)).toBe('b d e f');
  expect(await find(admin, `cites:${ids.b} cites:${ids.c}`)).toBe('a');
  expect(await find(admin, `paper cites:${ids.c} or is:favorite`)).toBe('a b');
  expect(await find(admin, 'cites:10.9999/elsewhere'), 'a paper that is not in the library').toBe('c');
  expect(await find(admin, 'cites:10.1000/…'), 'not a whole DOI').toBe('');
  const { error } = await admin.fails(422, 'validation_error', 'GET', '/publications?search=cites:smith');
  expect(error.details[0]).toMatchObject({ path: 'search', position: 6, length: 5, suggestion: null });
  expect(error.message).toContain('Write its id, its DOI, or the address of its page');
});

test('at most 20 favorites are named, the most cited first, and all are counted', async () => {
  const { db, admin, ids, user } = await startLibrary();
  const scholar = await track(db, user, 'BBBBBBBBBBBB');
  const many = Array.from({ length: 25 }, (_, at) => at);
  await savePageOf(
    db,
    scholar,
    many.map((at) => makeRow(`B:${at}`, { title: `Cited ${at}`, citations: at })),
  );
  const { publications } = await admin.ok('GET', '/publications?search=cited');
  for (const one of publications) {
    await name(db, one.publication_id, `W${one.publication_id}`);
    await star(admin, one.publication_id);
  }
  await refer(db, ids.a, ...publications.map((one: { publication_id: number }) => `W${one.publication_id}`));
  const { cited_favorites: named, cited_favorite_count: count } = await admin.ok('GET', `/publications/${ids.a}`);
  expect([named.length, named[0].title, named[19].title, count]).toEqual([20, 'Cited 24', 'Cited 5', 25]);
});

test('an id that was contradicted, or is uncertain, says nothing; nor does a paper that lists itself', async () => {
  const { db, admin, ids } = await startLibrary();
  await name(db, ids.a, 'W1');
  await name(db, ids.a, '10.1000/a');
  await name(db, ids.b, 'W2', { isContradicted: true });
  await name(db, ids.c, 'W3', { confidence: 0.4 });
  await refer(db, ids.a, 'W1', 'W2', 'W3');
  await refer(db, ids.a, '10.1000/a');
  for (const id of [ids.a, ids.b, ids.c]) await star(admin, id);
  expect(await detailOf(admin, ids.a)).toEqual(['', 0, 0]);
  for (const id of [ids.a, ids.b, ids.c, '10.1000/a']) expect(await find(admin, `cites:${id}`), String(id)).toBe('');
});

test('what is not in the library is not found, and what others have of it stays private', async () => {
  const { db, admin, newUser, ids } = await startLibrary();
  const other = await newUser('other');
  const foreign = await track(db, other.userId, 'CCCCCCCCCCCC');
  await savePageOf(db, foreign, [makeRow('C:x', { title: 'Paper x' })]);
  const [theirs] = (await other.ok('GET', '/publications')).publications;
  // the same DOI and the id that only the other library has for it
  await name(db, theirs.publication_id, '10.1000/x');
  await name(db, theirs.publication_id, 'W7');
  await refer(db, ids.a, 'W7');
  await refer(db, theirs.publication_id, 'W2');
  await name(db, ids.b, 'W2');
  expect(await find(admin, `cites:${theirs.publication_id}`)).toBe('');
  expect(await find(admin, 'cites:10.1000/x')).toBe('');
  expect(await find(admin, 'cites:123456789012345')).toBe('');
  expect(await detailOf(admin, ids.b), 'their paper does not count').toEqual(['', 0, 0]);
  expect(await find(other, `cites:${ids.b}`), 'nor does ours in their library').toBe('');
  // a hidden entry is not in the library either
  await sql`update user_publications set hidden_as = 'read' where publication_id = ${ids.b}`.execute(db);
  await refer(db, ids.c, 'W2');
  expect(await find(admin, `cites:${ids.b}`)).toBe('');
});

test('merged papers are cited, and cite, as one; an undo takes them apart', async () => {
  const { db, admin, ids } = await startLibrary();
  await name(db, ids.a, '10.1000/a');
  await name(db, ids.b, 'W2');
  await name(db, ids.d, 'W4');
  await refer(db, ids.b, '10.1000/a', 'W4');
  await refer(db, ids.c, 'W2');
  await refer(db, ids.e, 'W2');
  await star(admin, ids.d);
  const job = await merge(db, ids.a, ids.b);
  const second = await merge(db, ids.c, ids.e);
  expect(await detailOf(admin, ids.a), 'not its own version').toEqual(['d', 1, 1]);
  for (const cited of [ids.a, ids.b, '10.1000/a']) expect(await find(admin, `cites:${cited}`)).toBe('c');
  await unmerge(db, job);
  await unmerge(db, second);
  expect(await detailOf(admin, ids.a)).toEqual(['', 0, 1]);
  expect(await detailOf(admin, ids.b)).toEqual(['d', 1, 2]);
  expect([await find(admin, `cites:${ids.a}`), await find(admin, `cites:${ids.b}`)]).toEqual(['b', 'c e']);
});

test('what an import of a user says of a public paper does not count', async () => {
  const { db, admin, ids, user } = await startLibrary();
  await name(db, ids.b, 'W2');
  await refer(db, ids.b, 'W4');
  await name(db, ids.d, 'W4');
  await refer(db, ids.c, 'W2');
  await merge(db, ids.a, ids.b);
  expect([await find(admin, `cites:${ids.a}`), await find(admin, `cites:${ids.d}`)]).toEqual(['c', 'a']);
  await sql`update publications set owner_user_id = ${user} where id = ${ids.b}`.execute(db);
  expect([await find(admin, `cites:${ids.a}`), await find(admin, `cites:${ids.d}`)]).toEqual(['', '']);
});

test('views and rules know what cites a paper', async () => {
  const { db, admin, ids } = await startLibrary();
  await name(db, ids.b, 'W2');
  await refer(db, ids.a, 'W2');
  const search = `cites:${ids.b}`;
  await admin.ok('POST', '/views', { body: { name: 'Citing b', parameters: { search } }, status: 201 });
  expect(await admin.ok('GET', '/views/counts')).toMatchObject({ counts: [{ unread_count: 1 }] });
  const { total_count: count } = await admin.ok('POST', '/rules/preview', { body: { search } });
  expect(count).toBe(1);
});

test('a paper cites a favorite exactly if the search for what cites the favorite finds the paper', async () => {
  const { db, admin, ids } = await startLibrary();
  for (const one of NAMES) await star(admin, ids[one]);
  const at = fc.nat(NAMES.length - 1);
  const world = fc.record({
    named: fc.uniqueArray(fc.tuple(at, fc.constantFrom('W1', 'W2', 'W3', '10.1/a', '10.1/b'), fc.boolean()), {
      maxLength: 8,
      selector: ([paper, value]) => `${paper} ${value}`,
    }),
    references: fc.array(fc.constantFrom(['W1'], ['W2', 'W3'], ['10.1/a'], ['10.1/a', '10.1/b'], ['10.2/z'], []), {
      minLength: NAMES.length,
      maxLength: NAMES.length,
    }),
    merged: fc.option(fc.uniqueArray(at, { minLength: 2, maxLength: 3 })),
  });
  const idAt = (index: number) => ids[NAMES[index] ?? 'a'];
  await fc.assert(
    fc.asyncProperty(world, async ({ named, references, merged }) => {
      await sql`delete from publication_identifiers`.execute(db);
      await sql`delete from publication_metadata`.execute(db);
      for (const [paper, value, isContradicted] of named) await name(db, idAt(paper), value, { isContradicted });
      for (const [paper, list] of references.entries()) if (list.length > 0) await refer(db, idAt(paper), ...list);
      const [winner = 0, ...losers] = (merged ?? []).map(idAt);
      const job = losers.length > 0 ? await merge(db, winner, ...losers) : null;
      const { publications } = await admin.ok('GET', '/publications');
      const shown: number[] = publications.map((one: { publication_id: number }) => one.publication_id);
      const forward: string[] = [];
      const backward: string[] = [];
      for (const id of shown) {
        const detail = await admin.ok('GET', `/publications/${id}`);
        for (const cited of detail.cited_favorites) forward.push(`${id} cites ${cited.publication_id}`);
        const found = (await admin.ok('GET', `/publications?search=cites:${id}`)).publications;
        for (const citing of found) backward.push(`${citing.publication_id} cites ${id}`);
        expect(detail.citing_count).toBe(found.length);
      }
      if (job !== null) await unmerge(db, job);
      expect(forward.sort()).toEqual(backward.sort());
      expect(forward.every((one) => !/^(\d+) cites \1$/.test(one))).toBe(true);
    }),
    { numRuns: 15 },
  );
});
