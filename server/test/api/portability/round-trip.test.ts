import { expect, test } from 'vitest';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';
import { ADA, BEN, countsOf, importInto, seenBy, sourceRow, startLibrary } from './portability-service.ts';

const openService = serviceOfFile();

test('another installation imports the complete export, and a second import changes nothing', async () => {
  const { admin } = await startLibrary(openService);
  const dump = await admin.ok('GET', '/scholars/export');
  expect(dump).toMatchObject({ schema_version: 1, scholars: [{ display_name: 'Name of AAAAAAAAAAA1' }, {}] });
  expect(dump.publications).toHaveLength(5);
  const other = await openService();
  const first = await importInto(other.admin, dump);
  expect(first).toMatchObject({ skipped_records: 0, warnings: [] });
  expect(countsOf(first)).toEqual([2, 0, 4, 0, 5, 0]);
  const seen = await seenBy(admin);
  expect(await seenBy(other.admin)).toEqual(
    seen.map((one) => ({
      ...one,
      display_identifier:
        one.display_identifier === null ? null : { ...(one.display_identifier as object), confidence_score: 0.5 },
    })),
  );
  expect(countsOf(await importInto(other.admin, dump))).toEqual([0, 0, 0, 0, 0, 0]);
  const again = await other.admin.ok('GET', '/scholars/export');
  // each is matched by the record of the first import
  const nameless = again.publications.map((one: object) => ({ ...one, record_keys: [] }));
  expect({ ...again, exported_at: dump.exported_at, publications: nameless }).toEqual(dump);
  expect(countsOf(await importInto(other.admin, again))).toEqual([0, 0, 0, 0, 0, 0]);
  const lists = await other.admin.ok('GET', '/scholars');
  expect(lists.scholars.map((one: { publication_count: number }) => one.publication_count)).toEqual([3, 2]);
  expect((await other.admin.ok('GET', '/runs/queue/items')).queue_items).toHaveLength(2);
});

test('another user of the same installation gets the existing publications, with their own marks', async () => {
  const { admin, newUser } = await startLibrary(openService);
  const dump = await admin.ok('GET', '/scholars/export');
  const other = await newUser('other');
  const tried = await importInto(other, dump, '?dry_run=true');
  expect(countsOf(tried)).toEqual([2, 0, 0, 0, 5, 0]);
  expect((await other.ok('GET', '/scholars')).scholars).toEqual([]);
  expect(await importInto(other, dump)).toEqual(tried);
  const before = await seenBy(admin);
  expect(await seenBy(other)).toEqual(before);
  const changed = dump.publications.map((one: { is_read: boolean; is_favorite: boolean }) => ({
    ...one,
    venue_text: 'A forged venue',
    citation_count: 999_999,
    is_read: !one.is_read,
    is_favorite: !one.is_favorite,
  }));
  const response = await importInto(other, { ...dump, publications: changed });
  expect(countsOf(response).slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(response.links_updated).toBe(4);
  expect(await seenBy(admin)).toEqual(before);
  const theirs = await other.ok('GET', '/publications');
  expect([theirs.unread_count, theirs.favorites_count]).toEqual([0, 4]);
});

test('an import affects only the scholars of the file, and counts only real changes', async () => {
  const { admin, scholars } = await startLibrary(openService);
  const one = await admin.ok('GET', `/scholars/export?ids=${scholars[1]}`);
  expect(one.scholars).toHaveLength(1);
  expect(one.publications).toHaveLength(2);
  const change = { ...one, scholars: [{ ...one.scholars[0], is_enabled: false, display_name: 'Forged' }] };
  expect(countsOf(await importInto(admin, change))).toEqual([0, 1, 0, 0, 0, 0]);
  expect(countsOf(await importInto(admin, change))).toEqual([0, 0, 0, 0, 0, 0]);
  const listed = (await admin.ok('GET', '/scholars')).scholars;
  expect(listed.map((s: { is_enabled: boolean }) => s.is_enabled)).toEqual([true, false]);
  expect(listed[1].display_name).toBe('Name of BBBBBBBBBBB2');
  await admin.fails(400, 'invalid_ids_param', 'GET', '/scholars/export?ids=x');
  await admin.fails(400, 'invalid_ids_param', 'GET', '/scholars/export?ids=');
  await admin.fails(404, 'scholar_not_found', 'GET', '/scholars/export?ids=999999');
  await admin.fails(422, 'validation_error', 'GET', '/scholars/export?nothing=1');
});

test('favorites of an untracked scholar are exported and imported, but hidden entries are not', async () => {
  const { admin, scholars } = await startLibrary(openService);
  await admin.ok('DELETE', `/scholars/${scholars[0]}`);
  const dump = await admin.ok('GET', '/scholars/export');
  const orphan = dump.publications.filter((one: { scholar_id: string | null }) => one.scholar_id === null);
  expect(orphan).toEqual([expect.objectContaining({ is_favorite: true })]);
  expect(dump.publications).toHaveLength(3);
  expect(countsOf(await importInto(admin, dump))).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await admin.ok('GET', '/scholars/export')).publications).toEqual(dump.publications);
  const other = await openService();
  expect(countsOf(await importInto(other.admin, dump))).toEqual([1, 0, 3, 0, 3, 0]);
  expect(countsOf(await importInto(other.admin, dump))).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await other.admin.ok('GET', '/publications')).favorites_count).toBe(1);
});

