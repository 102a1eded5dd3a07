import type { Database } from '../platform/database/database.ts';
import type { Item } from './contract.ts';
import { lockLibrary, setFavorite } from './library-store.ts';
import { publicationNotFound } from './publication-not-found.ts';
import { readItem } from './read-item.ts';

/** Sets the favorite mark, or inverts it when `isFavorite` is null. @throws Problem `publication_not_found` */
export async function toggleFavorite(
  db: Database,
  userId: number,
  publicationId: number,
  { isFavorite, scholarId }: { isFavorite: boolean | null; scholarId: number | null },
): Promise<Item> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    if (!(await setFavorite(tx, userId, publicationId, isFavorite))) throw publicationNotFound();
    const item = await readItem(tx, userId, publicationId, scholarId);
    if (!item) throw publicationNotFound();
    return item;
  });
}
