import { MAX_SEARCH_LENGTH } from '../library/contract.ts';
import { readSearch, searchNamesOf } from '../library/read-search.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { MAX_RULES } from '../rules/contract.ts';
import { countRules, findRuleNamed, insertRule, type RuleContent } from '../rules/store.ts';
import { MAX_TAGS } from '../tags/contract.ts';
import { readTagName, type TagName } from '../tags/tag-name.ts';
import { ensureTags } from '../tags/tag-publications.ts';
import { booleanOf, fieldReader, listOf, type Reading, textOf } from './import-record.ts';
import type { ImportWarnings } from './import-warnings.ts';
import type { Fields } from './payload-reader.ts';

export interface ImportedRule extends Omit<RuleContent, 'tagIds'> {
  readonly position: number;
  readonly tags: readonly TagName[];
}

/** Reads a rule. A field that cannot be read is ignored, except name and search. */
export function readRule(item: Fields, position: number): Reading<ImportedRule> {
  const name = typeof item.name === 'string' ? readTagName(item.name) : null;
  if (name === null) return { problem: 'name is missing or too long' };
  const search = textOf(item.search);
  if (search === null || search.length > MAX_SEARCH_LENGTH) return { problem: 'search is missing or too long' };
  const field = fieldReader(item);
  const record = {
    ...name,
    position,
    search,
    tags: field('tags', tagsOf) ?? [],
    markRead: field('mark_read', booleanOf) ?? false,
    markFavorite: field('mark_favorite', booleanOf) ?? false,
    isEnabled: field('is_enabled', booleanOf) ?? true,
  };
  if (record.tags.length === 0 && !record.markRead && !record.markFavorite) return { problem: 'it does nothing' };
  return { record, ignored: field.ignored, cut: [] };
}

function tagsOf(value: unknown): TagName[] | null {
  const names = listOf(value, MAX_TAGS, (one) => (typeof one === 'string' ? (readTagName(one) ?? []) : []));
  return names && [...new Map(names.map((one) => [one.key, one])).values()];
}

/**
 * Adds the rules of a file whose names the user's rules do not have, in a locked library. They act on publications that arrive after the import. Skips the others
 * of which something is not valid here. Returns how many rules were added.
 */
export async function importRules(
  tx: Tx,
  userId: number,
  rules: readonly ImportedRule[],
  warnings: ImportWarnings,
): Promise<number> {
  let added = 0;
  let count = await countRules(tx, userId);
  const names = searchNamesOf(tx, userId);
  for (const { tags, position, ...rule } of rules) {
    if ((await findRuleNamed(tx, userId, rule.key)) !== undefined) continue;
    const place = `rules[${position}]`;
    if (count >= MAX_RULES) {
      warnings.skip(place, `you can have at most ${MAX_RULES} rules`);
      continue;
    }
    try {
      if ((await readSearch(rule.search, names)) === null) {
        warnings.skip(place, 'its search has no letter or digit');
        continue;
      }
      const tagIds = (await ensureTags(tx, userId, tags)).map(({ id }) => id);
      await insertRule(tx, userId, { ...rule, tagIds });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      warnings.skip(place, error.message);
      continue;
    }
    added += 1;
    count += 1;
  }
  return added;
}