test('an item that a file contains twice is one publication with the marks of both', async () => {
  const { admin, db, newUser } = await openService();
  const item = { scholar_id: null, title: 'Editorial', is_favorite: true, row_keys: [`${ADA}:row000000001`] };
  const other = await newUser('other');
  const known = sourceRow(BEN, 'row000000002', { title: 'Named otherwise' });
  await savePageOf(db, await track(db, other.userId, BEN), [known]);
  const publications = [item, { ...item, is_read: true, row_keys: [...item.row_keys, known.key] }];
  expect(countsOf(await importInto(admin, { scholars: [], publications }))).toEqual([0, 0, 1, 0, 1, 0]);
  expect((await admin.ok('GET', '/publications')).publications).toMatchObject([{ is_read: true, is_favorite: true }]);
  expect(countsOf(await importInto(admin, { scholars: [], publications }))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a publication that only the key of its row identifies is recognized, at each source', async () => {
  const { admin, db } = await openService();
  const userId = await adminId(db);
  const keys = [`${ADA}:row000000001`, 'W3926945698', '0000-0272-0993-2192:doi:10.5555/(a)b;1', 'journals/x/Y20'];
  for (const [at, key] of keys.entries())
    await savePageOf(db, await track(db, userId, `Profile_000${at}`), [makeRow(key, { title: 'Introduction' })]);
  const dump = await admin.ok('GET', '/scholars/export');
  expect(dump.publications).toHaveLength(4);
  expect(countsOf(await importInto(admin, dump))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a scholar that is tracked again gets the imported publications back', async () => {
  const { admin } = await openService();
  const publications = [
    { scholar_id: ADA, title: 'One', is_read: true },
    { scholar_id: ADA, title: 'Two' },
  ];
  const file = { scholars: [{ scholar_id: ADA }], publications };
  await importInto(admin, file);
  const listed = async () => {
    const {
      publications: seen,
      total_count,
      unread_count,
    } = await admin.ok('GET', '/publications?sort_by=title&sort_dir=asc');
    return [total_count, unread_count, ...seen.map(({ title }: { title: string }) => title)];
  };
  const before = await listed();
  for (const again of [file, { ...file, publications: [] }]) {
    const [{ id }] = (await admin.ok('GET', '/scholars')).scholars;
    await admin.ok('DELETE', `/scholars/${id}`);
    expect(await listed()).toEqual([0, 0]);
    await importInto(admin, again);
    expect(await listed()).toEqual(before);
  }
});
