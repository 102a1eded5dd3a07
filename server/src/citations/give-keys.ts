import type { Database } from '../platform/database/database.ts';
import { keyStem, keySuffix } from './cite-key.ts';
import { beginKeys, insertKeys, lockKeys, readHighestNumbers, readKeys } from './cite-key-store.ts';
import type { CitationItem } from './item.ts';

/**
 * The user's cite keys of publications, by their ids. A publication without a key gets one. A key that was given never
 * changes, whatever happens to the publication's title, and it says nothing about other users' libraries.
 */
export async function giveKeys(
  db: Database,
  userId: number,
  items: ReadonlyMap<number, CitationItem>,
): Promise<ReadonlyMap<number, string>> {
  const publicationIds = [...items.keys()];
  return db.transaction().execute(async (tx) => {
    await beginKeys(tx);
    const known = await readKeys(tx, userId, publicationIds);
    if (known.size === publicationIds.length) return known;
    await lockKeys(tx, userId);
    // others may have given keys until now
    const keys = new Map(await readKeys(tx, userId, publicationIds));
    let missing = [...items].flatMap(([publicationId, item]) =>
      keys.has(publicationId) ? [] : [{ publicationId, stem: keyStem(item) }],
    );
    const highest = new Map(await readHighestNumbers(tx, userId, [...new Set(missing.map(({ stem }) => stem))]));
    while (missing.length > 0) {
      const proposed = missing.map(({ publicationId, stem }) => {
        const number = (highest.get(stem) ?? -1) + 1;
        highest.set(stem, number);
        return { publicationId, stem, number, key: stem + keySuffix(number) };
      });
      const saved = await insertKeys(tx, userId, proposed);
      for (const { publicationId, key } of proposed) if (saved.has(publicationId)) keys.set(publicationId, key);
      // a key that is also that of another stem: "lund2020arta" belongs to "arta", and is the second of "art"
      missing = missing.filter(({ publicationId }) => !saved.has(publicationId));
    }
    return keys;
  });
}
