import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readAtom, readJson } from '../../support/feeds.ts';
import { adminId, makeRow, makeRows, savePageOf, track } from '../../support/library.ts';
import { putPdf } from '../../support/pdfs.ts';
import { addMetadata } from '../../support/prepare.ts';
import { ADMIN, serviceOfFile } from '../../support/service.ts';
import { startTagged } from '../tags/tagged-library.ts';

const openPublic = serviceOfFile({ env: { PUBLIC_URL: 'https://papers.example' } });
const openService = serviceOfFile();

type Feed = Awaited<ReturnType<typeof makeFeed>>;
type Client = Awaited<ReturnType<typeof startTagged>>['admin'];

async function makeFeed(client: Client, body: object) {
  const feed = await client.ok('POST', '/feeds', { body, status: 201 });
  return feed as { id: number; name: string; atom_url: string; json_url: string; last_read_at: string | null };
}

async function read(feed: Feed) {
  const [atom, json] = await Promise.all([fetch(feed.atom_url), fetch(feed.json_url)]);
  expect([atom.status, json.status]).toEqual([200, 200]);
  expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
  const text = readAtom(await atom.text());
  expect(readJson(await json.text())).toEqual(text);
  return text;
}

const titlesOf = async (feed: Feed) => (await read(feed)).entries.map(({ title }) => title);
const idsOf = async (feed: Feed) => (await read(feed)).entries.map(({ id }) => id);
const statusOf = async (feed: Feed) => (await fetch(feed.atom_url)).status;

