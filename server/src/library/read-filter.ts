import type { Static } from 'typebox';
import type { Queries } from '../platform/database/database.ts';
import type { ListFilter } from './contract.ts';
import { isTracked } from './entry-store.ts';
import { scholarNotFound } from './not-found.ts';
import { type Filter, TODAY_DAYS } from './page-filter-store.ts';
import { narrowYears, readSearch, type SearchNames, searchNamesOf } from './read-search.ts';
import { readSnapshot } from './snapshot.ts';

/**
 * Reads what a request selects of a library. `names` are given if many filters are read at once.
 * @throws Problem `invalid_snapshot`, `scholar_not_found`, `validation_error` for a mistake in the search
 */
export async function readFilter(
  db: Queries,
  userId: number,
  { mode = 'all', search = '', ...query }: Static<typeof ListFilter>,
  names: SearchNames = searchNamesOf(db, userId),
): Promise<Filter> {
  const snapshot = query.snapshot == null ? null : readSnapshot(query.snapshot);
  const scholarId = query.scholar_profile_id ?? null;
  if (scholarId !== null && !(await isTracked(db, userId, scholarId))) throw scholarNotFound();
  const sought = search === '' ? {} : await readSearch(search, names);
  const years = narrowYears(sought ?? {}, { from: query.year_from ?? null, to: query.year_to ?? null });
  return {
    ...sought,
    ...years,
    unread: mode === 'unread' || mode === 'today' || (sought?.unread ?? false),
    seenWithinDays: mode === 'today' ? TODAY_DAYS : null,
    favorite: (query.favorite_only ?? false) || (sought?.favorite ?? false),
    // `new` is the older name of `latest`
    latest: mode === 'latest' || mode === 'new' || (sought?.latest ?? false),
    withRunning: query.with_running ?? false,
    scholarId,
    snapshot,
    // a search without a letter or a digit finds nothing
    ...(sought === null ? { publicationId: 0 } : {}),
  };
}
