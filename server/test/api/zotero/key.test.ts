import { zoteroKey } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reencrypt, Secrets } from '../../../src/platform/secrets.ts';
import { storedZoteroKeys } from '../../../src/zotero/change-zotero.ts';
import { findAccount, keyContext } from '../../../src/zotero/store.ts';
import { SECRETS_KEY } from '../../support/secrets-key.ts';
import { LIBRARY, openService, paper, startWithPapers } from './zotero-service.ts';

test('a key is checked, stored encrypted, and shown nowhere; what it reaches is shown', async () => {
  const service = await startWithPapers([paper(1)]);
  const { admin, db, pushNow, log, sync } = service;
  const shown = await admin.ok('GET', '/zotero');
  expect(shown).toMatchObject({
    is_enabled: true,
    account: {
      user_name: 'Demo',
      libraries: [
        { id: LIBRARY, name: 'My library', can_write: true },
        { id: 'groups/169947', name: 'Group 169947', can_write: false },
      ],
    },
    syncs: [{ id: sync.id, scope: 'tag', library: LIBRARY, state: 'new', result: null }],
  });
  await pushNow();
  const refused = await admin.fails(422, 'validation_error', 'PUT', '/zotero', { body: { api_key: 'x'.repeat(24) } });
  expect(refused.error.message).toMatch(/^Zotero refused the key/);
  const { rows } = await sql`select * from zotero_accounts a, zotero_syncs s, zotero_links l`.execute(db);
  const answers = [await admin.raw('GET', '/api/v1/zotero'), await admin.raw('GET', '/api/v1/settings')];
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const hex = Buffer.from(zoteroKey).toString('hex');
  for (const text of [JSON.stringify(rows, (_name, value) => value), ...texts, log()]) {
    expect(text).not.toContain(zoteroKey);
    expect(text).not.toContain(hex);
  }
  const group = { library: 'groups/169947', scope: 'favorites' };
  await admin.fails(422, 'validation_error', 'POST', '/zotero/syncs', { body: group });
  await admin.ok('DELETE', '/zotero');
  expect(await admin.ok('GET', '/zotero')).toMatchObject({ account: null, syncs: [{ id: sync.id }] });
  await admin.fails(409, 'zotero_not_connected', 'POST', `/zotero/syncs/${sync.id}/push`);
});

test('a pause that Zotero asks for with a key is obeyed by the next requests', async () => {
  const { admin, sandbox } = await openService();
  sandbox.zotero.respond = (_request, normal) => {
    const answer = normal();
    return { ...answer, headers: { ...answer.headers, backoff: '300' } };
  };
  const body = { api_key: zoteroKey };
  await admin.ok('PUT', '/zotero', { body });
  const count = sandbox.zotero.requests.length;
  await admin.fails(503, 'source_unavailable', 'PUT', '/zotero', { body });
  await admin.fails(503, 'source_unavailable', 'POST', '/zotero/import', { body: { library: LIBRARY } });
  expect(sandbox.zotero.requests).toHaveLength(count);
});

test('a change of the key of the server encrypts the keys again', async () => {
  const { db, admin } = await startWithPapers([paper(1)]);
  const [next, unused] = ['n'.repeat(40), 'u'.repeat(40)];
  const rotated = await db
    .transaction()
    .execute((tx) => reencrypt(storedZoteroKeys(tx), new Secrets(next, [SECRETS_KEY]), { leaveUnreadable: false }));
  expect(rotated).toEqual({ reencrypted: 1, upToDate: 0, unreadable: 0 });
  const account = await findAccount(db, admin.userId);
  const read = (key: string) => account && new Secrets(key).decrypt(account.api_key, keyContext(admin.userId));
  expect([read(next), read(SECRETS_KEY), read(unused)]).toEqual([zoteroKey, null, null]);
});

test('another user sees nothing, and changes nothing', async () => {
  const { newUser, path, sync, sandbox, state, admin } = await startWithPapers([paper(1)]);
  const other = await newUser('other');
  expect(await other.ok('GET', '/zotero')).toEqual({ is_enabled: true, account: null, syncs: [] });
  await other.fails(404, 'sync_not_found', 'POST', path);
  await other.fails(404, 'sync_not_found', 'DELETE', `/zotero/syncs/${sync.id}`);
  const body = { library: LIBRARY, scope: 'favorites' };
  await other.fails(409, 'zotero_not_connected', 'POST', '/zotero/syncs', { body });
  await other.fails(409, 'zotero_not_connected', 'POST', '/zotero/import', { body: { library: LIBRARY } });
  const access = { user: { library: true, notes: true, write: true } };
  sandbox.zotero.keys.set('anotherKey1', { userID: 7, username: 'other', access });
  await other.ok('PUT', '/zotero', { body: { api_key: 'anotherKey1' } });
  await other.fails(422, 'validation_error', 'POST', '/zotero/syncs', { body });
  const { tags } = await admin.ok('GET', '/tags');
  const ofTag = { library: 'users/7', scope: 'tag', tag_id: tags[0].id };
  await other.fails(404, 'tag_not_found', 'POST', '/zotero/syncs', { body: ofTag });
  expect(await state()).toMatchObject({ state: 'new' });
});

