import type { Static } from 'typebox';
import type { Database, Tx } from '../platform/database/database.ts';
import { invalidValue } from '../platform/errors.ts';
import { findCanonical } from './canonical-store.ts';
import type { ListFilter, MarkReadBody } from './contract.ts';
import { lockLibrary, readTime } from './entry-store.ts';
import { type MarkedEntries, markEntriesRead, markEntriesUnread } from './mark-store.ts';
import { readList } from './read-list.ts';
import { writeUndoToken } from './undo-token.ts';

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