test('a feed says what the library knows of each publication', async () => {
  const { admin, db, scholar, url } = await startTagged(openService);
  const publicationId = (await admin.ok('GET', '/publications?search=A:3')).publications[0].publication_id;
  await db
    .updateTable('publications')
    .set({ title: 'A <b> & "c" ]]>', venue_text: 'Journal of Loops', year: 2024, doi: '10.1/x y' })
    .where('id', '=', publicationId)
    .execute();
  await putPdf(db, publicationId, { status: 'resolved', url: 'https://files.example/x.pdf' });
  const authors = Array.from({ length: 60 }, (_, at) => ({ name: `Author ${at + 1}`, family: null }));
  await addMetadata(db, publicationId, 'crossref', { abstract: `An abstract. ${'x'.repeat(500)}`, authors });
  const feed = await makeFeed(admin, { scope: 'all' });
  const { title, entries } = await read(feed);
  expect([title, entries.length]).toEqual(['All publications', 10]);
  const entry = entries.find((one) => one.title.startsWith('A <b>'));
  expect(entry).toEqual({
    id: expect.stringMatching(/^urn:uuid:/),
    title: 'A <b> & "c" ]]>',
    url: 'https://doi.org/10.1/x%20y',
    lecternUrl: `${url}/?view=all&open=${publicationId}`,
    authors: [...authors.slice(0, 50).map(({ name }) => name), 'and 10 more'],
    categories: ['Journal of Loops', 'Name of AAAAAAAAAAAA'],
    text: `Journal of Loops, 2024\n\nAn abstract. ${'x'.repeat(287)}`,
    pdfs: ['https://files.example/x.pdf'],
    seenAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(entries.find((one) => one !== entry)).toMatchObject({ authors: ['A Author'], pdfs: [] });
  expect(await admin.ok('GET', '/feeds')).toMatchObject({
    feeds: [{ id: feed.id, atom_url: feed.atom_url, last_read_at: expect.any(String) }],
  });
  expect((await makeFeed(admin, { scope: 'scholar', scholar_profile_id: scholar })).name).toBe('Name of AAAAAAAAAAAA');
});

test('a feed has everything, the favorites, or what a scholar or a view lists, whatever was read or changed in Lectern', async () => {
  const { admin, db, scholar, idOf, setTags } = await startTagged(openService);
  const co = await track(db, await adminId(db), 'BBBBBBBBBBBB');
  await savePageOf(db, co, makeRows('B', [0, 2]));
  await setTags(3, ['topic']);
  await admin.ok('POST', `/publications/${idOf(5)}/favorite`, { body: { is_favorite: true } });
  const parameters = { mode: 'unread', search: 'tag:topic or is:favorite', sort_by: 'title', sort_dir: 'asc' };
  const view = await admin.ok('POST', '/views', { body: { name: 'Topic', parameters }, status: 201 });
  const [all, favorites, ofScholar, ofView] = [
    await makeFeed(admin, { scope: 'all', name: '  Everything ' }),
    await makeFeed(admin, { scope: 'favorites' }),
    await makeFeed(admin, { scope: 'scholar', scholar_profile_id: co }),
    await makeFeed(admin, { scope: 'view', view_id: view.id }),
  ];
  expect([all, favorites, ofScholar, ofView].map(({ name }) => name)).toEqual([
    'Everything',
    'Favorites',
    'Name of BBBBBBBBBBBB',
    'Topic',
  ]);
  expect(await titlesOf(favorites)).toEqual(['Work A:5']);
  expect(await titlesOf(ofScholar)).toEqual(['Work B:0', 'Work B:1']);
  expect((await titlesOf(ofView)).sort()).toEqual(['Work A:3', 'Work A:5']);
  const before = await read(all);
  expect(before.entries.slice(0, 3).map(({ title }) => title)).toEqual(['Work B:0', 'Work B:1', 'Work A:0']);

  await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  await admin.ok('PUT', `/publications/${idOf(1)}/interest`, { body: { mark: 'less' } });
  await setTags(4, ['other']);
  expect(await read(all)).toEqual(before);
  expect(await titlesOf(ofView)).toHaveLength(2);
  // other versions of the rows
  const rows = makeRows('A', [0, 10], (at) => ({ title: `Changed ${at}`, citations: 5 }));
  await savePageOf(db, scholar, rows);
  const changed = await read(all);
  expect(changed.entries.map(({ id, seenAt }) => [id, seenAt])).toEqual(
    before.entries.map(({ id, seenAt }) => [id, seenAt]),
  );
  expect(changed.entries[2]?.title).toBe('Changed 0');
});

test('addresses and links begin with PUBLIC_URL if it is set', async () => {
  const { admin, db, url } = await openPublic();
  await savePageOf(db, await track(db, await adminId(db), 'AAAAAAAAAAAA'), makeRows('A', [0, 1]));
  const { atom_url: address } = await makeFeed(admin, { scope: 'all' });
  expect(address).toMatch(/^https:\/\/papers\.example\/feeds\//);
  const { entries } = readAtom(await (await fetch(address.replace('https://papers.example', url))).text());
  expect(entries[0]?.lecternUrl).toMatch(/^https:\/\/papers\.example\/\?/);
});

test('an entry has the same id in all feeds of a library, and another one in other libraries', async () => {
  const { admin, db, other, scholar } = await startTagged(openService);
  const theirs = await track(db, other.userId, 'AAAAAAAAAAAA');
  await savePageOf(db, theirs, makeRows('A', [0, 10]));
  const ids = await idsOf(await makeFeed(admin, { scope: 'all' }));
  expect(await idsOf(await makeFeed(admin, { scope: 'scholar', scholar_profile_id: scholar }))).toEqual(ids);
  const foreign = await idsOf(await makeFeed(other, { scope: 'all' }));
  expect(new Set([...ids, ...foreign]).size).toBe(20);
});

test('feed readers get 304 for what they have, in any coding, and the newest 100', async () => {
  const { admin, db, scholar, log } = await startTagged(openService);
  await savePageOf(db, scholar, makeRows('A', [10, 120]));
  const feed = await makeFeed(admin, { scope: 'all' });
  for (const address of [feed.atom_url, feed.json_url]) {
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    const packed = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'br']);
    const body = await plain.text();
    expect(await packed.text()).toBe(body);
    const tag = plain.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(packed.headers.get('etag')).toBe(tag);
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'cache-control': 'private, max-age=300',
      'x-robots-tag': 'noindex',
    });
    const again = await fetch(address, { headers: { 'if-none-match': `"x", ${tag}` } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    const head = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(Buffer.byteLength(body)),
    ]);
    await admin.ok('PATCH', `/feeds/${feed.id}`, { body: { name: `Renamed ${address === feed.atom_url}` } });
    expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(200);
  }
  expect(await titlesOf(feed)).toHaveLength(100);
  const secret = /feeds\/(.+)\.atom/.exec(feed.atom_url)?.[1] ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(log()).toContain('/feeds/:secret.atom');
  expect(log()).not.toContain(secret);
  const { rows } = await sql<{ row: string }>`select feeds::text as row from feeds`.execute(db);
  expect(rows.map(({ row }) => row).join()).not.toContain(secret);
});

