import { zoteroKey } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { KINDS, writeKind } from '../../../src/names/kinds.ts';
import { hasRecorded, readRecorded } from '../../fixtures/read-fixture.ts';
import type { Client } from '../../support/client.ts';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { LIBRARY, openService, paper, push, startWithPapers } from './zotero-service.ts';

async function openLibrary() {
  const service = await openService();
  await service.admin.ok('PUT', '/zotero', { body: { api_key: zoteroKey } });
  const read = (query = '') => service.admin.ok('POST', `/zotero/import${query}`, { body: { library: LIBRARY } });
  const list = async () => (await service.admin.ok('GET', '/publications?page_size=500')).publications;
  return { ...service, library: service.sandbox.zotero.library(LIBRARY), read, list };
}

test('a library of Zotero arrives with its tags and notes, once; attachments and loose notes do not', async () => {
  const { admin, library, read, list } = await openLibrary();
  library.edit('AAAA2222', {
    ...{ itemType: 'journalArticle', title: 'Silt in <i>two</i> rivers', DOI: '10.5555/silt', date: '2021-03' },
    creators: [
      { creatorType: 'editor', firstName: 'No', lastName: 'Author' },
      { creatorType: 'author', firstName: 'Karin', lastName: 'van der Berg' },
      { creatorType: 'author', name: 'ATLAS Collaboration' },
    ],
    ...{ publicationTitle: 'Journal of Rivers', volume: '12', issue: '3', pages: '1-20', extra: 'PMID: 12345' },
    tags: [{ tag: 'rivers' }, { tag: 'silt', type: 1 }],
  });
  library.edit('AAAA3333', { itemType: 'preprint', title: 'Sand', archiveID: 'arXiv:2101.00001', creators: [] });
  library.edit('NNNN2222', { itemType: 'note', parentItem: 'AAAA2222', note: '<p>Read this</p><p>twice.</p>' });
  library.edit('NNNN3333', { itemType: 'note', note: '<p>On its own</p>' });
  library.edit('FFFF2222', { itemType: 'attachment', parentItem: 'AAAA2222', title: 'Full text' });
  library.edit('FFFF3333', { itemType: 'attachment', title: 'A file' });
  library.edit('BBBB2222', { itemType: 'book', title: '', creators: [] });

  expect(await read('?dry_run=true')).toMatchObject({ links_created: 2, links_known: 0, skipped_records: 1 });
  expect(await list()).toEqual([]);
  const { warnings, ...counts } = await read('?mark_read=true');
  expect(counts).toMatchObject({ links_created: 2, skipped_records: 1 });
  expect(warnings).toEqual([expect.stringContaining('The item BBBB2222')]);
  const [silt, sand] = (await list()).sort((a: { title: string }, b: { title: string }) =>
    a.title < b.title ? 1 : -1,
  );
  expect(silt).toMatchObject({ year: 2021, is_read: true, note_count: 1 });
  expect(silt.tags.map(({ name }: { name: string }) => name)).toEqual(['rivers', 'silt']);
  const detail = await admin.ok('GET', `/publications/${silt.publication_id}`);
  expect(JSON.stringify(detail)).toContain('10.5555/silt');
  expect(JSON.stringify(detail)).toContain('12345');
  const { notes } = await admin.ok('GET', `/publications/${silt.publication_id}/notes`);
  expect(notes.map(({ text }: { text: string }) => text)).toEqual(['Read this\n\ntwice.']);
  expect(sand).toMatchObject({ display_identifier: expect.objectContaining({ value: '2101.00001' }) });
  expect(await read()).toMatchObject({ links_created: 0, links_known: 2 });
});

