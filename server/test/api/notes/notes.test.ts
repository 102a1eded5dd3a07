import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge, unmerge } from '../../support/merges.ts';
import { serviceOfFile } from '../../support/service.ts';
import { startTagged } from '../tags/tagged-library.ts';

const openService = serviceOfFile();

const idOfNote = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A library with ten publications, sorted by title, and functions that read and save notes. */
async function startNoted() {
  const service = await startTagged(openService);
  const { admin, idOf, list } = service;
  const save = (note: number, at: number, text: string, revision = 0) =>
    admin.ok('PUT', `/notes/${idOfNote(note)}`, { body: { publication_id: idOf(at), text, revision } });
  const notesOf = async (at: number): Promise<{ id: string; text: string; revision: number }[]> =>
    (await admin.ok('GET', `/publications/${idOf(at)}/notes`)).notes;
  const textsOf = async (at: number) => (await notesOf(at)).map(({ text }) => text);
  const counts = async () => (await list()).publications.map((one: { note_count: number }) => one.note_count);
  const found = async (search: string): Promise<number[]> =>
    (await list(`search=${encodeURIComponent(search)}`)).publications.map((one: { publication_id: number }) =>
      service.ids.indexOf(one.publication_id),
    );
  return { ...service, save, notesOf, textsOf, counts, found };
}

test('keeps a note as it was written, and a request that is sent again changes nothing', async () => {
  const { admin, idOf, save, notesOf, counts } = await startNoted();
  const text = '  # Héading\r\n\r\n<b>not</b> HTML &amp; \u200f 👩‍🔬\t\n';
  const { note, ...saved } = await save(1, 0, text);
  expect(note, 'its former place, for one release').toEqual(saved);
  expect(note).toMatchObject({ id: idOfNote(1), publication_id: idOf(0), text, revision: 1 });
  expect((await save(1, 0, text)).note).toEqual(note);
  expect((await save(1, 0, 'changed', 1)).note).toMatchObject({ text: 'changed', revision: 2 });
  expect((await save(1, 0, 'changed', 1)).note.revision).toBe(2);
  await save(2, 0, 'x'.repeat(20_000));
  expect(await notesOf(0)).toMatchObject([{ text: 'changed' }, { text: 'x'.repeat(20_000) }]);
  expect((await counts()).slice(0, 2)).toEqual([2, 0]);
  // without content
  expect(await save(2, 0, ' \n', 1)).toBeNull();
  expect(await save(2, 0, ' \n', 1)).toBeNull();
  await admin.ok('DELETE', `/notes/${idOfNote(1)}`);
  await admin.fails(404, 'note_not_found', 'DELETE', `/notes/${idOfNote(1)}`);
  expect((await counts())[0]).toBe(0);
  // the undo of a deletion
  expect((await save(1, 0, 'changed', 2)).note).toMatchObject({ text: 'changed', revision: 3 });
});

test('a save of an older revision is refused with the stored note', async () => {
  const { admin, idOf, save, textsOf } = await startNoted();
  await save(1, 0, 'first');
  await save(1, 0, 'theirs', 1);
  for (const text of ['mine', '']) {
    const body = { publication_id: idOf(0), text, revision: 1 };
    const { error } = await admin.fails(409, 'note_changed', 'PUT', `/notes/${idOfNote(1)}`, { body });
    expect(error.details.note).toMatchObject({ text: 'theirs', revision: 2 });
  }
  expect(await textsOf(0)).toEqual(['theirs']);
  // 20 writers of one revision: one of them wins
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      admin.call('PUT', `/notes/${idOfNote(1)}`, {
        body: { publication_id: idOf(0), text: `text ${at}`, revision: 2 },
      }),
    ),
  );
  const saved = all.filter(({ status }) => status === 200);
  expect(saved).toHaveLength(1);
  expect(all.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(await textsOf(0)).toEqual([saved[0]?.data.note.text]);
});

test('refuses texts that are too long, more than ten notes on a publication, and what is not an id', async () => {
  const { admin, idOf, save } = await startNoted();
  for (let number = 1; number <= 10; number += 1) await save(number, 0, `note ${number}`);
  const put = (id: string, change: object) => ({
    path: `/notes/${id}`,
    options: { body: { publication_id: idOf(0), text: 'a', revision: 0, ...change } },
  });
  const refused = async (status: number, code: string, { path, options }: ReturnType<typeof put>) =>
    (await admin.fails(status, code, 'PUT', path, options)).error;
  expect((await refused(409, 'too_many_notes', put(idOfNote(11), {}))).details).toEqual({ max_count: 10 });
  await save(10, 0, 'changed', 1);
  await refused(422, 'validation_error', put(idOfNote(12), { text: 'x'.repeat(20_001) }));
  await refused(422, 'validation_error', put(idOfNote(12), { text: 'a\0b' }));
  await refused(422, 'validation_error', put(idOfNote(12), { revision: -1 }));
  await refused(422, 'validation_error', put('12', {}));
  await refused(404, 'publication_not_found', put(idOfNote(12), { publication_id: 999_999 }));
});

