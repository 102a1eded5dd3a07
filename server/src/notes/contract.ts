import Type, { type Static } from 'typebox';
import { example, formerly, Id, named, nullableObject, strict, Time } from '../platform/http/shapes.ts';

/** In characters. */
export const MAX_NOTE_LENGTH = 20_000;
/** The number of notes that a user can have on one publication. An item of an export has room for all of them. */
export const MAX_NOTES = 10;

const NoteId = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' });
export const NoteIdInPath = strict({ id: NoteId });

const note = {
  /** a UUID that the client chose */
  id: Type.String(),
  /** the canonical publication */
  publication_id: Type.Integer(),
  /** Markdown, as it was written */
  text: Type.String(),
  /** grows with each change */
  revision: Type.Integer(),
  created_at: Time,
  updated_at: Time,
};
const Note = named('Note', Type.Object(note));
export type Note = Static<typeof Note>;

const exampleNote: Note = {
  id: '1c6f0a52-8f3d-4e0b-9d0c-0f8b1f6a7a11',
  publication_id: 501,
  text: 'Compare **table 3** with the tidal flats of 2019.',
  revision: 2,
  created_at: new Date('2026-11-21T10:00:00Z'),
  updated_at: new Date('2026-11-21T10:04:12Z'),
};

export const NoteList = example(Type.Object({ notes: Type.Array(Note) }), { notes: [exampleNote] });

export const SaveNoteBody = example(
  strict({
    /** only a new note needs it, but it may always be sent */
    publication_id: Id,
    text: Type.String({
      maxLength: MAX_NOTE_LENGTH,
      description: 'Markdown. A text without content deletes the note.',
    }),
    revision: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'The revision that was changed; 0 for a new note.',
    }),
  }),
  { publication_id: exampleNote.publication_id, text: exampleNote.text, revision: 1 },
);
/** null: the text had no content, so the note is deleted. */
export const SaveNoteResponse = example(nullableObject({ ...note, note: formerly(Note, 'data') }), {
  ...exampleNote,
  note: exampleNote,
});