test('a refused key stops the push and is told; a new key goes on', async () => {
  const { admin, pushNow, sandbox, state, items } = await startWithPapers([paper(1)]);
  const access = sandbox.zotero.keys.get(zoteroKey);
  sandbox.zotero.keys.delete(zoteroKey);
  await pushNow();
  expect(await state()).toMatchObject({
    ...{ state: 'stopped', next_push_at: null },
    result: { problem: expect.stringMatching(/^Zotero refused the key/) },
  });
  if (access) sandbox.zotero.keys.set('aNewKey00', access);
  await admin.ok('PUT', '/zotero', { body: { api_key: 'aNewKey00' } });
  expect((await pushNow()).result).toMatchObject({ added: 1, problem: null });
  expect(items().size).toBe(1);
});

test.each([
  ['HTML', 200, '<html><body>Maintenance</body></html>', 'Zotero sent something else than expected (status 200).'],
  ['10 MB', 200, `[${'0,'.repeat(5_000_000)}0]`, 'Zotero sent more than Lectern reads.'],
  ['a list', 200, '[[[]]]', 'Zotero sent something else than expected (status 200).'],
  [
    'nothing known',
    200,
    '{"items": {"a": "b"}, "failed": 7}',
    'Zotero sent something else than expected (status 200).',
  ],
  [
    'hostile keys',
    200,
    JSON.stringify({ items: ['a\u0000', {}, 7], collections: ['\u0000'], 'x\u0000': 3, failed: {}, userID: {} }),
    'Zotero sent something else than expected (status 200).',
  ],
  ['an error', 500, 'oops', 'Zotero sent something else than expected (status 500).'],
  ['a lock', 409, '', 'Zotero has locked this library for now.'],
])('an answer that is %s is told in words, and nothing is lost', async (_name, status, body, problem) => {
  const { admin, pushNow, sandbox, state, items, preview } = await startWithPapers([paper(1)]);
  sandbox.zotero.respond = () => ({ status, type: 'application/json', body });
  expect(await preview()).toMatchObject({ problem });
  await pushNow();
  expect(await state()).toMatchObject({ state: 'waiting', result: { problem } });
  await admin.fails(503, 'source_unavailable', 'PUT', '/zotero', { body: { api_key: zoteroKey } });
  sandbox.zotero.respond = ({ method }, normal) => (method === 'POST' ? { status, type: 'text/html', body } : normal());
  await pushNow();
  sandbox.zotero.respond = (_request, normal) => normal();
  expect((await pushNow()).result).toMatchObject({ added: 1, failed: 0, problem: null });
  expect(items().size).toBe(1);
});

test('names and items with characters that cannot be stored are read', async () => {
  const { admin, sandbox, library, pushNow } = await startWithPapers([paper(1)]);
  const access = { user: { library: true, notes: true, write: true } };
  sandbox.zotero.keys.set('nulKeyOfAda', { userID: 475_425, username: 'A\u0000da', access });
  await admin.ok('PUT', '/zotero', { body: { api_key: 'nulKeyOfAda' } });
  library.edit('x\u0000', {
    itemType: 'book',
    title: 'Bo\u0000ok',
    creators: [{}, 7],
    collections: ['\u0000'],
    tags: 7,
  });
  expect(await admin.ok('POST', '/zotero/import', { body: { library: LIBRARY } })).toMatchObject({ links_created: 1 });
  sandbox.zotero.respond = ({ method, path }, normal) => {
    if (method !== 'POST' || !path.endsWith('/items')) return normal();
    const body = JSON.stringify({ successful: {}, failed: { 0: { code: 400, message: 'No \u0000 title' } } });
    return { status: 200, type: 'application/json', body };
  };
  library.remove('items', 'x\u0000');
  expect((await pushNow()).result).toMatchObject({ failed: 1, problem: 'Zotero refused an item: No title.' });
});

test('without Zotero on this server nothing is asked', async () => {
  const { services, admin } = await openService();
  expect(services.config.zoteroUrl).toMatch(/\/zotero$/);
  await admin.fails(422, 'validation_error', 'PUT', '/zotero', { body: { api_key: 'no' } });
});
