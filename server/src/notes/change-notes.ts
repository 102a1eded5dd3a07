import type { Static } from 'typebox';
import { findCanonicalOf } from '../library/canonical-store.ts';
import { lockLibrary } from '../library/entry-store.ts';
import { publicationNotFound } from '../library/not-found.ts';
import { wordVector } from '../library/search-words.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { MAX_NOTES, type Note, type SaveNoteBody } from './contract.ts';
import * as store from './store.ts';

/**
 * Saves a note, or deletes it if the text has no content; returns the saved note, or null. A note that does not exist
 * is created, so that a text is never lost to a deletion. It gets the revision after the sent one, so that nobody who
 * knows an older text overwrites it. Sending a request again changes nothing.
 * @throws Problem `note_changed` with the stored note if it has another revision and another text,
 * `publication_not_found`, `too_many_notes`
 */
export async function saveNote(
  db: Database,
  userId: number,
  id: string,
  { publication_id: publicationId, text, revision }: Static<typeof SaveNoteBody>,
): Promise<Note | null> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const stored = await store.findNote(tx, userId, id);
    if (stored?.text === text) return stored;
    if (stored && stored.revision !== revision) throw noteChanged(stored);
    if (text.trim() === '') {
      await store.deleteNote(tx, userId, id);
      return null;
    }
    const content = { text, words: wordVector(text) };
    if (stored) await store.updateNote(tx, userId, id, content);
    else await createNote(tx, userId, { id, publicationId, revision: revision + 1, ...content });
    return (await store.findNote(tx, userId, id)) ?? null;
  });
}

/** Creates a note on the canonical publication. */
async function createNote(
  tx: Tx,
  userId: number,
  note: { id: string; publicationId: number; revision: number; text: string; words: string },
): Promise<void> {
  const publicationId = await findCanonicalOf(tx, note.publicationId);
  if (publicationId === undefined || !(await store.hasEntry(tx, userId, publicationId))) throw publicationNotFound();
  const others = await store.listNotes(tx, userId, publicationId);
  if (others.length >= MAX_NOTES) throw tooManyNotes();
  await store.insertNote(tx, userId, { ...note, publicationId });
}

/** Deletes a note. @throws Problem `note_not_found` */
export async function deleteNote(db: Database, userId: number, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    if (!(await store.deleteNote(tx, userId, id))) throw noteNotFound();
  });
}

function noteNotFound(): Problem {
  return new Problem('not_found', 'note_not_found', 'You have no note with this id. It may have been deleted.');
}

function noteChanged(note: Note): Problem {
  const message = 'The note has changed since. Compare the texts, and send yours again with the revision in details.';
  return new Problem('conflict', 'note_changed', message, { note });
}

function tooManyNotes(): Problem {
  const message = `You can have at most ${MAX_NOTES} notes on a publication. Combine or delete some of them first.`;
  return new Problem('conflict', 'too_many_notes', message, { max_count: MAX_NOTES });
}