test('a list of what was imported is pushed without second items, and only adds them to its collection', async () => {
  const { admin, services, library, read } = await openLibrary();
  const data = { itemType: 'book', title: 'Silt', creators: [], tags: [{ tag: 'silt' }], collections: ['MINE2222'] };
  library.edit('AAAA2222', data);
  library.edit('AAAA3333', { ...data, title: 'Sand' });
  await read();
  const { tags } = await admin.ok('GET', '/tags');
  const body = { library: LIBRARY, scope: 'tag', tag_id: tags[0].id };
  const { id } = await admin.ok('POST', '/zotero/syncs', { body, status: 201 });
  library.edit('AAAA3333', { title: 'Sand, changed' });
  library.write('collections', [{ key: 'MINE2222', version: 0, name: 'Mine' }]);
  await admin.ok('POST', `/zotero/syncs/${id}/push`);
  await push({ services });
  const { syncs } = await admin.ok('GET', '/zotero');
  expect(syncs[0].result).toMatchObject({ total: 2, added: 0, changed: 1, kept: 1, failed: 0 });
  const made = library.list('collections').find((one) => one.key !== 'MINE2222');
  expect(library.list('items').map((one) => one.data)).toEqual([
    { ...data, collections: ['MINE2222', made?.key].sort() },
    { ...data, title: 'Sand, changed' },
  ]);
});

test('many items arrive page by page', async () => {
  const { library, read, sandbox, list } = await openLibrary();
  for (let at = 0; at < 250; at += 1)
    library.edit(`KEY${10_000 + at}`, { itemType: 'book', title: `Loops of kind ${at}`, creators: [] });
  const from = sandbox.zotero.requests.length;
  expect(await read()).toMatchObject({ links_created: 250 });
  expect(sandbox.zotero.requests.slice(from).map(({ query }) => query.get('start'))).toEqual(['0', '0', '100', '200']);
  expect(await list()).toHaveLength(250);
});

test('the kinds and editors of a library survive the push and the way back', async () => {
  const editor = [{ family: 'Roe', given: 'Jane' }];
  const kinds = KINDS.map((type, at) =>
    paper(at, { type, 'container-title': 'Loops of Ice', publisher: 'Loop Press', editor }),
  );
  const { admin, pushNow, items, newUser } = await startWithPapers(kinds);
  await pushNow();
  const typeOf = (type: string) => KINDS.map((_, at) => at).find((at) => kinds[at]?.type === type);
  expect(KINDS.map((kind) => items().get(`Loops of kind ${typeOf(kind)}`)?.data.itemType)).toEqual(
    // a paper without a kind is one of the journal that it is in
    KINDS.map((kind) => writeKind('zotero', kind === 'document' ? 'article-journal' : kind)),
  );
  const typesOf = async (client: Client) => {
    const response = await client.raw('GET', '/api/v1/publications/export?format=csl-json&sort_by=title');
    return JSON.parse(await response.text()).map(({ title, type, editor: editors }: Record<string, unknown>) => [
      title,
      type,
      editors,
    ]);
  };
  const other = await newUser('other');
  await other.ok('PUT', '/zotero', { body: { api_key: zoteroKey } });
  await other.ok('POST', '/zotero/import', { body: { library: LIBRARY } });
  const types = await typesOf(other);
  expect(types).toEqual(await typesOf(admin));
  expect(types).toContainEqual([expect.any(String), 'chapter', editor]);
});

test('what Lectern pushed is known, whatever the person changed, and a suffix is one on the way back', async () => {
  const king = { author: [{ family: 'King', given: 'Martin', suffix: 'Jr.' }], DOI: undefined };
  const papers = [paper(1, king), paper(2, { ...king, issued: undefined }), paper(3, { DOI: undefined })];
  const { admin, pushNow, items, library, newUser } = await startWithPapers(papers);
  await pushNow();
  // as Zotero's own import of "King, Jr., Martin" makes it
  const creators = [{ creatorType: 'author', firstName: 'Martin, Jr.', lastName: 'King' }];
  expect(items().get('Loops of kind 1')?.data.creators).toEqual(creators);
  library.edit(items().get('Loops of kind 3')?.key ?? '', { title: 'My own title', date: '', DOI: '10.5555/other' });
  const counts = { links_created: 0, links_known: 3, publications_created: 0, links_updated: 0 };
  for (const query of ['?dry_run=true', ''])
    expect(await admin.ok('POST', `/zotero/import${query}`, { body: { library: LIBRARY } })).toMatchObject(counts);
  expect((await pushNow()).result).toMatchObject({ total: 3, added: 0, unchanged: 2, kept: 1 });
  expect(library.list('items')).toHaveLength(3);
  const other = await newUser('other');
  await other.ok('PUT', '/zotero', { body: { api_key: zoteroKey } });
  expect(await other.ok('POST', '/zotero/import', { body: { library: LIBRARY } })).toMatchObject({ links_created: 3 });
  const { publications } = await other.ok('GET', '/scholars/export');
  expect(publications.flatMap((one: { authors: object[] }) => one.authors)).toContainEqual(
    expect.objectContaining({ name: 'Martin King Jr.', family: 'King', suffix: 'Jr.' }),
  );
});

