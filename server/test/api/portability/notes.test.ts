import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { serviceOfFile } from '../../support/service.ts';
import { ADA, countsOf, importInto } from './portability-service.ts';

const openService = serviceOfFile();

const [FIRST, SECOND] = ['1c6f0a52-8f3d-4e0b-9d0c-0f8b1f6a7a11', '1c6f0a52-8f3d-4e0b-9d0c-0f8b1f6a7a12'];
const AT = '2024-02-29T12:34:56.789Z';

const file = (...items: object[]) => ({
  scholars: [{ scholar_id: ADA }],
  publications: items.map((publication, at) => ({ scholar_id: ADA, title: `Work ${at}`, ...publication })),
});

async function notesByTitle(client: Client) {
  const { publications } = await client.ok('GET', '/publications?sort_by=title&sort_dir=asc');
  const all = [];
  for (const { publication_id: id } of publications) {
    const { notes } = await client.ok('GET', `/publications/${id}/notes`);
    all.push(notes.map(({ text }: { text: string }) => text));
  }
  return all;
}

test('an import adds notes and never changes existing ones, and its preview counts the same', async () => {
  const { admin } = await openService();
  await importInto(admin, file({ notes: [{ id: FIRST, text: 'mine' }] }, {}, {}));
  const more = file(
    { notes: [{ id: FIRST.toUpperCase(), text: 'theirs' }] },
    { notes: [{ id: SECOND, text: '**new**\n', created_at: AT, updated_at: AT }] },
    { notes: ['a text', 'a text', { text: 'another' }] },
  );
  const preview = await importInto(admin, more, '?dry_run=true');
  expect(countsOf(preview)).toEqual([0, 0, 0, 0, 0, 2]);
  expect(await notesByTitle(admin)).toEqual([['mine'], [], []]);
  expect(await importInto(admin, more)).toEqual(preview);
  expect(await notesByTitle(admin)).toEqual([['mine'], ['**new**\n'], expect.arrayContaining(['a text', 'another'])]);
  expect(countsOf(await importInto(admin, more))).toEqual([0, 0, 0, 0, 0, 0]);
  const { publications } = await admin.ok('GET', '/scholars/export');
  expect(publications[1].notes).toEqual([{ id: SECOND, text: '**new**\n', created_at: AT, updated_at: AT }]);
  expect((await admin.ok('GET', '/publications?search=note:new')).publications).toHaveLength(1);
});

test('an export brings all notes to another user, and changes nothing where it comes from', async () => {
  const service = await openService();
  const { admin } = service;
  const text = (at: number) => `${at} ${'機'.repeat(19_990)}`;
  const notes = Array.from({ length: 10 }, (_, at) => ({ id: FIRST.replace(/.$/, String(at)), text: text(at) }));
  await importInto(admin, file({ notes }));
  const exported = await admin.ok('GET', '/scholars/export');
  expect(countsOf(await importInto(admin, exported))).toEqual([0, 0, 0, 0, 0, 0]);
  const other = await service.newUser('other');
  expect((await importInto(other, exported)).skipped_records).toBe(0);
  expect(await notesByTitle(other)).toEqual(await notesByTitle(admin));
  expect(await notesByTitle(other)).toEqual([notes.map((note) => note.text)]);
});

test('an import skips what is not a note, and cuts one that is too long', async () => {
  const { admin } = await openService();
  const notes = [7, null, '', ' ', { id: FIRST }, { id: 'x', text: 'a\0b' }, { text: 'x'.repeat(20_001) }];
  const { warnings } = await importInto(admin, file({ notes }, { notes: 'nothing' }));
  expect(warnings).toEqual([
    expect.stringMatching(/publications\[0\].*notes/),
    expect.stringMatching(/publications\[1\].*notes/),
  ]);
  expect(await notesByTitle(admin)).toEqual([expect.arrayContaining(['ab', 'x'.repeat(20_000)]), []]);
});
