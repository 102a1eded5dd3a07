import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Note } from './contract.ts';

/** The columns of a note `n` whose publication is `p`. */
const COLUMNS = sql`n.id, p.canonical_id as publication_id, n.text, n.revision, n.created_at, n.updated_at`;

/** Whether the user's list shows a canonical publication. */
export async function hasEntry(db: Queries, userId: number, publicationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from user_publications where user_id = ${userId} and publication_id = ${publicationId} and hidden_as is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** The user's notes on a canonical publication and on those merged into it, the oldest first. */
export async function listNotes(db: Queries, userId: number, canonicalId: number): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select ${COLUMNS} from publications p join notes n on n.publication_id = p.id and n.user_id = ${userId}
    where p.canonical_id = ${canonicalId} order by n.created_at, n.id`.execute(db);
  return rows;
}

export async function findNote(db: Queries, userId: number, id: string): Promise<Note | undefined> {
  const { rows } = await sql<Note>`
    select ${COLUMNS} from notes n join publications p on p.id = n.publication_id where n.user_id = ${userId} and n.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** A text, and its words as a tsvector. */
interface Content {
  readonly text: string;
  readonly words: string;
}

export async function insertNote(
  tx: Tx,
  userId: number,
  {
    id,
    publicationId,
    revision,
    text,
    words,
  }: Content & Pick<Note, 'id' | 'revision'> & { readonly publicationId: number },
): Promise<void> {
  await sql`
    insert into notes (user_id, id, publication_id, revision, text, words)
    values (${userId}, ${id}, ${publicationId}, ${revision}, ${text}, ${words}::tsvector)`.execute(tx);
}

/** Replaces the text, which gives the note its next revision. */
export async function updateNote(tx: Tx, userId: number, id: string, { text, words }: Content): Promise<void> {
  await sql`
    update notes set text = ${text}, words = ${words}::tsvector, revision = revision + 1, updated_at = now()
    where user_id = ${userId} and id = ${id}`.execute(tx);
}

/** Returns whether there was such a note. */
export async function deleteNote(tx: Tx, userId: number, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from notes where user_id = ${userId} and id = ${id}`.execute(tx);
  return numAffectedRows > 0n;
}
