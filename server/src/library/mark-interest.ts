import type { Database } from '../platform/database/database.ts';
import { saveMark } from '../reading-order/store.ts';
import { findCanonicalOf } from './canonical-store.ts';
import { lockLibrary } from './entry-store.ts';
import { publicationNotFound } from './not-found.ts';
import { readItem } from './read-item.ts';

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
