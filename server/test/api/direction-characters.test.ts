import { expect, test } from 'vitest';
import { DIRECTION, expectNoDirection, findStoredDirection } from '../support/direction-characters.ts';
import { serviceOfFile } from '../support/service.ts';
import { startAnnouncing } from './channels/announcing-library.ts';

const openService = serviceOfFile();

const INVISIBLE = '\u200b\u00ad\u2060\u3164\u{e0041}\ufe0f\u200e\u200f\u061c';
const json = { 'content-type': 'application/json' };

test('the names that users give lose invisible characters, are refused if nothing is left, and are one if they differ in nothing else', async () => {
  const { admin, db } = await openService();
  const view = { parameters: { mode: 'unread' }, layout: 'titles' };
  const rule = { search: 'tides', mark_read: true };
  const kinds = [
    { path: '/tags', list: 'tags', body: { color: 'blue' }, isUnique: true, make: null },
    { path: '/views', list: 'views', body: view, isUnique: true, make: 201 },
    { path: '/rules', list: 'rules', body: rule, isUnique: true, make: 201 },
    { path: '/feeds', list: 'feeds', body: { scope: 'all' }, isUnique: false, make: 201 },
    { path: '/auth/tokens', list: 'tokens', body: { scope: 'read' }, isUnique: false, make: 201 },
  ];
  const file = { schema_version: 1, scholars: [], publications: [{ title: 'Tides', is_favorite: true }] };
  await admin.ok('POST', '/scholars/import', { body: JSON.stringify(file), headers: json });
  const { publications } = await admin.ok('GET', '/publications');
  const ids = publications.map(({ publication_id: id }: { publication_id: number }) => id);
  for (const { path, list, body, isUnique, make } of kinds) {
    const hostile = `${DIRECTION}To${INVISIBLE} read${DIRECTION}`;
    if (make === null) {
      const add = ['\u202eto read', 'To read', hostile];
      await admin.ok('POST', '/publications/tag', { body: { publication_ids: ids, add } });
      await admin.fails(422, 'validation_error', 'POST', '/publications/tag', {
        body: { publication_ids: ids, add: [DIRECTION] },
      });
    } else {
      await admin.ok('POST', path, { body: { ...body, name: hostile }, status: make });
      if (isUnique) {
        const { status } = await admin.call('POST', path, { body: { ...body, name: 'to read\u202e' } });
        expect(status, path).toBe(409);
      }
      for (const name of [DIRECTION, INVISIBLE, '\u2800', '\u0301', `${INVISIBLE} ${DIRECTION}`])
        await admin.fails(422, 'validation_error', 'POST', path, { body: { ...body, name } });
    }
    const named = (await admin.ok('GET', path))[list];
    expect(
      named.map(({ name }: { name: string }) => name),
      path,
    ).toEqual(['To read']);
    if (path === '/auth/tokens') continue;
    const [{ id }] = named;
    await admin.fails(422, 'validation_error', 'PATCH', `${path}/${id}`, { body: { name: INVISIBLE } });
    await admin.ok('PATCH', `${path}/${id}`, { body: { name: `L${INVISIBLE}ater${DIRECTION}` } });
    expect((await admin.ok('GET', path))[list][0].name, path).toBe('Later');
  }
  // a tag is found by its name with and without them
  for (const name of ['Later', `La${DIRECTION}ter`, `L${INVISIBLE}ater`]) {
    const search = encodeURIComponent(`tag:"${name}"`);
    expect((await admin.ok('GET', `/publications?search=${search}`)).publications).toHaveLength(1);
  }
  expect(await findStoredDirection(db)).toEqual([]);
});

