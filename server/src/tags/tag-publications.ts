import type { Static } from 'typebox';
import { findCanonical, findCanonicalOf } from '../library/canonical-store.ts';
import type { Tag } from '../library/contract.ts';
import { lockLibrary } from '../library/entry-store.ts';
import { publicationNotFound } from '../library/not-found.ts';
import { requireRoom } from '../library/owned.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { invalidValue } from '../platform/errors.ts';
import type { TagPublicationsBody, TagPublicationsResponse } from './contract.ts';
import * as store from './store.ts';
import { checkTagNames, type TagName } from './tag-name.ts';

/**
 * Replaces the tags of a publication, or of its canonical one. Creates unknown tags. Returns the tags in the order of
 * their names.
 * @throws Problem `validation_error`, `publication_not_found`, `too_many_tags`
 */
export async function setTags(
  db: Database,
  userId: number,
  publicationId: number,
  texts: readonly string[],
): Promise<Tag[]> {
  const names = checkTagNames(texts, 'tags');
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const id = await findCanonicalOf(tx, publicationId);
    const before = id === undefined ? undefined : await store.readTagsOf(tx, userId, id);
    if (id === undefined || before === undefined) throw publicationNotFound();
    const wanted = await ensureTags(tx, userId, names);
    const [wantedIds, oldIds] = [wanted.map((tag) => tag.id), before.map((tag) => tag.id)];
    const add = wantedIds.filter((one) => !oldIds.includes(one));
    const remove = oldIds.filter((one) => !wantedIds.includes(one));
    await store.changeTags(tx, userId, { publicationIds: [id], add, remove });
    return wanted;
  });
}

/**
 * Adds tags to publications and removes others. Creates unknown tags that are added. Ignores unknown ids and
 * publications outside the library.
 * @throws Problem `validation_error`, `too_many_tags`
 */
export async function tagPublications(
  db: Database,
  userId: number,
  { publication_ids: ids, add = [], remove = [] }: Static<typeof TagPublicationsBody>,
): Promise<Static<typeof TagPublicationsResponse>> {
  const [added, removed] = [checkTagNames(add, 'add'), checkTagNames(remove, 'remove')];
  refuseBoth(added, removed);
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const publicationIds = [...new Set((await findCanonical(tx, ids)).values())];
    const toAdd = await ensureTags(tx, userId, added);
    const toRemove = await store.findTags(
      tx,
      userId,
      removed.map(({ key }) => key),
    );
    const idsOf = (tags: readonly Tag[]) => tags.map(({ id }) => id);
    const changes = await store.changeTags(tx, userId, { publicationIds, add: idsOf(toAdd), remove: idsOf(toRemove) });
    return {
      message: `${changes.length} changed.`,
      requested_count: ids.length,
      updated_count: changes.length,
      undo: undoOf(changes, [...toAdd, ...toRemove]),
    };
  });
}

/**
 * The user's tags with these names, in the order of the names. Creates those that are missing, in a locked library.
 * @throws Problem `too_many_tags`
 */
export async function ensureTags(tx: Tx, userId: number, names: readonly TagName[]): Promise<Tag[]> {
  const keys = names.map(({ key }) => key);
  const known = await store.findTags(tx, userId, keys);
  const newCount = names.length - known.length;
  if (newCount === 0) return known;
  await requireRoom(tx, userId, store.TAGS, newCount);
  await store.insertTags(
    tx,
    userId,
    names.map((name) => ({ ...name, color: null })),
  );
  return store.findTags(tx, userId, keys);
}

function refuseBoth(added: readonly TagName[], removed: readonly TagName[]): void {
  const keys = new Set(added.map(({ key }) => key));
  const both = removed.find(({ key }) => keys.has(key));
  if (!both) return;
  throw invalidValue('remove', 'must not have a name that is also in add');
}

/** The requests that reverse changes, one for all publications with the same change. */
function undoOf(
  changes: readonly store.TagChange[],
  tags: readonly Tag[],
): Static<typeof TagPublicationsResponse>['undo'] {
  const names = new Map(tags.map(({ id, name }) => [id, name]));
  const namesOf = (ids: readonly number[]) => ids.flatMap((id) => names.get(id) ?? []);
  const groups = new Map<string, { publication_ids: number[]; add: string[]; remove: string[] }>();
  for (const { publication_id, added, removed } of changes) {
    const key = JSON.stringify([added, removed]);
    const group = groups.get(key) ?? { publication_ids: [], add: namesOf(removed), remove: namesOf(added) };
    group.publication_ids.push(publication_id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
