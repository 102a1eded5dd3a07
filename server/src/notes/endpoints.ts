import { findCanonicalOf } from '../library/canonical-store.ts';
import { publicationNotFound } from '../library/not-found.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import { deleteNote, saveNote } from './change-notes.ts';
import * as contract from './contract.ts';
import { hasEntry, listNotes } from './store.ts';

export const list = endpoint({
  summary: 'List your notes on a publication',
  description: 'Notes on publications that were merged into this one are among them.',
  path: IdInPath,
  response: contract.NoteList,
  errors: ['publication_not_found'],
  async handle({ db, user, path }) {
    const id = await findCanonicalOf(db, path.id);
    if (id === undefined || !(await hasEntry(db, user.id, id))) throw publicationNotFound();
    return { notes: await listNotes(db, user.id, id) };
  },
});

export const save = endpoint({
  summary: 'Create or change a note',
  description:
    'The client chooses the id, so a request that is sent again creates nothing twice. A text without content deletes the note, and the response is null.',
  path: contract.NoteIdInPath,
  body: contract.SaveNoteBody,
  response: contract.SaveNoteResponse,
  errors: ['publication_not_found', 'note_changed', 'too_many_notes'],
  async handle({ db, user, path, body }) {
    const note = await saveNote(db, user.id, path.id, body);
    return note && { ...note, note };
  },
});

export const remove = endpoint({
  summary: 'Delete a note',
  description: 'It cannot be restored. To put it back, save its text again under the same id.',
  path: contract.NoteIdInPath,
  response: messageLike('Note deleted.'),
  errors: ['note_not_found'],
  async handle({ db, user, path }) {
    await deleteNote(db, user.id, path.id);
    return { message: 'Note deleted.' };
  },
});