test('a character that changes the direction of a text reaches no response, feed, file, message or column, whichever way it came in', async () => {
  const { admin, db, addChannel, announce, sent } = await startAnnouncing();
  const evil = (text: string) => `${text} evil${DIRECTION}gnp.exe`;
  const ADA = 'AAAAAAAAAAA1';
  const file = {
    schema_version: 1,
    [evil('key')]: 1,
    scholars: [{ scholar_id: ADA, display_name: evil('Ada') }],
    publications: [
      {
        ...{
          scholar_id: ADA,
          title: evil('Title'),
          author_text: evil('A Loopback'),
          venue_text: evil('Venue'),
          year: 2020,
        },
        ...{
          doi: `10.5555/a${DIRECTION}b`,
          pub_url: `https://a.example/${DIRECTION}x`,
          is_favorite: true,
          is_read: false,
        },
        ...{
          tags: [evil('tag')],
          notes: [evil('note')],
          identifiers: [{ kind: 'doi', value: `10.5555/c${DIRECTION}d` }],
        },
      },
      { scholar_id: ADA, title: `See https://doi.org/10.5555/e%E2%80%AEf`, author_text: 'B', is_favorite: true },
    ],
    views: [{ name: evil('view'), parameters: { search: evil('tides') }, layout: 'titles' }],
    rules: [{ name: evil('rule'), search: evil('tides'), tags: [evil('ruled')], mark_read: false }],
  };
  const { [evil('key')]: _, ...valid } = file;
  const replies: [string, unknown][] = [];
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await admin.call(method, path, body === undefined ? { headers } : { body, headers });
    replies.push([`${method} ${path}`, answer]);
    return answer;
  };
  const write = async (method: string, path: string, body: unknown) => {
    const { status } = await call(method, path, body);
    expect([200, 201], `${method} ${path}`).toContain(status);
  };
  await call('POST', '/scholars/import', JSON.stringify(file), json);
  const imported = await admin.ok('POST', '/scholars/import', { body: JSON.stringify(valid), headers: json });
  replies.push(['import', imported]);
  expect(imported.publications_created).toBe(2);

  const { publications } = await admin.ok('GET', '/publications?page_size=500');
  const shown = publications.find(({ title }: { title: string }) => title.startsWith('Title'));
  expect(shown).toMatchObject({ title: 'Title evilgnp.exe', author_text: 'A Loopback evilgnp.exe' });
  await write('POST', `/publications/tag`, { publication_ids: [shown.publication_id], add: [evil('Tag')] });
  await write('PUT', `/notes/${crypto.randomUUID()}`, {
    publication_id: shown.publication_id,
    revision: 0,
    text: evil('**Note**\n\u200f'),
  });
  await write('POST', '/views', { name: evil('My view'), parameters: { search: evil('x') } });
  await write('POST', '/rules', { name: evil('My rule'), search: evil('x'), mark_read: true });
  const feed = await admin.ok('POST', '/feeds', { body: { scope: 'all', name: evil('My feed') }, status: 201 });
  await write('POST', '/auth/tokens', { name: evil('My token'), scope: 'read' });
  await write('PUT', '/settings', {
    unpaywall_email: `me${DIRECTION}@a.example`,
    openalex_api_key: `key${DIRECTION}12345678`,
  });
  await write('POST', '/admin/users', {
    email: `new${DIRECTION}@a.example`,
    password: 'a long phrase of words',
    is_admin: false,
  });
  await write('POST', '/admin/db/repairs/publication-links', { user_id: admin.userId, requested_by: evil('me') });
  await call('POST', '/publications/mark-read', { [evil('key')]: [evil('x')] });
  await call('POST', '/scholars', { scholar_id: evil('x') });
  // errors, searches and paths say what they got
  const sent202e = encodeURIComponent(evil('x'));
  for (const path of [
    `/publications?search=${encodeURIComponent(`author:${evil('x')} (`)}`,
    `/publications?search=${sent202e}`,
    `/publications?mode=${sent202e}`,
    `/publications?${sent202e}=1`,
    `/scholars/search?query=${sent202e}`,
    `/runs/${sent202e}`,
    `/${sent202e}`,
  ])
    await call('GET', path, undefined, { 'user-agent': Buffer.from(evil('agent')).toString('latin1') });
  for (const path of ['/scholars/import', '/scholars/1/image/upload']) await call('POST', `${path}?${sent202e}=1`, {});

  for (const kind of ['mail', 'webhook', 'slack'] as const) await addChannel(kind, {}, {});
  await db
    .updateTable('channels')
    .set({
      filter: JSON.stringify({ event_kinds: ['publication.new', 'publication.read'], scholar_ids: [], view_ids: [] }),
    })
    .execute();
  await call('POST', '/publications/mark-read', { publication_ids: [shown.publication_id] });
  await announce();
  replies.push(['messages', sent.map(({ news, event, channel }) => ({ news, event, channel }))]);

  for (const path of [
    '/publications?page_size=500&mode=all',
    '/tags',
    '/views',
    '/rules',
    '/feeds',
    '/auth/tokens',
    '/settings',
    '/scholars',
    '/scholars/export',
    '/admin/users',
    '/admin/db/repair-jobs',
    '/auth/sessions',
    '/channels',
    '/events',
    `/publications/${shown.publication_id}`,
    `/publications/${shown.publication_id}/notes`,
  ])
    await call('GET', path);
  for (const format of ['bibtex', 'ris', 'csl-json', 'csv']) {
    const response = await admin.raw('GET', `/api/v1/publications/export?format=${format}`);
    const text = await response.text();
    expect(text, format).toContain('evilgnp.exe');
    expectNoDirection(`${JSON.stringify([...response.headers])}\n${text}`, format);
  }
  for (const url of [feed.atom_url, feed.json_url]) {
    const response = await fetch(url);
    const text = await response.text();
    expect(text).toContain('evilgnp.exe');
    expectNoDirection(text, url);
  }
  for (const [place, reply] of replies) expectNoDirection(JSON.stringify(reply), place);
  expect(await findStoredDirection(db)).toEqual([]);
});
