import { digestZotero } from '../citations/write-zotero.ts';
import type { Services } from '../platform/services.ts';
import { fieldsOf, isFields, listOf } from '../sources/json-fields.ts';
import { confirmItems, forgetCollections, markChanged, markFate } from './link-store.ts';
import { type Failure, requestZotero, unreadable } from './request-zotero.ts';
import { type PushedSync, saveVersion } from './store.ts';

/** How many items a request may name. */
export const MAX_KEYS = 50;
/** Without a limit, Zotero sends 25 items. */
const AS_JSON = { format: 'json', includeTrashed: '1', limit: '100' };

/**
 * Learns what the person changed and deleted in the library since the sync looked last, with two requests. It needs
 * another one only if a push did not learn what became of its items. Returns why it cannot; null: it has looked.
 */
export async function lookAtLibrary(
  services: Services,
  sync: PushedSync,
  signal?: AbortSignal,
): Promise<Failure | null> {
  const { db } = services;
  const { userId, library } = sync;
  const ask = (path: string, query: Readonly<Record<string, string>>) =>
    requestZotero(services, userId, { path: `/${library}/${path}`, query, ...(signal ? { signal } : {}) });
  const since = String(sync.version);
  const deleted = await ask('deleted', { since });
  if (deleted.kind !== 'found') return deleted;
  const seen = await ask('items', { since, format: 'versions', includeTrashed: '1' });
  if (seen.kind !== 'found') return seen;
  const { items, collections } = fieldsOf(deleted.value);
  const isOfVersions = isFields(seen.value) && Object.values(seen.value).every(Number.isSafeInteger);
  if (!Array.isArray(items) || !isOfVersions) return unreadable();
  await markFate(db, sync, items, 'deleted');
  await forgetCollections(db, sync, listOf(collections));
  if (sync.hasCollection && listOf(collections).includes(sync.collectionKey))
    return {
      kind: 'failed',
      problem: `The collection “${sync.name}” was deleted in Zotero. Remove it here, too, or make another one.`,
      isFinal: true,
    };
  const unknown = [...(await markChanged(db, sync, fieldsOf(seen.value)))];
  for (let at = 0; at < unknown.length; at += MAX_KEYS) {
    const some = new Map(unknown.slice(at, at + MAX_KEYS));
    const found = await ask('items', { itemKey: [...some.keys()].join(','), ...AS_JSON });
    if (found.kind !== 'found') return found;
    const now = listOf(found.value).map((item) => fieldsOf(fieldsOf(item).data));
    const isOurs = (data: (typeof now)[number]) => some.get(String(data.key))?.equals(digestZotero(data)) === true;
    const ours = now.filter((data) => isOurs(data) && Number.isSafeInteger(data.version));
    await confirmItems(
      db,
      sync,
      ours.map(({ key, version }) => ({ key: String(key), version: Number(version) })),
    );
    const theirs = now.filter((data) => !isOurs(data)).map(({ key }) => key);
    await markFate(db, sync, theirs, 'changed');
  }
  await saveVersion(db, sync.id, Math.min(deleted.version, seen.version));
  return null;
}
