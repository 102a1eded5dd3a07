import { changeOwned, checkOwnedName, ownedNotFound, requireFreeName, requireRoom } from '../library/owned.ts';
import { readSearch, searchNamesOf } from '../library/read-search.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { invalidValue } from '../platform/errors.ts';
import { checkTagNames, type TagName } from '../tags/tag-name.ts';
import { ensureTags } from '../tags/tag-publications.ts';
import type { AddRuleBody, ChangeRuleBody, Rule } from './contract.ts';
import * as store from './store.ts';

const { RULES } = store;

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
