import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { lockLibrary, readTime } from './library-store.ts';
import { readUndoToken } from './undo-token.ts';
import { undoReadBatch } from './unmark-store.ts';

export const UNDO_MINUTES = 10;

/**
 * Makes what one mark-all-read has read unread again, and nothing else: not what was read by hand before or since. Returns how many.
 * @throws Problem `invalid_undo_token`, `undo_token_not_found` for another user's, `undo_expired`, `nothing_to_undo` at the second use
 */
export async function undoMarkAll(db: Database, userId: number, text: string): Promise<number> {
  const token = readUndoToken(text);
  if (token.userId !== userId)
    throw new Problem('not_found', 'undo_token_not_found', 'You have marked nothing as read under this undo_token.');
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const ageMs = (await readTime(tx)) - token.issuedAtMs;
    // one from the future was not given out
    if (Math.abs(ageMs) > UNDO_MINUTES * 60_000)
      throw new Problem('conflict', 'undo_expired', `This can be taken back for ${UNDO_MINUTES} minutes.`, {
        undo_minutes: UNDO_MINUTES,
      });
    const updated = await undoReadBatch(tx, userId, token);
    if (updated === 0) {
      const message = 'There is nothing to take back: it was taken back already, or all of it has been marked since.';
      throw new Problem('conflict', 'nothing_to_undo', message, { updated_count: 0 });
    }
    return updated;
  });
}