test('an address works until it is replaced, the feed or what it is of is deleted, or its user may not sign in', async () => {
  const { admin, other, db, url } = await startTagged(openService);
  const scholar = await track(db, other.userId, 'AAAAAAAAAAAA');
  const view = await other.ok('POST', '/views', { body: { name: 'View', parameters: {} }, status: 201 });
  const all = await makeFeed(other, { scope: 'all' });
  const ofScholar = await makeFeed(other, { scope: 'scholar', scholar_profile_id: scholar });
  const ofView = await makeFeed(other, { scope: 'view', view_id: view.id });
  const statuses = () => Promise.all([all, ofScholar, ofView].map(statusOf));
  expect(await statuses()).toEqual([200, 200, 200]);

  await admin.ok('PATCH', `/admin/users/${other.userId}/active`, { body: { is_active: false } });
  expect(await statuses()).toEqual([404, 404, 404]);
  await admin.ok('PATCH', `/admin/users/${other.userId}/active`, { body: { is_active: true } });
  await other.signIn('other@lectern.example', ADMIN.password);
  await sql`update users set temporary_password_until = now() where id = ${other.userId}`.execute(db);
  expect(await statuses()).toEqual([404, 404, 404]);
  await sql`update users set temporary_password_until = null`.execute(db);

  await other.ok('DELETE', `/views/${view.id}`);
  expect(await statuses()).toEqual([200, 200, 404]);
  expect((await other.ok('GET', '/feeds')).feeds.map(({ id }: Feed) => id)).toEqual([all.id, ofScholar.id]);
  await other.ok('POST', `/views/${view.id}/restore`);
  await other.ok('DELETE', `/scholars/${scholar}`);
  expect(await statuses()).toEqual([200, 404, 200]);

  const replaced = await other.ok('POST', `/feeds/${all.id}/secret`);
  expect(replaced).toMatchObject({ id: all.id, name: all.name, last_read_at: null });
  expect([await statusOf(all), await statusOf(replaced)]).toEqual([404, 200]);
  await other.ok('DELETE', `/feeds/${all.id}`);
  expect(await statusOf(replaced)).toBe(404);
  const messages = await Promise.all(
    [replaced.atom_url, ofScholar.json_url, `${url}/feeds/unknown.atom`].map(async (address) => {
      const response = await fetch(address, { headers: { accept: 'text/html' } });
      const { error } = (await response.json()) as { error: unknown };
      return JSON.stringify([response.status, error]);
    }),
  );
  expect(new Set(messages).size).toBe(1);
});

test('a feed of a scholar follows a join and its undo, and a view that lists a removed scholar has none', async () => {
  const { admin, db, scholar } = await startTagged(openService);
  const same = await track(db, await adminId(db), 'BBBBBBBBBBBB');
  await savePageOf(db, same, makeRows('B', [0, 2]));
  const feed = await makeFeed(admin, { scope: 'scholar', scholar_profile_id: same });
  const ids = await idsOf(feed);
  await admin.ok('POST', `/scholars/${scholar}/join`, { body: { scholar_profile_id: same } });
  expect(await idsOf(feed)).toEqual(expect.arrayContaining(ids));
  expect(await titlesOf(feed)).toHaveLength(12);
  await admin.ok('DELETE', `/scholars/${scholar}/join`);
  expect(await idsOf(feed)).toEqual(ids);
  const body = { name: 'View', parameters: { scholar_profile_id: same } };
  const ofView = await makeFeed(admin, { scope: 'view', view_id: (await admin.ok('POST', '/views', { body })).id });
  expect(await idsOf(ofView)).toEqual(ids);
  await admin.ok('DELETE', `/scholars/${same}`);
  expect(await statusOf(ofView)).toBe(404);
});

test('an entry that is hidden and shown again keeps its id', async () => {
  const { admin, db, scholar } = await startTagged(openService);
  const feed = await makeFeed(admin, { scope: 'all' });
  const idsByTitle = async () => Object.fromEntries((await read(feed)).entries.map(({ title, id }) => [title, id]));
  const before = await idsByTitle();
  for (let round = 0, id = scholar; round < 2; round += 1) {
    await admin.ok('DELETE', `/scholars/${id}`);
    expect(await idsByTitle()).toEqual({});
    id = await track(db, await adminId(db), 'AAAAAAAAAAAA');
    await savePageOf(db, id, makeRows('A', [0, 10]).concat(round === 0 ? [makeRow('A:new')] : []));
    expect(await idsByTitle()).toMatchObject(before);
  }
  expect(new Set(Object.values(await idsByTitle())).size).toBe(11);
});

test('refuses wrong requests, and more than 50 feeds', async () => {
  const { admin, other, scholar } = await startTagged(openService);
  const refuse = async (body: object) =>
    (await admin.fails(422, 'validation_error', 'POST', '/feeds', { body })).error.details;
  expect(await refuse({ scope: 'scholar' })).toEqual([
    { path: 'scholar_profile_id', message: 'is required with this scope' },
  ]);
  expect(await refuse({ scope: 'all', view_id: 1 })).toEqual([
    { path: 'view_id', message: 'cannot be combined with this scope' },
  ]);
  expect(await refuse({ scope: 'all', name: ' \u0007 ' })).toEqual([
    { path: 'name', message: 'must have 1 to 80 visible characters' },
  ]);
  await other.fails(404, 'scholar_not_found', 'POST', '/feeds', {
    body: { scope: 'scholar', scholar_profile_id: scholar },
  });
  for (let made = 0; made < 50; made += 10)
    await Promise.all(Array.from({ length: 10 }, () => makeFeed(admin, { scope: 'all' })));
  await admin.fails(409, 'too_many_feeds', 'POST', '/feeds', { body: { scope: 'all' } });
});
