import type { Static } from 'typebox';
import { MAX_SEARCH_LENGTH } from '../library/contract.ts';
import { changeOwned, nameTaken, ownedNotFound, restoreOwned } from '../library/owned.ts';
import { deleteForNow, findStored } from '../library/owned-store.ts';
import { keyOf } from '../library/search-words.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { parseQuery } from '../search-language/parse-query.ts';
import { type Part, quoteValue } from '../search-language/query.ts';
import type { ChangeTagBody, CountedTag } from './contract.ts';
import * as store from './store.ts';
import { checkTagName } from './tag-name.ts';

const { TAGS } = store;
const MERGE = 'Choose another name, or send merge: true to merge the two.';

/**
 * Renames a tag or changes its color. If another tag has the name, merges this one into it. Returns the tag that
 * remains.
 * @throws Problem `validation_error`, `tag_not_found`, and `tag_exists` if another tag has the name and `merge` is not
 * set
 */
export async function changeTag(
  db: Database,
  userId: number,
  id: number,
  { name: text, color, merge = false }: Static<typeof ChangeTagBody>,
): Promise<CountedTag> {
  const name = text === undefined ? null : checkTagName(text, 'name');
  return changeOwned(db, userId, TAGS, async (tx) => {
    const tag = await findStored(tx, userId, TAGS, id);
    if (!tag || tag.isDeleted) throw ownedNotFound(TAGS);
    const changed = { ...tag, ...name, color: color ?? null };
    const [other] = await store.findTags(tx, userId, [changed.key]);
    if (!other || other.id === id) {
      await store.updateTag(tx, id, changed);
      if (changed.key !== tag.key) await renameInSearches(tx, userId, tag.key, changed.name);
      return id;
    }
    if (!merge) throw nameTaken(TAGS, other.name, other.id, MERGE);
    await store.copyPublications(tx, userId, { from: id, to: other.id });
    await deleteForNow(tx, userId, TAGS, id);
    await renameInSearches(tx, userId, tag.key, other.name);
    await store.updateTag(tx, other.id, { name: other.name, key: changed.key, color: changed.color });
    return other.id;
  });
}

/**
 * Restores a deleted tag with all its publications. If another tag has the name now, that one gets the publications.
 * Returns the tag that has them.
 * @throws Problem `tag_not_found`, `too_many_tags`
 */
export async function restoreTag(db: Database, userId: number, id: number): Promise<CountedTag> {
  return restoreOwned(db, userId, TAGS, id, (tx, otherId) =>
    store.copyPublications(tx, userId, { from: id, to: otherId }),
  );
}

/** Saved searches find the same as before. */
async function renameInSearches(tx: Tx, userId: number, from: string, to: string): Promise<void> {
  await store.rewriteSearches(tx, userId, (text) => renameTagInSearch(text, from, to));
}

/** A term with the name of a tag, in quotes or not. */
const TAG_TERM = /^tag:(?:["“”„](?<quoted>[^"“”„]*)["“”„]?|(?<bare>.*))$/is;

/**
 * Replaces the name of a tag in a search text. `from` is the key of the old name. Everything else stays as it was
 * written. Returns the text unchanged if it does not name the tag, or if no valid search could name it.
 */
export function renameTagInSearch(text: string, from: string, to: string): string {
  // a quotation mark would end the name
  if (/["“”„]/.test(to)) return text;
  const { parts } = parseQuery(text);
  const renamed = parts.filter((part) => nameIn(text, part) === from);
  const term = `tag:${quoteValue(to)}`;
  const result = renamed.reduceRight(
    (rest, { position, length }) => rest.slice(0, position) + term + rest.slice(position + length),
    text,
  );
  return result.length > MAX_SEARCH_LENGTH ? text : result;
}

/** The key of the tag that a part names, or null. */
function nameIn(text: string, { position, length }: Part): string | null {
  const { quoted, bare } = TAG_TERM.exec(text.slice(position, position + length))?.groups ?? {};
  const name = quoted ?? bare;
  return name === undefined ? null : keyOf(name);
}
