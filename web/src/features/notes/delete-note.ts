import type { Note } from '../../api/shapes.ts';
import { noteTexts as texts } from '../../texts/en/notes.ts';
import { offerUndo } from '../../ui/undo.ts';
import { findDraft, newDraft, putDraft } from './drafts.ts';
import { saveDraft } from './save-drafts.ts';

/**
 * Deletes a note, and offers an undo. An empty text deletes it, so that this also works without a connection and meets
 * changes from elsewhere.
 */
export function deleteNote({ id: noteId, publication_id: publicationId, text, revision }: Note): void {
  const save = (changed: string) => {
    // after the deletion, the undo creates the note
    const before = findDraft(noteId) ?? newDraft({ noteId, publicationId, text: '', revision });
    putDraft({ ...before, text: changed, refusal: null });
    return saveDraft(noteId);
  };
  void save('');
  offerUndo(texts.deleted, () => save(text));
}
