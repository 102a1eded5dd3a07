import { digestZotero } from '../citations/write-zotero.ts';
import type { Services } from '../platform/services.ts';
import { type Fields, fieldsOf, isFields, listOf } from '../sources/json-fields.ts';
import { confirmItems, forgetCollections, markChanged, markFate } from './link-store.ts';
import { type Failure, isKey, requestZotero, unreadable } from './request-zotero.ts';
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
  if (!Array.isArray(items) || !isVersions(seen.value)) return unreadable();
  const goneCollections = listOf(collections).filter(isKey);
  await markFate(db, sync, items.filter(isKey), 'deleted');
  await forgetCollections(db, sync, goneCollections);
  if (sync.hasCollection && goneCollections.includes(sync.collectionKey))
    return {
      kind: 'failed',
      problem: `The collection “${sync.name}” was deleted in Zotero. Remove it here, too, or make another one.`,
      isFinal: true,
    };
  const unknown = [...(await markChanged(db, sync, seen.value))];
  for (let at = 0; at < unknown.length; at += MAX_KEYS) {
    const some = new Map(unknown.slice(at, at + MAX_KEYS));
    const found = await ask('items', { itemKey: [...some.keys()].join(','), ...AS_JSON });
    if (found.kind !== 'found') return found;
    const now = listOf(found.value).flatMap((item) => itemOf(item) ?? []);
    const compared = now.map(({ key, version, data }) => ({ key, version, digest: digestZotero(data) }));
    const ours = compared.filter(({ key, digest }) => some.get(key)?.equals(digest));
    await confirmItems(db, sync, ours);
    const theirs = compared.filter((item) => !ours.includes(item)).map(({ key }) => key);
    await markFate(db, sync, theirs, 'changed');
  }
  await saveVersion(db, sync.id, Math.min(deleted.version, seen.version));
  return null;
}

function isVersions(value: unknown): value is Readonly<Record<string, number>> {
  return (
    isFields(value) && Object.entries(value).every(([key, version]) => isKey(key) && Number.isSafeInteger(version))
  );
}

/** An item of a response; null if it has no key or version. */
export function itemOf(item: unknown): { key: string; version: number; data: Fields } | null {
  const { key, version, data } = fieldsOf(item);
  return isKey(key) && Number.isSafeInteger(version) ? { key, version: Number(version), data: fieldsOf(data) } : null;
}
