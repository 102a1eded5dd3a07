// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import type { Note } from '../api/shapes.ts';
import { saveStoredDrafts } from '../features/notes/save-stored-drafts.ts';
import { FakeService } from './testing/fake-service.ts';
import { findRow, focusedRow } from './testing/list-page.ts';
import { closeApp, renderApp } from './testing/render-app.tsx';
import { papers } from './testing/samples.ts';

const NOTE: Note = {
  id: '00000000-0000-4000-8000-000000000001',
  publication_id: 1,
  text: 'A **first** note',
  revision: 1,
  created_at: '2026-11-24T08:00:00.000Z',
  updated_at: '2026-11-24T08:00:00.000Z',
};

let service: FakeService;

beforeEach(() => {
  service = new FakeService();
  service.publications = papers(3);
});

afterEach(closeApp);

/** Opens the list and goes to the first row. */
async function openList(notes: readonly Note[] = []) {
  service.notes = [...notes];
  service.publications = papers(3).map((one, at) => ({ ...one, note_count: at === 0 ? notes.length : 0 }));
  const { user } = renderApp('/?view=all', service);
  await findRow(2);
  await user.keyboard('j');
  await waitFor(() => expect(focusedRow()).toBe('0'));
  return user;
}

const SAVE = /\/notes\/[\da-f-]{36}$/;
const findField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
const findNotes = () => screen.findByRole('region', { name: 'Notes' });
const texts = () => service.notes.map(({ text }) => text);
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('lectern-note:'));
const hasMark = async () => within(await findRow(0)).queryByText('Has a note') !== null;

test('writes a note by key: it is kept at once, saved after a pause, and marked in the list', async () => {
  const user = await openList();
  await user.keyboard('n');
  const field = await findField();
  expect(document.activeElement).toBe(field);
  await user.type(field, 'See _table 3_');
  // shortcuts do not apply in the field, and the text would survive the page now
  expect(stored()).toHaveLength(1);
  expect(service.callsTo('/notes')).toHaveLength(1);
  await screen.findByText('Saved');
  expect(texts()).toEqual(['See _table 3_']);
  expect(stored()).toEqual([]);
  expect(await hasMark()).toBe(true);
  await user.keyboard('{Escape}');
  expect(within(await findNotes()).getByText('table 3').tagName).toBe('EM');
  await waitFor(() => expect(focusedRow()).toBe('0'));
  // one request for one pause
  expect(service.calls.filter(({ method, path }) => method === 'PUT' && path.includes('/notes/'))).toHaveLength(1);
});

test('edits the note of a publication, saves it when the editor closes, and deletes it with undo', async () => {
  const user = await openList([NOTE]);
  expect(await hasMark()).toBe(true);
  await user.keyboard('n');
  const field = await findField();
  expect(field.value).toBe(NOTE.text);
  await user.keyboard(', longer{Control>}{Enter}{/Control}');
  await waitFor(() => expect(texts()).toEqual(['A **first** note, longer']));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(texts()).toEqual([]));
  expect(screen.queryByText('first')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('first');
  await waitFor(() => expect(texts()).toEqual(['A **first** note, longer']));
  await waitFor(() => expect(stored()).toEqual([]));
});

test('keeps a text without a connection, and saves it with what was typed since', async () => {
  const user = await openList();
  await user.keyboard('n');
  const [first, second] = [service.hold(SAVE), service.hold(SAVE)];
  // the request arrives, and its response is lost
  first.lose();
  await user.type(await findField(), 'one');
  await screen.findByText(/Not saved yet: no connection/);
  expect(texts()).toEqual(['one']);
  await user.type(await findField(), ' two');
  second.respond();
  await screen.findByText('Saved', {}, { timeout: 20_000 });
  expect(texts()).toEqual(['one two']);
  expect(stored()).toEqual([]);
});

test.each([
  ['Keep yours', ['mine']],
  ['Keep the other', ['theirs']],
  ['Keep both', ['theirs', 'mine']],
])('a save that meets another text asks which one to keep: %s', async (choice, kept) => {
  const user = await openList([NOTE]);
  await user.keyboard('n');
  const field = await findField();
  service.notes = [{ ...NOTE, text: 'theirs', revision: 2 }];
  await user.clear(field);
  await user.type(field, 'mine');
  const conflict = await screen.findByRole('region', { name: 'This note was changed elsewhere' });
  expect(within(conflict).getByText('mine')).toBeTruthy();
  expect(within(conflict).getByText('theirs')).toBeTruthy();
  expect(texts()).toEqual(['theirs']);
  expect(await screen.findByText('1 note is not saved.')).toBeTruthy();
  await user.click(within(conflict).getByRole('button', { name: choice }));
  await waitFor(() => expect(texts()).toEqual(kept));
  await waitFor(() => expect(stored()).toEqual([]));
  expect(screen.queryByText('1 note is not saved.')).toBeNull();
});

test('saves what an earlier page has left, also one of version 0.2.0, and nothing of another user', async () => {
  const other = { ...NOTE, id: '00000000-0000-4000-8000-000000000002' };
  await openList([NOTE, other]);
  const draft = { publicationId: 1, revision: 1, sent: null, theirs: null, refusal: null };
  const leave = (key: string, noteId: string, text: string) =>
    localStorage.setItem(`lectern-note:${key}:${noteId}`, JSON.stringify({ ...draft, noteId, text }));
  leave('1', NOTE.id, 'left');
  leave('1:killed', other.id, 'left, too');
  leave('2', NOTE.id, 'of another user');
  await saveStoredDrafts();
  expect(texts()).toEqual(['left', 'left, too']);
  expect(stored()).toEqual([`lectern-note:2:${NOTE.id}`]);
});

test('what saves all texts, such as a sign-out, waits for a save under way', async () => {
  const user = await openList();
  await user.keyboard('n');
  const held = service.hold(SAVE);
  await user.type(await findField(), 'just typed');
  await held.arrived;
  const saved = saveStoredDrafts();
  // nothing but the response is missing
  setTimeout(held.respond, 100);
  await saved;
  expect(stored()).toEqual([]);
  expect(texts()).toEqual(['just typed']);
});

test('a refused text stays until it is discarded', async () => {
  const user = await openList();
  await user.keyboard('n');
  const field = await findField();
  // the pause in typing, and the end of the editor
  for (const held of [service.hold(SAVE), service.hold(SAVE)]) held.refuse(409);
  await user.type(field, 'x');
  await screen.findByText('Not saved: The service refuses.');
  expect(stored()).toHaveLength(1);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(stored()).toEqual([]);
  expect(queryClient.isMutating()).toBe(0);
  expect(texts()).toEqual([]);
});
