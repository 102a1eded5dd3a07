import { readCited } from '../citations/citation-store.ts';
import { makeItem } from '../citations/make-item.ts';
import { digestZotero, writeZotero } from '../citations/write-zotero.ts';
import { readListedIds } from '../library/page-store.ts';
import { allOf } from '../library/predicate.ts';
import { readList } from '../library/read-list.ts';
import type { Database } from '../platform/database/database.ts';
import type { Fields } from '../sources/json-fields.ts';
import type { Result } from './contract.ts';
import { readLinks } from './link-store.ts';
import type { PushedSync } from './store.ts';

const BATCH = 250;
const NEWEST_FIRST = { by: 'first_seen', direction: 'desc' } as const;

/** What a push does with a publication. */
export interface Plan {
  readonly publicationId: number;
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'kept' | 'deleted';
  /** as Zotero gets it, without its key and version */
  readonly item: Fields;
  readonly collections: readonly string[];
  readonly digest: Buffer;
}

/** @throws Problem if the list cannot be read, because a view lists a scholar whom the user does not track any more */
export async function listPublications(db: Database, sync: PushedSync): Promise<readonly number[]> {
  const { userId, scope, scholarId, tagId, parameters } = sync;
  return db.transaction().execute(async (tx) => {
    const ofView = parameters === null ? {} : { ...parameters, mode: 'all' as const };
    const ofScope = scope === 'favorites' ? { favorite_only: true } : { scholar_profile_id: scholarId };
    const list = await readList(tx, userId, scope === 'view' ? ofView : ofScope);
    const condition = tagId === null ? list.condition : allOf(list.condition, { kind: 'tags', ids: [tagId] });
    return readListedIds(tx, userId, { ...list, condition }, NEWEST_FIRST);
  });
}

/** Compares publications with what Zotero has of them, some at a time. It writes nothing and requests nothing. */
export async function* planPush(
  db: Database,
  sync: PushedSync,
  publicationIds: readonly number[],
): AsyncGenerator<Plan[]> {
  for (let at = 0; at < publicationIds.length; at += BATCH) {
    const ids = publicationIds.slice(at, at + BATCH);
    yield await db.transaction().execute(async (tx) => {
      const links = await readLinks(tx, sync, ids);
      return (await readCited(tx, ids, sync.userId)).map((publication): Plan => {
        const link = links.get(publication.id);
        const collections = [...new Set([...(link?.collections ?? []), sync.collectionKey])].sort();
        const item = { ...(link?.isOwn ? {} : writeZotero(makeItem(publication))), collections };
        const digest = digestZotero(item);
        const isThere = link?.isConfirmed === true && link.digest.equals(digest);
        const written = link === undefined || link.version === 0 ? 'added' : 'changed';
        const fate = link?.fate === 'changed' ? 'kept' : link?.fate;
        return {
          publicationId: publication.id,
          outcome: fate ?? (isThere ? 'unchanged' : written),
          item,
          collections,
          digest,
        };
      });
    });
  }
}

export const NOTHING_DONE: Result = {
  ...{ total: 0, added: 0, changed: 0, unchanged: 0, kept: 0, deleted: 0, failed: 0, problem: null },
};
