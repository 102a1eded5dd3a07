import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pushSync } from '../../../src/zotero/push-sync.ts';
import { listPushed } from '../../../src/zotero/store.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { RUNNING_JOB } from '../../support/running-job.ts';
import { addPapers, idOf, paper, push, startWithPapers } from './zotero-service.ts';

const papers = (count: number) => Array.from({ length: count }, (_, at) => paper(at));
let nextNumber = 100;
const clean = { kept: 0, deleted: 0, failed: 0, problem: null };

test('a preview writes nothing, a push makes the collection and its items, and a second push writes nothing', async () => {
  const { preview, pushNow, items, library, sandbox, state } = await startWithPapers(papers(3));
  expect(await preview()).toEqual({ ...clean, total: 3, added: 3, changed: 0, unchanged: 0 });
  expect(library.version).toBe(0);
  const { result } = await pushNow();
  expect(result).toEqual({ ...clean, total: 3, added: 3, changed: 0, unchanged: 0 });
  const [collection] = library.list('collections');
  expect(collection?.data).toEqual({ name: 'loops' });
  expect(items().get('Loops of kind 1')?.data).toEqual({
    ...{ itemType: 'journalArticle', title: 'Loops of kind 1', abstractNote: '', date: '2020', url: '', extra: '' },
    creators: [{ creatorType: 'author', firstName: 'Karin', lastName: 'van der Berg' }],
    ...{
      publicationTitle: 'Journal of Loops',
      volume: '12',
      issue: '',
      pages: '1-20',
      ISSN: '',
      DOI: '10.5555/loop.1',
    },
    ...{ tags: [{ tag: 'loops' }], collections: [collection?.key] },
  });
  expect(await state()).toMatchObject({ state: 'waiting', name: 'loops' });
  const again = await pushNow();
  expect(again.result).toEqual({ ...clean, total: 3, added: 0, changed: 0, unchanged: 3 });
  expect(again.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  expect(sandbox.zotero.requests.every(({ query }) => !query.has('key'))).toBe(true);
});

test('what changes in the library changes there; what the person changed or deleted there is left alone', async () => {
  const { admin, pushNow, preview, items, library } = await startWithPapers(papers(4));
  await pushNow();
  const keyOf = (number: number) => items().get(`Loops of kind ${number}`)?.key ?? '';
  const [changed, deleted, trashed] = [keyOf(0), keyOf(1), keyOf(2)];
  library.edit(changed, { title: 'My own title' });
  library.edit(trashed, { deleted: 1 });
  library.remove('items', deleted);
  await addPapers(admin, [paper(9)]);
  const { tags } = await admin.ok('GET', '/tags');
  await admin.ok('PATCH', `/tags/${tags[0].id}`, { body: { name: 'rings' } });
  const expected = { ...clean, total: 5, added: 1, changed: 1, unchanged: 0, kept: 2, deleted: 1 };
  expect(await preview()).toEqual(expected);
  expect((await pushNow()).result).toEqual(expected);
  expect(items().get('My own title')?.data.tags).toEqual([{ tag: 'loops' }]);
  expect(items().get('Loops of kind 3')?.data.tags).toEqual([{ tag: 'rings' }]);
  expect([...items().keys()]).not.toContain('Loops of kind 1');
  const { version } = library;
  expect((await pushNow()).result).toEqual({ ...expected, added: 0, changed: 0, unchanged: 2 });
  expect(library.version, 'nothing was written').toBe(version);
});

test('a change by the person during a push is kept, too', async () => {
  const { admin, pushNow, items, library, sandbox } = await startWithPapers(papers(2));
  await pushNow();
  const { tags } = await admin.ok('GET', '/tags');
  await admin.ok('PATCH', `/tags/${tags[0].id}`, { body: { name: 'rings' } });
  const key = items().get('Loops of kind 0')?.key ?? '';
  sandbox.zotero.respond = (request, normal) => {
    if (request.method === 'POST') library.edit(key, { title: 'My own title' });
    return normal();
  };
  expect((await pushNow()).result).toMatchObject({ changed: 1, kept: 1, failed: 0 });
  sandbox.zotero.respond = (_request, normal) => normal();
  const { version } = library;
  expect((await pushNow()).result).toMatchObject({ changed: 0, unchanged: 1, kept: 1 });
  expect([library.version, items().get('My own title')?.data.tags]).toEqual([version, [{ tag: 'loops' }]]);
});

test('a push that loses its connection anywhere makes nothing twice and loses nothing', async () => {
  const { admin, pushNow, library, sandbox, items } = await startWithPapers(papers(1));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('ok', 'lost', 'unheard'), { maxLength: 8 }), async (fates) => {
      await addPapers(
        admin,
        Array.from({ length: 60 }, () => paper(nextNumber++)),
      );
      const left = [...fates];
      sandbox.zotero.respond = (_request, normal) => {
        const fate = left.shift() ?? 'ok';
        if (fate === 'lost') return 'reset';
        const answer = normal();
        return fate === 'unheard' ? 'reset' : answer;
      };
      for (let at = 0; at <= fates.length; at += 1) await pushNow();
      const { result } = await pushNow();
      const { publications } = await admin.ok('GET', '/publications?page_size=500');
      expect(result).toEqual({
        ...clean,
        total: publications.length,
        added: 0,
        changed: 0,
        unchanged: publications.length,
      });
      expect(library.list('items')).toHaveLength(items().size);
      expect(items().size).toBe(publications.length);
      expect(library.list('collections')).toHaveLength(1);
    }),
    { numRuns: 6 },
  );
});