test('a pushed paper of a scholar is not added by an import, and comes back if the scholar is gone', async () => {
  const { admin, db, sandbox, services } = await openLibrary();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAA1');
  await savePageOf(db, scholar, [makeRow('AAAAAAAAAAA1:1', { title: 'Silt', authors: 'A Lund' })]);
  const [{ id: scholarId }] = (await admin.ok('GET', '/scholars')).scholars;
  const body = { library: LIBRARY, scope: 'scholar', scholar_profile_id: scholarId };
  const { id } = await admin.ok('POST', '/zotero/syncs', { body, status: 201 });
  await admin.fails(422, 'validation_error', 'POST', '/zotero/syncs', { body });
  await admin.ok('POST', `/zotero/syncs/${id}/push`);
  await push({ services });
  expect(sandbox.zotero.library(LIBRARY).list('items')).toHaveLength(1);
  const read = () => admin.ok('POST', '/zotero/import', { body: { library: LIBRARY } });
  const list = async () => (await admin.ok('GET', '/publications')).publications;
  expect(await read()).toMatchObject({ links_created: 0, links_known: 1, publications_created: 0 });
  await admin.ok('DELETE', `/scholars/${scholarId}`);
  expect(await list()).toEqual([]);
  expect(await read()).toMatchObject({ publications_created: 0 });
  expect(await list()).toMatchObject([{ title: 'Silt' }]);
});

test('an import says that the library changed while it was read', async () => {
  const { library, read, sandbox } = await openLibrary();
  for (let at = 0; at < 150; at += 1)
    library.edit(`KEY${10_000 + at}`, { itemType: 'book', title: `Loops of kind ${at}`, creators: [] });
  sandbox.zotero.respond = ({ query }, normal) => {
    if (query.get('start') === '100') library.edit('KEY10000', { title: 'Changed' });
    const answer = normal();
    // Zotero counts items only if it is asked to
    return { ...answer, headers: { ...answer.headers, 'total-results': '' } };
  };
  const { links_created, warnings } = await read();
  expect([links_created, warnings]).toEqual([
    150,
    ['The library changed in Zotero while it was read. Import it again to miss nothing.'],
  ]);
});

test('what was pushed and read back is known', async () => {
  const { admin, pushNow } = await startWithPapers([1, 2, 3].map((number) => paper(number)));
  await pushNow();
  const result = await admin.ok('POST', '/zotero/import', { body: { library: LIBRARY } });
  expect(result).toMatchObject({ links_created: 0, links_known: 3, publications_created: 0, skipped_records: 0 });
});

test.runIf(hasRecorded('formats/zotero-api'))('items that Zotero really sent are read', async () => {
  const { library, read, list } = await openLibrary();
  const items = JSON.parse(String(readRecorded('formats/zotero-api/items_doc.json'))) as {
    key: string;
    data: Record<string, unknown>;
  }[];
  for (const { key, data } of items) library.edit(key, data);
  const papers = items.filter(({ data }) => !['attachment', 'note'].includes(String(data.itemType)) && data.title);
  expect(papers.length).toBeGreaterThan(10);
  expect(await read()).toMatchObject({ links_created: papers.length });
  expect(await list()).toHaveLength(papers.length);
});

test('a response that is no list imports nothing, and says so', async () => {
  const { admin, sandbox } = await openLibrary();
  sandbox.zotero.respond = () => ({ status: 200, type: 'application/json', body: '{"items": []}' });
  await admin.fails(503, 'source_unavailable', 'POST', '/zotero/import', { body: { library: LIBRARY } });
});
