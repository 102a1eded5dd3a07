import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Note } from '../../api/shapes.ts';
import { noteTexts as texts } from '../../texts/en/notes.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { deleteNote } from './delete-note.ts';
import { dropDraft, makeId } from './drafts.ts';
import { type Draft, draftsQuery } from './drafts-query.ts';
import { NoteConflict } from './note-conflict.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NoteStatus } from './note-status.tsx';
import { NoteText } from './note-text.tsx';
import classes from './notes.module.css';
import { notesQuery } from './notes-query.ts';
import { saveAllDrafts } from './save-drafts.ts';

/** A note of the service, one that is not saved yet, or both. */
interface Entry {
  readonly id: string;
  readonly note: Note | undefined;
  readonly draft: Draft | undefined;
}

interface Props {
  readonly publicationId: number;
  /** whether the user wants to write: the latest note, or a first one */
  readonly isWriting: boolean;
  onWriting(isWriting: boolean): void;
}

/** The user's notes on a publication, which are edited in place. */
export function Notes({ publicationId, isWriting, onWriting }: Props) {
  const { data, error } = useQuery(notesQuery(publicationId));
  const { data: drafts = [] } = useQuery(draftsQuery);
  const [edited, setEdited] = useState<string | null>(null);
  const [newId, setNewId] = useState(makeId);
  // drafts of a page that was closed may be about this publication
  useEffect(() => void saveAllDrafts(), []);
  const own = drafts.filter((draft) => draft.publicationId === publicationId);
  // without a connection, one can still write
  const notes = data ?? (error ? [] : undefined);
  if (notes === undefined) return null;
  const entries: Entry[] = [
    ...notes.map((note) => ({ id: note.id, note, draft: own.find(({ noteId }) => noteId === note.id) })),
    ...own
      .filter(({ noteId }) => notes.every(({ id }) => id !== noteId))
      .map((draft) => ({ id: draft.noteId, note: undefined, draft })),
  ];
  const target = edited ?? (isWriting ? (entries.at(-1)?.id ?? newId) : null);
  const startNew = () => {
    const id = makeId();
    setNewId(id);
    setEdited(id);
  };
  const finish = () => {
    setEdited(null);
    setNewId(makeId());
    onWriting(false);
  };
  const isNew = target !== null && entries.every(({ id }) => id !== target);
  const shown = isNew ? [...entries, { id: target, note: undefined, draft: undefined }] : entries;
  return (
    <section className={classes.notes} aria-label={texts.notes}>
      <ProblemText error={data === undefined && own.length === 0 && !isWriting ? error : null} />
      {shown.map(({ id, note, draft }) => {
        if (draft?.theirs) return <NoteConflict key={id} draft={draft} />;
        if (id !== target) return <NoteCard key={id} id={id} note={note} draft={draft} onEdit={() => setEdited(id)} />;
        return (
          <NoteEditor key={id} noteId={id} publicationId={publicationId} note={note} draft={draft} onDone={finish} />
        );
      })}
      {target === null && entries.length > 0 && (
        <Button look="quiet" isSmall onClick={startNew}>
          {texts.add}
        </Button>
      )}
    </section>
  );
}

/** A note to read. */
function NoteCard({ id, note, draft, onEdit }: Entry & { onEdit: () => void }) {
  const text = draft?.text ?? note?.text ?? '';
  // an empty note is about to be deleted
  if (text.trim() === '') return null;
  return (
    <article className={classes.note}>
      <NoteText text={text} />
      <div className={classes.foot}>
        {note && <span>{formatDate(note.updated_at)}</span>}
        <Button look="quiet" isSmall onClick={onEdit}>
          {texts.edit}
        </Button>
        {draft?.refusal ? (
          <Button look="quiet" isSmall onClick={() => dropDraft(id)}>
            {texts.discard}
          </Button>
        ) : (
          note && (
            <Button look="quiet" isSmall onClick={() => deleteNote(note)}>
              {texts.delete}
            </Button>
          )
        )}
        <NoteStatus noteId={id} draft={draft} />
      </div>
    </article>
  );
}
