import type { Static } from 'typebox';
import { lockLibrary } from '../library/entry-store.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { type ChangeTagBody, type CountedTag, MAX_TAGS } from './contract.ts';
import { renameTagInSearch } from './rename-tag-in-search.ts';
import * as store from './store.ts';
import { checkTagName } from './tag-name.ts';
import { tooManyTags } from './tag-publications.ts';

/**
 * Renames a tag or changes its color. If another tag has the name, merges this one into it. Returns the tag that remains.
 * @throws Problem `validation_error`, `tag_not_found`, and `tag_exists` if another tag has the name and `merge` is not set
 */
export async function changeTag(
  db: Database,
  userId: number,
  id: number,
  { name: text, color, merge = false }: Static<typeof ChangeTagBody>,
): Promise<CountedTag> {
  const name = text === undefined ? null : checkTagName(text, 'name');
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const tag = await store.findStoredTag(tx, userId, id);
    if (!tag || tag.isDeleted) throw tagNotFound();
    const changed = { ...tag, ...name, color: color ?? tag.color };
    const [other] = await store.findTags(tx, userId, [changed.key]);
    if (!other || other.id === id) {
      await store.updateTag(tx, id, changed);
      if (changed.key !== tag.key) await renameInSearches(tx, userId, tag.key, changed.name);
      return readTag(tx, userId, id);
    }
    if (!merge) throw tagExists(other);
    await store.copyPublications(tx, userId, { from: id, to: other.id });
    await store.deleteTag(tx, userId, id);
    await renameInSearches(tx, userId, tag.key, other.name);
    if (color !== undefined) await store.updateTag(tx, other.id, { ...other, key: changed.key, color });
    return readTag(tx, userId, other.id);
  });
}

/** Deletes a tag. It can be restored for a day. Returns what it was. @throws Problem `tag_not_found` */
export async function deleteTag(db: Database, userId: number, id: number): Promise<CountedTag> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const tag = await readTag(tx, userId, id);
    await store.deleteTag(tx, userId, id);
    return tag;
  });
}

/**
 * Restores a deleted tag with all its publications. If another tag has the name now, that one gets the publications. Returns the tag that has them.
 * @throws Problem `tag_not_found`, `too_many_tags`
 */
export async function restoreTag(db: Database, userId: number, id: number): Promise<CountedTag> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const tag = await store.findStoredTag(tx, userId, id);
    if (!tag) throw tagNotFound();
    if (!tag.isDeleted) return readTag(tx, userId, id);
    const [other] = await store.findTags(tx, userId, [tag.key]);
    if (other) {
      await store.copyPublications(tx, userId, { from: id, to: other.id });
      return readTag(tx, userId, other.id);
    }
    if ((await store.countTags(tx, userId)) >= MAX_TAGS) throw tooManyTags();
    await store.undeleteTag(tx, id);
    return readTag(tx, userId, id);
  });
}

/** Saved searches find the same as before. */
async function renameInSearches(tx: Tx, userId: number, from: string, to: string): Promise<void> {
  await store.rewriteSearches(tx, userId, (text) => renameTagInSearch(text, from, to));
}

async function readTag(tx: Tx, userId: number, id: number): Promise<CountedTag> {
  const [tag] = await store.listTags(tx, userId, [id]);
  if (!tag) throw tagNotFound();
  return tag;
}

function tagNotFound(): Problem {
  return new Problem('not_found', 'tag_not_found', 'You have no tag with this id. It may have been deleted.');
}

function tagExists({ id, name }: { id: number; name: string }): Problem {
  const message = `You already have a tag “${name}”. Choose another name, or send merge: true to merge the two.`;
  return new Problem('conflict', 'tag_exists', message, { tag_id: id });
}