test('an item that the person changed after a push lost its connection is kept', async () => {
  const { pushNow, library, sandbox, items } = await startWithPapers(papers(2));
  sandbox.zotero.respond = ({ method, path }, normal) => {
    const answer = normal();
    return method === 'POST' && path.endsWith('/items') ? 'reset' : answer;
  };
  expect((await pushNow()).result).toMatchObject({ problem: 'Zotero cannot be reached now.' });
  sandbox.zotero.respond = (_request, normal) => normal();
  library.edit(items().get('Loops of kind 1')?.key ?? '', { title: 'My own title' });
  const { result, requests } = await pushNow();
  expect(result).toMatchObject({ total: 2, added: 0, unchanged: 1, kept: 1, problem: null });
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  expect([...items().keys()].sort()).toEqual(['Loops of kind 0', 'My own title']);
});

test('Backoff and Retry-After are obeyed by pushes, previews and imports, and the push goes on afterwards', async () => {
  const service = await startWithPapers(papers(120));
  const { admin, db, pushNow, sandbox, state } = service;
  sandbox.zotero.respond = ({ path, method }, normal) => {
    const answer = normal();
    const isWrite = method === 'POST' && path.endsWith('/items');
    return isWrite && answer !== undefined ? { ...answer, headers: { ...answer.headers, backoff: '300' } } : answer;
  };
  const first = await pushNow();
  expect(first.result).toMatchObject({ total: 120, added: 50 });
  expect(await state()).toMatchObject({ state: 'pushing' });
  const count = sandbox.zotero.requests.length;
  await push(service);
  await admin.fails(503, 'source_unavailable', 'POST', '/zotero/import', { body: { library: service.library.id } });
  expect((await service.preview()).problem).toMatch(/^Zotero asks for a pause of \d+ seconds\.$/);
  expect(sandbox.zotero.requests).toHaveLength(count);

  const endWait = () => sql`update zotero_accounts set wait_until = now()`.execute(db);
  for (const status of [429, 503]) {
    await endWait();
    sandbox.zotero.respond = () => ({ status, type: 'text/plain', body: '', headers: { 'retry-after': '600' } });
    await push(service);
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from wait_until - now())::integer as wait from zotero_accounts`.execute(db);
    expect(rows[0]?.wait).toBeGreaterThan(590);
  }
  await endWait();
  sandbox.zotero.respond = (_request, normal) => normal();
  await push(service);
  expect(await state()).toMatchObject({ state: 'waiting', result: { total: 120, added: 120, unchanged: 0 } });
});

test('a push that Zotero finds too large stops, and says so', async () => {
  const { pushNow, sandbox, state, items } = await startWithPapers(papers(1));
  sandbox.zotero.respond = ({ path, method }, normal) =>
    method === 'POST' && path.endsWith('/items') ? { status: 413, type: 'text/plain', body: '' } : normal();
  await pushNow();
  expect(await state()).toMatchObject({
    ...{ state: 'stopped', next_push_at: null },
    result: { added: 0, problem: 'Zotero refused the items, because they are too large.' },
  });
  sandbox.zotero.respond = (_request, normal) => normal();
  expect((await pushNow()).result).toMatchObject({ added: 1, problem: null });
  expect(items().size).toBe(1);
});

test('the links follow a merge and its undo', async () => {
  const { admin, db, pushNow, items } = await startWithPapers(papers(2));
  await pushNow();
  const [one, two] = [await idOf(admin, 'Loops of kind 0'), await idOf(admin, 'Loops of kind 1')];
  const job = await merge(db, one, two);
  expect((await pushNow()).result).toMatchObject({ total: 1, added: 0, unchanged: 1 });
  await unmerge(db, job);
  expect((await pushNow()).result).toMatchObject({ total: 2, added: 0, unchanged: 2 });
  expect(items().size).toBe(2);
});

test('two collections of a library share their items', async () => {
  const { admin, db, pushNow, items, library, services } = await startWithPapers(papers(1));
  await pushNow();
  const id = await idOf(admin, 'Loops of kind 0');
  await admin.ok('POST', `/publications/${id}/favorite`, { body: { is_favorite: true } });
  const body = { library: library.id, scope: 'favorites' };
  const { id: second } = await admin.ok('POST', '/zotero/syncs', { body, status: 201 });
  await admin.ok('POST', `/zotero/syncs/${second}/push`);
  await push({ services });
  const keys = library.list('collections').map(({ key }) => key);
  expect(items().get('Loops of kind 0')?.data.collections).toEqual([...keys].sort());
  library.remove('collections', keys[1] ?? '');
  await admin.ok('POST', `/zotero/syncs/${second}/push`);
  await push({ services });
  const { syncs } = await admin.ok('GET', '/zotero');
  expect(syncs[1]).toMatchObject({
    state: 'stopped',
    result: { problem: expect.stringContaining('was deleted in Zotero') },
  });
  expect(library.list('collections')).toHaveLength(1);
  expect((await sql`select from zotero_links`.execute(db)).rows).toHaveLength(1);
});

test('1,000 items are pushed in 20 requests, and the second push sends two', async () => {
  const { pushNow, items } = await startWithPapers(papers(1000));
  const from = performance.now();
  const { result, requests } = await pushNow();
  expect(result).toMatchObject({ total: 1000, added: 1000, problem: null });
  expect(performance.now() - from).toBeLessThan(30_000);
  expect(requests.filter(({ path }) => path.endsWith('/items') && path).length).toBe(21);
  expect(items().size).toBe(1000);
  const again = await pushNow();
  expect([again.requests.length, again.result.unchanged]).toEqual([2, 1000]);
});

test.each([
  ['says nothing of an item', { successful: {}, unchanged: {}, failed: {} }, { 'last-modified-version': '9' }],
  ['does not say why an item is refused', { successful: {}, failed: { 0: {} } }, { 'last-modified-version': '9' }],
  ['has no version', { successful: { 0: {} } }, {}],
])('a response that %s adds nothing, and the next push does', async (_name, body, headers) => {
  const { pushNow, sandbox, items } = await startWithPapers(papers(1));
  for (const kind of ['/collections', '/items']) {
    sandbox.zotero.respond = ({ method, path }, normal) =>
      method === 'POST' && path.endsWith(kind)
        ? { status: 200, type: 'application/json', body: JSON.stringify(body), headers }
        : normal();
    const problem = 'Zotero sent something else than expected (status 200).';
    expect((await pushNow()).result, kind).toMatchObject({ added: 0, failed: 0, problem });
  }
  sandbox.zotero.respond = (_request, normal) => normal();
  expect((await pushNow()).result).toMatchObject({ added: 1, problem: null });
  expect((await pushNow()).result).toMatchObject({ unchanged: 1, kept: 0 });
  expect(items().size).toBe(1);
});

test('a push that is wanted while another one runs takes place', async () => {
  const { admin, path, services, state } = await startWithPapers(papers(1));
  await admin.ok('POST', path);
  const [running] = await listPushed(services.db);
  if (running === undefined) throw new Error('nothing is due');
  await admin.ok('POST', path);
  await pushSync(services, running, RUNNING_JOB);
  expect(await state()).toMatchObject({ state: 'pushing', result: { added: 1 } });
  await push({ services });
  expect(await state()).toMatchObject({ state: 'waiting', result: { added: 0, unchanged: 1 } });
});
