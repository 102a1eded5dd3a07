import { lockLibrary, refreshEntries } from '../library/entry-store.ts';
import { markEntriesUnread, unmarkHidden } from '../library/mark-store.ts';
import { ownedNotFound } from '../library/owned.ts';
import type { Database } from '../platform/database/database.ts';
import { takeBackEffects } from './effect-store.ts';
import { findRule, RULES } from './store.ts';

/**
 * Removes the tags and marks that a rule set, except those that the user set, too, or another rule. The rule does not
 * act on these publications again. Returns how many publications changed.
 * @throws Problem `rule_not_found`
 */
export async function undoRule(db: Database, userId: number, id: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    if (!(await findRule(tx, userId, id))) throw ownedNotFound(RULES);
    const { changed, unliked, unread } = await takeBackEffects(tx, userId, id);
    await markEntriesUnread(tx, userId, unread);
    await unmarkHidden(tx, userId, id, unread);
    await refreshEntries(tx, [userId], unliked);
    return changed;
  });
}
