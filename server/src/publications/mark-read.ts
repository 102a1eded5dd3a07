import type { Static } from 'typebox';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { MarkReadBody } from './contract.ts';
import { isTracked, lockLibrary, markEntriesRead, markEntriesUnread, readTime } from './library-store.ts';
import { findCanonical } from './record-store.ts';
import { scholarNotFound } from './scholar-not-found.ts';
import { readSnapshot } from './snapshot.ts';
import { writeUndoToken } from './undo-token.ts';

/** Marks the works that were chosen, or those that stand for them; ids that are unknown or another's are passed over. */
export async function markRead(
  db: Database,
  userId: number,
  body: Static<typeof MarkReadBody>,
): Promise<{ requested: number; updated: number }> {
  const { selections, publication_ids: ids, is_read: isRead = true } = body;
  if ((selections === undefined) === (ids === undefined)) {
    const details = [{ path: 'selections', message: 'send either selections or publication_ids' }];
    throw new Problem('invalid', 'validation_error', 'Send either selections or publication_ids.', details);
  }
  const chosen = ids ?? selections?.map((selection) => selection.publication_id) ?? [];
  const updated = await db.transaction().execute(async (tx) => {
    const { read } = await lockLibrary(tx, userId);
    const publicationIds = [...(await findCanonical(tx, chosen)).values()];
    return isRead
      ? markEntriesRead(tx, userId, { publicationIds }, read + 1)
      : markEntriesUnread(tx, userId, publicationIds);
  });
  return { requested: chosen.length, updated };
}

/**
 * Marks everything as read, or everything of one scholar; with a snapshot only what that page could show. Returns how many, and with what this can be
 * taken back for a while (null: nothing was marked).
 * @throws Problem `invalid_snapshot`, `scholar_not_found`
 */
export async function markAllRead(
  db: Database,
  userId: number,
  scholarId: number | null,
  snapshot: string | null,
): Promise<{ updated: number; undoToken: string | null }> {
  const upTo = snapshot === null ? Number.MAX_SAFE_INTEGER : readSnapshot(snapshot).link;
  return db.transaction().execute(async (tx) => {
    const { read } = await lockLibrary(tx, userId);
    if (scholarId !== null && !(await isTracked(tx, userId, scholarId))) throw scholarNotFound();
    const updated = await markEntriesRead(tx, userId, { scholarId, upTo }, read + 1);
    if (updated === 0) return { updated, undoToken: null };
    return { updated, undoToken: writeUndoToken({ userId, readNumber: read + 1, issuedAtMs: await readTime(tx) }) };
  });
}
