import { lockLibrary } from '../library/entry-store.ts';
import { checkOwnName, type OwnName } from '../library/own-name.ts';
import { readSearch, searchNamesOf } from '../library/read-search.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { invalidValue, Problem } from '../platform/errors.ts';
import { checkTagNames, MAX_NAME_LENGTH, type TagName } from '../tags/tag-name.ts';
import { ensureTags } from '../tags/tag-publications.ts';
import { type AddRuleBody, type ChangeRuleBody, MAX_RULES, type Rule } from './contract.ts';
import * as store from './store.ts';

/**
 * Adds a rule. It acts on publications that arrive from now on. Creates unknown tags.
 * @throws Problem `validation_error`, `rule_exists`, `too_many_rules`, `too_many_tags`
 */
export async function addRule(db: Database, userId: number, body: AddRuleBody): Promise<Rule> {
  const { search, tags: tagNames = [], mark_read = false, mark_favorite = false, is_enabled = true } = body;
  const name = checkName(body.name);
  const tags = checkTagNames(tagNames, 'tags');
  await checkSearch(db, userId, search);
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    await refuseTaken(tx, userId, name, null);
    if ((await store.countRules(tx, userId)) >= MAX_RULES) throw tooManyRules();
    const tagIds = await ensureTagIds(tx, userId, tags);
    const marks = { markRead: mark_read, markFavorite: mark_favorite };
    const rule = { ...name, ...marks, search, tagIds, isEnabled: is_enabled };
    refuseIdle(rule);
    return readRule(tx, userId, await store.insertRule(tx, userId, rule));
  });
}

/**
 * Changes a rule. With another search, or when it is switched on, it acts on publications that arrive from now on.
 * @throws Problem `validation_error`, `rule_not_found`, `rule_exists`, `too_many_tags`
 */
export async function changeRule(db: Database, userId: number, id: number, body: ChangeRuleBody): Promise<Rule> {
  const name = body.name === undefined ? null : checkName(body.name);
  const tags = body.tags === undefined ? null : checkTagNames(body.tags, 'tags');
  if (body.search !== undefined) await checkSearch(db, userId, body.search);
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const before = await store.findRule(tx, userId, id);
    if (!before) throw ruleNotFound();
    if (name) await refuseTaken(tx, userId, name, id);
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
    return readRule(tx, userId, id);
  });
}

/** Deletes a rule. Its tags and marks stay. It can be restored for a day. @throws Problem `rule_not_found` */
export async function deleteRule(db: Database, userId: number, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    await readRule(tx, userId, id);
    await store.deleteRule(tx, userId, id);
  });
}

/**
 * Restores a deleted rule with what is known about its effects.
 * @throws Problem `rule_not_found`, `too_many_rules`, and `rule_exists` if another rule has the name now
 */
export async function restoreRule(db: Database, userId: number, id: number): Promise<Rule> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const deleted = await store.findDeletedRule(tx, userId, id);
    if (deleted) {
      await refuseTaken(tx, userId, deleted, id);
      if ((await store.countRules(tx, userId)) >= MAX_RULES) throw tooManyRules();
      await store.undeleteRule(tx, id);
    }
    return readRule(tx, userId, id);
  });
}

/** @throws Problem `validation_error` with the place of a mistake, or if the search has nothing to look for */
export async function checkSearch(db: Queries, userId: number, search: string): Promise<void> {
  if ((await readSearch(search, searchNamesOf(db, userId))) === null)
    throw invalidValue('search', 'must have a letter or a digit, so that a publication can match');
}

export function ruleNotFound(): Problem {
  return new Problem('not_found', 'rule_not_found', 'You have no rule with this id. It may have been deleted.');
}

function checkName(text: string): OwnName {
  return checkOwnName(text, { what: 'rule', path: 'name', maxLength: MAX_NAME_LENGTH });
}

async function refuseTaken(tx: Tx, userId: number, { name, key }: OwnName, id: number | null): Promise<void> {
  const other = await store.findRuleNamed(tx, userId, key);
  if (other === undefined || other === id) return;
  const message = `You already have a rule “${name}”. Choose another name.`;
  throw new Problem('conflict', 'rule_exists', message, { rule_id: other });
}

function refuseIdle({ tagIds, markRead, markFavorite }: store.RuleContent): void {
  if (tagIds.length === 0 && !markRead && !markFavorite)
    throw invalidValue('tags', 'must have a tag, unless the rule marks publications as read or favorite');
}

async function ensureTagIds(tx: Tx, userId: number, names: readonly TagName[]): Promise<number[]> {
  return (await ensureTags(tx, userId, names)).map(({ id }) => id);
}

async function readRule(tx: Tx, userId: number, id: number): Promise<Rule> {
  const [rule] = await store.listRules(tx, userId, id);
  if (!rule) throw ruleNotFound();
  return rule;
}

function tooManyRules(): Problem {
  const message = `You can have at most ${MAX_RULES} rules. Delete some of them first.`;
  return new Problem('conflict', 'too_many_rules', message, { max_count: MAX_RULES });
}
