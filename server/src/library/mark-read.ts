import type { Static } from 'typebox';
import type { Database, Tx } from '../platform/database/database.ts';
import { invalidValue, Problem } from '../platform/errors.ts';
import { findCanonical } from './canonical-store.ts';
import type { ListFilter, MarkReadBody } from './contract.ts';
import { lockLibrary, readTime } from './entry-store.ts';
import { type MarkedEntries, markEntriesRead, markEntriesUnread, undoReadBatch } from './mark-store.ts';
import { readList } from './read-list.ts';

/**
 * Marks the selected publications, or their canonical ones. Ignores unknown ids and publications outside the library.
 */
export async function markRead(
  db: Database,
  userId: number,
  body: Static<typeof MarkReadBody>,
): Promise<{ requested: number; updated: number }> {
  const { selections, publication_ids: ids, is_read: isRead = true } = body;
  if ((selections === undefined) === (ids === undefined)) {
    const advice = 'Send either selections or publication_ids.';
    throw invalidValue('selections', 'send either selections or publication_ids', advice);
  }
  const chosen = ids ?? selections?.map((selection) => selection.publication_id) ?? [];
  const updated = await db.transaction().execute(async (tx) => {
    const { lastRead } = await lockLibrary(tx, userId);
    const publicationIds = [...(await findCanonical(tx, chosen)).values()];
    return isRead
      ? markEntriesRead(tx, userId, { publicationIds, isChosen: true }, lastRead + 1)
      : markEntriesUnread(tx, userId, publicationIds);
  });
  return { requested: chosen.length, updated };
}

/**
 * Marks publications that were shown together as read, or their canonical ones. The reading order learns nothing from
 * it. Returns as `markAllRead` does.
 */
export async function markTogether(db: Database, userId: number, publicationIds: readonly number[]): Promise<Marked> {
  return markWithUndo(db, userId, async (tx) => ({
    publicationIds: [...(await findCanonical(tx, publicationIds)).values()],
    isChosen: false,
  }));
}

/**
 * Marks a list as read. With a snapshot, marks only entries that its page could show. Returns how many entries it
 * marked, and the token of the undo; null if it marked nothing.
 * @throws Problem `invalid_snapshot`, `scholar_not_found`
 */
export async function markAllRead(db: Database, userId: number, body: Static<typeof ListFilter>): Promise<Marked> {
  return markWithUndo(db, userId, async (tx) => ({ list: await readList(tx, userId, body) }));
}

interface Marked {
  readonly updated: number;
  readonly undoToken: string | null;
}

async function markWithUndo(db: Database, userId: number, choose: (tx: Tx) => Promise<MarkedEntries>): Promise<Marked> {
  return db.transaction().execute(async (tx) => {
    const readNumber = (await lockLibrary(tx, userId)).lastRead + 1;
    const updated = await markEntriesRead(tx, userId, await choose(tx), readNumber);
    if (updated === 0) return { updated, undoToken: null };
    return { updated, undoToken: writeUndoToken({ userId, readNumber, issuedAtMs: await readTime(tx) }) };
  });
}

export const UNDO_MINUTES = 10;

/**
 * Marks the publications of one mark-all-read as unread again. Publications that the user marked individually, before
 * or after it, stay as they are. Returns how many it marked.
 * @throws Problem `invalid_undo_token`, `undo_token_not_found` for another user's token, `undo_expired`,
 * `nothing_to_undo` at the second use
 */
export async function undoMarkAll(db: Database, userId: number, text: string): Promise<number> {
  const token = readUndoToken(text);
  if (token.userId !== userId)
    throw new Problem(
      'not_found',
      'undo_token_not_found',
      'undo_token does not belong to you. Send the undo_token that your mark-all-read returned.',
    );
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const ageMs = (await readTime(tx)) - token.issuedAtMs;
    // the server never issued a token with a time in the future
    if (Math.abs(ageMs) > UNDO_MINUTES * 60_000)
      throw new Problem(
        'conflict',
        'undo_expired',
        `This can no longer be undone. Undo is possible for ${UNDO_MINUTES} minutes.`,
        {
          undo_minutes: UNDO_MINUTES,
        },
      );
    const updated = await undoReadBatch(tx, userId, token);
    if (updated === 0) {
      const message =
        'There is nothing to undo. It was already undone, or you have marked all of these publications since.';
      throw new Problem('conflict', 'nothing_to_undo', message, { updated_count: 0 });
    }
    return updated;
  });
}

/**
 * Identifies one mark-all-read by its read number, which is unique in the library. The token is not a secret: with an
 * invented token, a user can only mark their own publications as unread, which they are allowed to do anyway.
 */
export interface UndoToken {
  readonly userId: number;
  readonly readNumber: number;
  /** by the database's clock, in milliseconds */
  readonly issuedAtMs: number;
}

/** Encodes an undo token as one opaque word. */
export function writeUndoToken({ userId, readNumber, issuedAtMs }: UndoToken): string {
  return `${userId}-${readNumber}-${issuedAtMs}`;
}

/** Decodes an undo token. @throws Problem `invalid_undo_token` */
export function readUndoToken(text: string): UndoToken {
  const [, userId, readNumber, issuedAtMs] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (userId === undefined || readNumber === undefined || issuedAtMs === undefined)
    throw new Problem(
      'malformed',
      'invalid_undo_token',
      'undo_token is not valid. Send the undo_token of mark-all-read unchanged.',
    );
  return { userId: Number(userId), readNumber: Number(readNumber), issuedAtMs: Number(issuedAtMs) };
}
