import type { Static } from 'typebox';
import type { Queries } from '../platform/database/database.ts';
import type { ListFilter } from './contract.ts';
import { isTracked } from './library-store.ts';
import { scholarNotFound } from './not-found.ts';
import { type Filter, TODAY_DAYS } from './page-filter-store.ts';
import { readSearch } from './search-names.ts';
import { readSnapshot } from './snapshot.ts';

/**
 * Reads what a request selects of a library.
 * @throws Problem `invalid_snapshot`, `scholar_not_found`
 */
export async function readFilter(
  db: Queries,
  userId: number,
  { mode = 'all', search = '', ...query }: Static<typeof ListFilter>,
): Promise<Filter> {
  const snapshot = query.snapshot == null ? null : readSnapshot(query.snapshot);
  const scholarId = query.scholar_profile_id ?? null;
  if (scholarId !== null && !(await isTracked(db, userId, scholarId))) throw scholarNotFound();
  const sought = search === '' ? null : await readSearch(db, userId, search);
  return {
    unread: mode === 'unread' || mode === 'today',
    seenWithinDays: mode === 'today' ? TODAY_DAYS : null,
    favorite: query.favorite_only ?? false,
    // `new` is the older name of `latest`
    latest: mode === 'latest' || mode === 'new',
    withRunning: query.with_running ?? false,
    scholarId,
    ...sought,
    yearFrom: query.year_from ?? null,
    yearTo: query.year_to ?? null,
    snapshot,
    // a search without a letter or a digit finds nothing
    ...(search !== '' && sought === null ? { publicationId: 0 } : {}),
  };
}
