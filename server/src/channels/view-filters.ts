import type { Filter } from '../library/page-filter-store.ts';
import { readFilter } from '../library/read-filter.ts';
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
  for (const { name, filter } of await readViewFilters(db, userId, viewIds))
    selected.set(name, await listSelected(db, userId, filter, publicationIds));
  return selected;
}

/** The filters of views, without those that are gone or whose scholar is not tracked any more. */
async function readViewFilters(
  db: Queries,
  userId: number,
  viewIds: readonly number[],
): Promise<{ name: string; filter: Filter }[]> {
  const names = searchNamesOf(db, userId);
  const filters: { name: string; filter: Filter }[] = [];
  for (const { id, name, parameters } of await listViews(db, userId)) {
    if (!viewIds.includes(id)) continue;
    try {
      const filter = await readFilter(db, userId, parameters, names);
      const asItIs = { unread: false, keepRead: false, seenWithinDays: null, latest: false, snapshot: null };
      filters.push({ name, filter: { ...filter, ...asItIs } });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return filters;
}
