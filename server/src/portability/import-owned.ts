import { MAX_SEARCH_LENGTH } from '../library/contract.ts';
import { type OwnName, readOwnName } from '../library/own-name.ts';
import { countOwned, findNamed, type KeptKind } from '../library/owned-store.ts';
import { readSearch, searchNamesOf } from '../library/read-search.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { makeValidatorCompiler } from '../platform/http/validation.ts';
import { insertRule, RULES, type RuleContent } from '../rules/store.ts';
import { parseQuery } from '../search-language/parse-query.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { parseAuthorId } from '../sources/parse-author-id.ts';
import { MAX_TAGS } from '../tags/contract.ts';
import { readTagName, type TagName } from '../tags/tag-name.ts';
import { ensureTags } from '../tags/tag-publications.ts';
import { LAYOUTS, MAX_NAME_LENGTH, type View, ViewParameters } from '../views/contract.ts';
import { findScholar, insertView, VIEWS } from '../views/store.ts';
import { booleanOf, fieldReader, listOf, type Reading, textOf } from './import-record.ts';
import type { ImportWarnings } from './import-warnings.ts';
import type { Fields } from './payload-reader.ts';

/**
 * Adds the views or the rules of a file whose names the user's do not have, in a locked library and in their order.
 * `add` inserts one, or returns why it cannot. Skips these and those beyond the limit. Returns how many were added.
 */
export async function importOwned<Item extends OwnName & { readonly position: number }>(
  tx: Tx,
  userId: number,
  kind: KeptKind,
  items: readonly Item[],
  warnings: ImportWarnings,
  add: (item: Item) => Promise<string | null>,
): Promise<number> {
  const room = kind.maxCount - (await countOwned(tx, userId, kind));
  let added = 0;
  for (const item of items) {
    if ((await findNamed(tx, userId, kind, item.key)) !== undefined) continue;
    const problem =
      added >= room ? `you can have at most ${kind.maxCount} ${kind.noun}s` : await problemOf(() => add(item));
    if (problem === null) added += 1;
    else warnings.skip(`${kind.noun}s[${item.position}]`, problem);
  }
  return added;
}

async function problemOf(add: () => Promise<string | null>): Promise<string | null> {
  try {
    return await add();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}

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

/** A view of a file. Its parameters name no scholar; `author` is the scholar's profile, or null for all. */
export interface ImportedView extends OwnName, Pick<View, 'parameters' | 'layout'> {
  readonly position: number;
  readonly author: AuthorId | null;
}

/** The same as for `POST /views`. It adds the defaults to what it checks. */
let validate: ((parameters: unknown) => boolean) | undefined;

function areParameters(parameters: unknown): parameters is ViewParameters {
  validate ??= makeValidatorCompiler()({ schema: ViewParameters, httpPart: 'body' });
  return validate(parameters);
}

/** Reads a view. One whose parameters cannot be read is skipped, because without them it would list something else. */
export function readView(item: Fields, position: number): Reading<ImportedView> {
  const named = typeof item.name === 'string' ? readOwnName(item.name, MAX_NAME_LENGTH) : null;
  if (named === null) return { problem: `name must have 1 to ${MAX_NAME_LENGTH} visible characters` };
  const { scholar_id: scholarId = null, parameters = {}, layout } = item;
  const author = typeof scholarId === 'string' ? parseAuthorId(scholarId) : null;
  if (author === null && scholarId !== null) return { problem: 'scholar_id is not a valid profile id' };
  if (!areParameters(parameters) || 'scholar_profile_id' in parameters)
    return { problem: 'parameters are not those of a list' };
  // what PostgreSQL cannot store, and no search finds
  const search = parameters.search?.replaceAll('\0', ' ').toWellFormed();
  const { mistake } = parseQuery(search ?? '');
  if (mistake) return { problem: `its search is not valid: ${mistake.message.replace(/\.$/, '')}` };
  const known = LAYOUTS.find((one) => one === layout);
  const filled = search === undefined ? parameters : { ...parameters, search };
  const record = { ...named, position, author, parameters: filled, layout: known ?? 'titles' };
  return { record, ignored: known || (layout ?? null) === null ? [] : ['layout'], cut: [] };
}

/** Adds the views of a file whose scholars the user tracks, see `importOwned`. */
export async function importViews(
  tx: Tx,
  userId: number,
  views: readonly ImportedView[],
  warnings: ImportWarnings,
): Promise<number> {
  return importOwned(tx, userId, VIEWS, views, warnings, async ({ author, ...view }) => {
    const scholarId = author && (await findScholar(tx, userId, author));
    if (scholarId === undefined) return 'you do not track its scholar';
    const parameters = { ...view.parameters, ...(scholarId === null ? {} : { scholar_profile_id: scholarId }) };
    await insertView(tx, userId, { ...view, parameters });
    return null;
  });
}
