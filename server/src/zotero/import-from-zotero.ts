import { digestZotero } from '../citations/write-zotero.ts';
import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import type { ImportResult } from '../portability/contract.ts';
import { importLibrary } from '../portability/import-library.ts';
import { listOf } from '../sources/json-fields.ts';
import { found, requireLibrary } from './change-zotero.ts';
import { type OwnItem, readLinked, saveOwnItems } from './link-store.ts';
import { itemOf } from './look-at-library.ts';
import { type Ask, readLibrary } from './read-library.ts';
import { isKey, requestZotero, unreadable } from './request-zotero.ts';

/** How long an import waits for Zotero; after that the user must try again. */
const MAX_PAUSE_SECONDS = 60;

/**
 * Imports a library of Zotero, as a file is imported. Its items are linked, so that a push makes no second ones. What is
 * linked already is the same publication, however the person changed it in Zotero.
 * @throws Problem `zotero_not_connected`, `validation_error`, `source_unavailable`, and those of an import
 */
export async function importFromZotero(
  services: Services,
  userId: number,
  library: string,
  options: { readonly isDryRun: boolean; readonly markRead: boolean },
): Promise<ImportResult> {
  await requireLibrary(services.db, userId, library, false);
  let pausesLeft = MAX_PAUSE_SECONDS;
  const ask: Ask = async (path, query) => {
    const request = { path: `/${library}/${path}`, query };
    let answer = await requestZotero(services, userId, request);
    while (answer.kind === 'wait' && answer.seconds <= pausesLeft) {
      pausesLeft -= Math.max(1, answer.seconds);
      await pause(answer.seconds * 1000, new AbortController().signal);
      answer = await requestZotero(services, userId, request);
    }
    const isList = answer.kind !== 'found' || Array.isArray(answer.value);
    return { value: found(isList ? answer : unreadable()), version: answer.kind === 'found' ? answer.version : 0 };
  };
  const linked = await readLinked(services.db, { userId, library });
  const items: (OwnItem & { readonly position: number })[] = [];
  const keep = (position: number, value: unknown) => {
    const item = itemOf(value);
    if (item === null) return undefined;
    const { key, version, data } = item;
    items.push({ position, key, version, collections: listOf(data.collections).filter(isKey) });
    return linked.get(key);
  };
  return importLibrary(services, userId, readLibrary(ask, keep), {
    ...options,
    onPlaced: async (tx, placed) => {
      const ids = new Map(placed.map(({ position, publicationId }) => [position, publicationId]));
      const own = items.flatMap(({ position, ...item }) => {
        const publicationId = ids.get(position);
        const digest = digestZotero({ collections: item.collections }).toString('hex');
        return publicationId === undefined ? [] : [{ ...item, publicationId, digest }];
      });
      await saveOwnItems(tx, { userId, library }, own);
    },
  });
}
