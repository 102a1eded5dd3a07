import type { Database } from '../platform/database/database.ts';
import type { Item } from './contract.ts';
import { lockLibrary, setFavorite } from './library-store.ts';
import { publicationNotFound } from './publication-not-found.ts';
import { readItem } from './read-item.ts';
import { findCanonicalOf } from './record-store.ts';

/** Sets the favorite mark, or inverts it when `isFavorite` is null, of a work or of the one that stands for it. @throws Problem `publication_not_found` */
export async function toggleFavorite(
  db: Database,
  userId: number,
  publicationId: number,
  { isFavorite, scholarId }: { isFavorite: boolean | null; scholarId: number | null },
): Promise<Item> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const id = await findCanonicalOf(tx, publicationId);
    if (id === undefined || !(await setFavorite(tx, userId, id, isFavorite))) throw publicationNotFound();
    const item = await readItem(tx, userId, id, scholarId);
    if (!item) throw publicationNotFound();
    return item;
  });
}
