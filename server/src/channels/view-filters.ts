import { allOf, type List, partsOf } from '../library/predicate.ts';
import { readList } from '../library/read-list.ts';
import { searchNamesOf } from '../library/read-search.ts';
import type { Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { listViews } from '../views/store.ts';
import { listSelected } from './compose-store.ts';

/** Which publications each of some views of a user selects, whether they are read or not, by the name of the view. */
export async function selectByViews(
  db: Queries,
  userId: number,
  viewIds: readonly number[],
  publicationIds: readonly number[],
): Promise<Map<string, ReadonlySet<number>>> {
  const selected = new Map<string, ReadonlySet<number>>();
  if (viewIds.length === 0 || publicationIds.length === 0) return selected;
  for (const { name, list } of await readViewLists(db, userId, viewIds))
    selected.set(name, await listSelected(db, userId, list, publicationIds));
  return selected;
}

/** The lists of views, without those that are gone or whose scholar is not tracked any more. */
async function readViewLists(
  db: Queries,
  userId: number,
  viewIds: readonly number[],
): Promise<{ name: string; list: List }[]> {
  const names = searchNamesOf(db, userId);
  const lists: { name: string; list: List }[] = [];
  for (const { id, name, parameters } of await listViews(db, userId)) {
    if (!viewIds.includes(id)) continue;
    try {
      const list = await readList(db, userId, { ...parameters, mode: 'all' }, names);
      const lasting = partsOf(list.condition).filter(({ kind }) => kind !== 'unread' && kind !== 'latest');
      lists.push({ name, list: { ...list, condition: allOf(...lasting) } });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return lists;
}
