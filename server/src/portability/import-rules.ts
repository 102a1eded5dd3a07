import { MAX_SEARCH_LENGTH } from '../library/contract.ts';
import { readSearch, searchNamesOf } from '../library/read-search.ts';
import type { Tx } from '../platform/database/database.ts';
import { insertRule, RULES, type RuleContent } from '../rules/store.ts';
import { MAX_TAGS } from '../tags/contract.ts';
import { readTagName, type TagName } from '../tags/tag-name.ts';
import { ensureTags } from '../tags/tag-publications.ts';
import { importOwned } from './import-owned.ts';
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

/** Adds the valid rules of a file, see `importOwned`. They act on publications that arrive after the import. */
export async function importRules(
  tx: Tx,
  userId: number,
  rules: readonly ImportedRule[],
  warnings: ImportWarnings,
): Promise<number> {
  const names = searchNamesOf(tx, userId);
  return importOwned(tx, userId, RULES, rules, warnings, async ({ tags, ...rule }) => {
    if ((await readSearch(rule.search, names)) === null) return 'its search has no letter or digit';
    const tagIds = (await ensureTags(tx, userId, tags)).map(({ id }) => id);
    await insertRule(tx, userId, { ...rule, tagIds });
    return null;
  });
}
