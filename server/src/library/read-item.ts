import type { Queries } from '../platform/database/database.ts';
import type { Item } from './contract.ts';
import { itemOf } from './list-publications.ts';
import { readLibraryPage } from './page-store.ts';

const NEWEST_FIRST = { by: 'first_seen', direction: 'desc' } as const;

/**
 * A publication as the API shows it to a user, labeled with `scholarId` if that scholar lists it; undefined if it is
 * not in the library.
 */
export async function readItem(
  q: Queries,
  userId: number,
  publicationId: number,
  scholarId: number | null,
): Promise<Item | undefined> {
  const { state, rows } = await readLibraryPage(
    q,
    userId,
    { condition: { kind: 'publications', ids: [publicationId] } },
    NEWEST_FIRST,
    { limit: 1, offset: 0 },
  );
  const [row] = rows;
  return row && itemOf(row, state, scholarId);
}
