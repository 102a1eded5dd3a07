import { lockLibrary, markEntriesUnread } from '../library/library-store.ts';
import type { Database } from '../platform/database/database.ts';
import { takeBackEffects } from './effect-store.ts';
import { ruleNotFound } from './save-rule.ts';
import { findRule } from './store.ts';

/**
 * Removes the tags and marks that a rule made, except those that the user changed since, that another rule made, too, or that a publication merged with it
 * had without the rule. The rule does not act on these publications again. Returns how many publications changed.
 * @throws Problem `rule_not_found`
 */
export async function undoRule(db: Database, userId: number, id: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    if (!(await findRule(tx, userId, id))) throw ruleNotFound();
    const { changed, unread } = await takeBackEffects(tx, userId, id);
    await markEntriesUnread(tx, userId, unread);
    return changed;
  });
}
