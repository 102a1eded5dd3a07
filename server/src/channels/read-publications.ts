import type { Item } from '../library/contract.ts';
import { itemOf } from '../library/list-publications.ts';
import { readLibraryPage } from '../library/page-store.ts';
import type { Queries } from '../platform/database/database.ts';

/** A publication of a user's library, with the beginning of its abstract if that is known. */
export type ShownPublication = Item & { readonly abstractStart: string | null };

/** The publications with these ids that a user's library shows, in the order of the ids. */
export async function readPublications(
  db: Queries,
  userId: number,
  ids: readonly number[],
): Promise<ShownPublication[]> {
  if (ids.length === 0) return [];
  const order = { ids, values: ids.map(() => 0) };
  const window = { limit: ids.length, offset: 0 };
  const { state, rows } = await readLibraryPage(
    db,
    userId,
    { condition: { kind: 'publications', ids } },
    order,
    window,
    { withAbstract: true },
  );
  return rows.map((row) => ({ ...itemOf(row, state, null), abstractStart: row.abstract_start }));
}
