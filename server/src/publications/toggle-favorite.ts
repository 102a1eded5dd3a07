import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Item } from './contract.ts';
import { lockLibrary, setFavorite } from './library-store.ts';
import { itemOf } from './list-publications.ts';
import { readLibraryPage } from './page-store.ts';

const NEWEST_FIRST = { by: 'first_seen', direction: 'desc' } as const;

/** Sets the favorite mark, or inverts it when `isFavorite` is null. @throws Problem `publication_not_found` */
export async function toggleFavorite(
  db: Database,
  userId: number,
  publicationId: number,
  { isFavorite, scholarId }: { isFavorite: boolean | null; scholarId: number | null },
): Promise<Item> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const found = await setFavorite(tx, userId, publicationId, isFavorite);
    const { state, rows } = await readLibraryPage(tx, userId, { publicationId }, NEWEST_FIRST, { limit: 1, offset: 0 });
    const [row] = rows;
    if (!found || !row)
      throw new Problem('not_found', 'publication_not_found', 'There is no such publication in your library.');
    return itemOf(row, state, scholarId);
  });
}
