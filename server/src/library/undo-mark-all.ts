import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { lockLibrary, readTime } from './entry-store.ts';
import { undoReadBatch } from './mark-store.ts';
import { readUndoToken } from './undo-token.ts';

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
