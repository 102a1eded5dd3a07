import type { Database } from '../platform/database/database.ts';
import { saveMark } from '../reading-order/store.ts';
import { findCanonicalOf } from './canonical-store.ts';
import type { Item } from './contract.ts';
import { isTracked, lockLibrary, refreshEntries } from './entry-store.ts';
import { readItem } from './list-publications.ts';
import { setFavorite } from './mark-store.ts';
import { publicationNotFound, scholarNotFound } from './not-found.ts';
import { acknowledge } from './notice-store.ts';

/**
 * Sets the favorite mark of a publication or of its canonical one, or inverts it if `isFavorite` is null.
 * @param scholarId the scholar that labels the publication in the response
 * @throws Problem `publication_not_found`, `scholar_not_found`
 */
export async function toggleFavorite(
  db: Database,
  userId: number,
  publicationId: number,
  { isFavorite, scholarId }: { isFavorite: boolean | null; scholarId: number | null },
): Promise<Item> {
  return db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const id = await findCanonicalOf(tx, publicationId);
    const isSet = id === undefined ? undefined : await setFavorite(tx, userId, id, isFavorite);
    if (id === undefined || isSet === undefined) throw publicationNotFound();
    if (scholarId !== null && !(await isTracked(tx, userId, scholarId))) throw scholarNotFound();
    // taking the mark off may hide the entry, which the response still has
    if (isSet) await refreshEntries(tx, [userId], [id]);
    const item = await readItem(tx, userId, id, scholarId);
    if (!item) throw publicationNotFound();
    if (!isSet) await refreshEntries(tx, [userId], [id]);
    return item;
  });
}

/**
 * Saves that the user wants more or less like a publication, or its canonical one; null takes that back.
 * @throws Problem `publication_not_found`
 */
export async function markInterest(
  db: Database,
  userId: number,
  publicationId: number,
  mark: 'more' | 'less' | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockLibrary(tx, userId);
    const id = await findCanonicalOf(tx, publicationId);
    if (id === undefined || !(await readItem(tx, userId, id, null))) throw publicationNotFound();
    await saveMark(tx, userId, id, mark);
  });
}

/**
 * Saves that the user knows what became of a publication, or of its canonical one.
 * @throws Problem `publication_not_found`
 */
export async function acknowledgeNotice(db: Database, userId: number, publicationId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const id = await findCanonicalOf(tx, publicationId);
    if (id === undefined || !(await readItem(tx, userId, id, null))) throw publicationNotFound();
    await acknowledge(tx, userId, id);
  });
}