test('nobody sees, finds, changes or counts the notes of another user, and the log has none of them', async () => {
  const { db, admin, other, ids, idOf, save, notesOf, list, log } = await startNoted();
  await save(1, 0, 'a secretword of the administrator');
  const scholar = await track(db, other.userId, 'BBBBBBBBBBBB');
  await savePageOf(db, scholar, makeRows('B', [0, 1]));
  const [{ publication_id: own }] = (await other.ok('GET', '/publications')).publications;
  await other.fails(404, 'publication_not_found', 'GET', `/publications/${idOf(0)}/notes`);
  await other.fails(404, 'note_not_found', 'DELETE', `/notes/${idOfNote(1)}`);
  // the same id is another note
  const body = { publication_id: own, text: 'mine', revision: 0 };
  expect((await other.ok('PUT', `/notes/${idOfNote(1)}`, { body })).note).toMatchObject({ text: 'mine', revision: 1 });
  expect(await notesOf(0)).toMatchObject([{ text: 'a secretword of the administrator' }]);
  // two users with one publication
  await savePageOf(db, await track(db, await adminId(db), 'BBBBBBBBBBBB'), makeRows('B', [0, 1]));
  expect((await admin.ok('GET', `/publications/${own}/notes`)).notes).toEqual([]);
  expect((await list()).publications).toContainEqual(expect.objectContaining({ publication_id: own, note_count: 0 }));
  expect(ids).not.toContain(own);
  expect((await admin.ok('GET', '/publications?search=note:mine')).publications).toEqual([]);
  expect((await other.ok('GET', '/publications?search=note:secretword')).publications).toEqual([]);
  expect(JSON.stringify(await other.ok('GET', '/scholars/export'))).not.toContain('secretword');
  expect(log()).not.toContain('secretword');
});

test('finds the words and phrases of notes, and publications with a note', async () => {
  const { save, found } = await startNoted();
  await save(1, 0, 'Straße and **Ørsted**: see [table](https://tables.example/x) 機械学習');
  await save(2, 3, 'a plain text');
  await save(3, 3, 'another one');
  expect(await found('note:strasse')).toEqual([0]);
  expect(await found('note:Ørst')).toEqual([0]);
  expect(await found('note:"orsted see table"')).toEqual([0]);
  expect(await found('note:学習')).toEqual([0]);
  expect(await found('note:"table ørsted"')).toEqual([]);
  expect(await found('note:plain or note:table')).toEqual([0, 3]);
  expect(await found('plain')).toEqual([]);
  expect(await found('has:note')).toEqual([0, 3]);
  expect(await found('has:note -note:another')).toEqual([0]);
  expect((await found('-has:note')).length).toBe(8);
  await save(1, 0, 'nothing of that', 1);
  expect(await found('note:table')).toEqual([]);
});

test('merged publications show the notes of all, and the undo gives each its own', async () => {
  const { db, ids, idOf, save, textsOf, counts, found } = await startNoted();
  await save(1, 0, 'of the first');
  await save(2, 1, 'of the second');
  const job = await merge(db, idOf(0), idOf(1));
  expect(await textsOf(1)).toEqual(['of the first', 'of the second']);
  expect((await counts())[0]).toBe(2);
  expect(await found('note:second')).toEqual([0]);
  await save(3, 1, 'while merged');
  expect(ids).toHaveLength(10);
  await unmerge(db, job);
  expect(await textsOf(0)).toEqual(['of the first', 'while merged']);
  expect(await textsOf(1)).toEqual(['of the second']);
  expect((await counts()).slice(0, 3)).toEqual([2, 1, 0]);
});

test('a note on a merged publication follows its user when the merge is undone', async () => {
  const { db, other, idOf } = await startNoted();
  const scholar = await track(db, other.userId, 'BBBBBBBBBBBB');
  await savePageOf(db, scholar, makeRows('B', [0, 1]));
  const [{ publication_id: own }] = (await other.ok('GET', '/publications')).publications;
  const job = await merge(db, idOf(0), own);
  const body = { publication_id: idOf(0), text: 'kept', revision: 0 };
  await other.ok('PUT', `/notes/${idOfNote(1)}`, { body });
  await unmerge(db, job);
  await other.fails(404, 'publication_not_found', 'GET', `/publications/${idOf(0)}/notes`);
  expect((await other.ok('GET', `/publications/${own}/notes`)).notes).toMatchObject([{ text: 'kept' }]);
});

test('notes return when their scholar is tracked again', async () => {
  const { admin, scholar, idOf, save, textsOf } = await startNoted();
  await save(1, 0, 'kept');
  await admin.ok('DELETE', `/scholars/${scholar}`);
  await admin.fails(404, 'publication_not_found', 'GET', `/publications/${idOf(0)}/notes`);
  await admin.ok('POST', '/scholars', { body: { scholar_id: 'AAAAAAAAAAAA' }, status: 201 });
  expect(await textsOf(0)).toEqual(['kept']);
});

test('a publication with a note is no orphan', async () => {
  const { db, admin, scholar, idOf, save } = await startNoted();
  await save(1, 0, 'kept');
  await admin.ok('DELETE', `/scholars/${scholar}`);
  await sql`delete from user_publications`.execute(db);
  const repair = { scope_mode: 'all_users', dry_run: false, gc_orphan_publications: true };
  await admin.ok('POST', '/admin/db/repairs/publication-links', {
    body: { ...repair, confirmation_text: 'REPAIR ALL USERS' },
  });
  expect(await db.selectFrom('publications').select('id').execute()).toEqual([{ id: idOf(0) }]);
});
