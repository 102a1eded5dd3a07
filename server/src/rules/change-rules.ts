import type { Static } from 'typebox';
import { lockLibrary, refreshEntries } from '../library/entry-store.ts';
import { itemOf } from '../library/list-publications.ts';
import { markEntriesUnread, unmarkHidden } from '../library/mark-store.ts';
import { changeOwned, checkOwnedName, ownedNotFound, requireFreeName, requireRoom } from '../library/owned.ts';
import { readLibraryPage } from '../library/page-store.ts';
import { allOf, seenWithin } from '../library/predicate.ts';
import { readList } from '../library/read-list.ts';
import { readSearch, searchNamesOf } from '../library/read-search.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { invalidValue } from '../platform/errors.ts';
import { checkTagNames, type TagName } from '../tags/tag-name.ts';
import { ensureTags } from '../tags/tag-publications.ts';
import { type AddRuleBody, type ChangeRuleBody, MAX_PREVIEWED, NEW_DAYS, type Preview, type Rule } from './contract.ts';
import { takeBackEffects } from './effect-store.ts';
import * as store from './store.ts';
import { findRule, RULES } from './store.ts';

/**
 * Adds a rule. It acts on publications that arrive from now on. Creates unknown tags.
 * @throws Problem `validation_error`, `rule_exists`, `too_many_rules`, `too_many_tags`
 */
export async function addRule(db: Database, userId: number, body: AddRuleBody): Promise<Rule> {
  const { search, tags: tagNames = [], mark_read = false, mark_favorite = false, is_enabled = true } = body;
  const name = checkOwnedName(RULES, body.name);
  const tags = checkTagNames(tagNames, 'tags');
  await checkSearch(db, userId, search);
  return changeOwned(db, userId, RULES, async (tx) => {
    await requireFreeName(tx, userId, RULES, name);
    await requireRoom(tx, userId, RULES);
    const tagIds = await ensureTagIds(tx, userId, tags);
    const marks = { markRead: mark_read, markFavorite: mark_favorite };
    const rule = { ...name, ...marks, search, tagIds, isEnabled: is_enabled };
    refuseIdle(rule);
    return store.insertRule(tx, userId, rule);
  });
}

/**
 * Changes a rule. With another search, or when it is switched on, it acts on publications that arrive from now on.
 * @throws Problem `validation_error`, `rule_not_found`, `rule_exists`, `too_many_tags`
 */
export async function changeRule(db: Database, userId: number, id: number, body: ChangeRuleBody): Promise<Rule> {
  const name = body.name === undefined ? null : checkOwnedName(RULES, body.name);
  const tags = body.tags === undefined ? null : checkTagNames(body.tags, 'tags');
  if (body.search !== undefined) await checkSearch(db, userId, body.search);
  return changeOwned(db, userId, RULES, async (tx) => {
    const before = await store.findRule(tx, userId, id);
    if (!before) throw ownedNotFound(RULES);
    if (name) await requireFreeName(tx, userId, RULES, name, id);
    const after = {
      ...before,
      ...name,
      search: body.search ?? before.search,
      tagIds: tags === null ? before.tagIds : await ensureTagIds(tx, userId, tags),
      markRead: body.mark_read ?? before.markRead,
      markFavorite: body.mark_favorite ?? before.markFavorite,
      isEnabled: body.is_enabled ?? before.isEnabled,
    };
    // a rule whose last tag was deleted can still be renamed, and switched off
    if (body.tags !== undefined || body.mark_read !== undefined || body.mark_favorite !== undefined) refuseIdle(after);
    const startsAnew = after.search !== before.search || (after.isEnabled && !before.isEnabled);
    await store.updateRule(tx, userId, id, after, { startsAnew, hasNewTags: tags !== null });
    return id;
  });
}

/** @throws Problem `validation_error` with the place of a mistake, or if the search has nothing to look for */
export async function checkSearch(db: Queries, userId: number, search: string): Promise<void> {
  if ((await readSearch(search, searchNamesOf(db, userId))) === null)
    throw invalidValue('search', 'must have a letter or a digit, so that a publication can match');
}

function refuseIdle({ tagIds, markRead, markFavorite }: store.RuleContent): void {
  if (tagIds.length === 0 && !markRead && !markFavorite)
    throw invalidValue('tags', 'must have a tag, unless the rule marks publications as read or favorite');
}

async function ensureTagIds(tx: Tx, userId: number, names: readonly TagName[]): Promise<number[]> {
  return (await ensureTags(tx, userId, names)).map(({ id }) => id);
}

/**
 * The publications first seen in the last 90 days that match the search of a rule, the newest first.
 * @throws Problem `validation_error` for a mistake in the search
 */
export async function previewRule(db: Database, userId: number, search: string): Promise<Static<typeof Preview>> {
  await checkSearch(db, userId, search);
  const found = await readList(db, userId, { search });
  const list = { ...found, condition: allOf(found.condition, seenWithin(NEW_DAYS)) };
  const newestFirst = { by: 'first_seen', direction: 'desc' } as const;
  const window = { limit: MAX_PREVIEWED, offset: 0 };
  const { state, rows } = await readLibraryPage(db, userId, list, newestFirst, window);
  return {
    total_count: state.totalCount,
    days: NEW_DAYS,
    publications: rows.map((row) => itemOf(row, state, null)),
  };
}

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
