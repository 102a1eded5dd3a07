import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { lockLibrary } from './entry-store.ts';
import { checkOwnName, type OwnName } from './own-name.ts';
import type { KeptKind, OwnedKind } from './owned-store.ts';
import * as store from './owned-store.ts';

/** Reads the name of a request. @throws Problem `validation_error` */
export function checkOwnedName(kind: OwnedKind, text: string, path = 'name'): OwnName {
  return checkOwnName(text, { what: kind.noun, path, maxLength: kind.maxNameLength });
}

/** @throws Problem `too_many_…` unless the user can have so many more. The caller has locked the library. */
export async function requireRoom(tx: Tx, userId: number, kind: OwnedKind, count = 1): Promise<void> {
  if ((await store.countOwned(tx, userId, kind)) + count <= kind.maxCount) return;
  const message = `You can have at most ${kind.maxCount} ${kind.noun}s. Delete some of them first.`;
  throw new Problem('conflict', `too_many_${kind.noun}s`, message, { max_count: kind.maxCount });
}

/** @throws Problem `…_exists` if another one than the one with this id has the name */
export async function requireFreeName(
  tx: Tx,
  userId: number,
  kind: KeptKind,
  { name, key }: OwnName,
  id?: number,
): Promise<void> {
  const other = await store.findNamed(tx, userId, kind, key);
  if (other !== undefined && other !== id) throw nameTaken(kind, name, other);
}

/** `advice`: what the user can do about it */
export function nameTaken({ noun }: KeptKind, name: string, id: number, advice = 'Choose another name.'): Problem {
  const message = `You already have a ${noun} “${name}”. ${advice}`;
  const details = { tag: { tag_id: id }, view: { view_id: id }, rule: { rule_id: id } }[noun];
  return new Problem('conflict', `${noun}_exists`, message, details);
}

export function ownedNotFound({ noun }: OwnedKind): Problem {
  const message = `You have no ${noun} with this id. It may have been deleted.`;
  return new Problem('not_found', `${noun}_not_found`, message);
}

/** @throws Problem `…_not_found` */
export async function readOwned<Item>(tx: Tx, userId: number, kind: KeptKind<Item>, id: number): Promise<Item> {
  const item = (await kind.list(tx, userId, id)).find((one) => one.id === id);
  if (!item) throw ownedNotFound(kind);
  return item;
}

/** Adds or changes one while the library is locked. `change` returns its id. Returns what it is afterwards. */
export async function changeOwned<Item>(
  db: Database,
  userId: number,
  kind: KeptKind<Item>,
  change: (tx: Tx) => Promise<number>,
): Promise<Item> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    return readOwned(tx, userId, kind, await change(tx));
  });
}

/** Deletes one. It can be restored for a day. Returns what it was. @throws Problem `…_not_found` */
export async function deleteOwned<Item>(db: Database, userId: number, kind: KeptKind<Item>, id: number): Promise<Item> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const item = await readOwned(tx, userId, kind, id);
    await store.deleteForNow(tx, userId, kind, id);
    return item;
  });
}

/**
 * Restores a deleted one. If another one has its name now, `combine` may add it to that one; else it is refused.
 * @throws Problem `…_not_found`, `…_exists`, `too_many_…`
 */
export async function restoreOwned<Item>(
  db: Database,
  userId: number,
  kind: KeptKind<Item>,
  id: number,
  combine?: (tx: Tx, otherId: number) => Promise<void>,
): Promise<Item> {
  return changeOwned(db, userId, kind, async (tx) => {
    const deleted = await store.findStored(tx, userId, kind, id);
    if (!deleted) throw ownedNotFound(kind);
    if (!deleted.isDeleted) return id;
    const other = await store.findNamed(tx, userId, kind, deleted.key);
    if (other !== undefined && combine) {
      await combine(tx, other);
      return other;
    }
    if (other !== undefined) throw nameTaken(kind, deleted.name, other);
    await requireRoom(tx, userId, kind);
    await store.undelete(tx, kind, id);
    return id;
  });
}

/** Deletes one that cannot be restored, and returns its name. @throws Problem `…_not_found` */
export async function deleteForGood(db: Queries, userId: number, kind: OwnedKind, id: number): Promise<string> {
  const name = await store.deleteRow(db, userId, kind, id);
  if (name === undefined) throw ownedNotFound(kind);
  return name;
}
