import type { Static } from 'typebox';
import type { Queries } from '../platform/database/database.ts';
import type { ListFilter } from './contract.ts';
import { scholarNotFound } from './not-found.ts';
import { readSnapshot } from './paging.ts';
import { allOf, type Condition, type List, TODAY, UNREAD } from './predicate.ts';
import { readSearch, type SearchNames, searchNamesOf } from './read-search.ts';
import { readSourceIds } from './scholar-name-store.ts';

type Parameters = Static<typeof ListFilter>;

/**
 * The list that the parameters of a request select. If you read many lists, pass `names`, so that they are read once.
 * @throws Problem `invalid_snapshot`, `scholar_not_found`, `validation_error` for a mistake in the search
 */
export async function readList(
  db: Queries,
  userId: number,
  { keep_read: keepRead = false, ...query }: Parameters & { readonly keep_read?: boolean | undefined },
  names: SearchNames = searchNamesOf(db, userId),
): Promise<List> {
  const snapshot = query.snapshot == null ? null : readSnapshot(query.snapshot);
  const scholarId = query.scholar_profile_id ?? null;
  if (scholarId !== null && (await readSourceIds(db, userId, [scholarId])).size === 0) throw scholarNotFound();
  const { search = '' } = query;
  return {
    // a search without a letter or a digit finds nothing
    condition: allOf(...conditionsOf(query), ...(search === '' ? [] : [(await readSearch(search, names)) ?? NOTHING])),
    hasWords: search !== '' && (await names.scholars()).hasWords,
    snapshot,
    keepRead,
    withRunning: query.with_running ?? false,
  };
}

const NOTHING: Condition = { kind: 'nothing' };

/** What the parameters beside the search require. */
function conditionsOf({
  mode = 'all',
  favorite_only,
  scholar_profile_id,
  year_from,
  year_to,
}: Parameters): Condition[] {
  const conditions: Condition[] = [];
  if (mode === 'today') conditions.push(TODAY);
  if (mode === 'unread') conditions.push(UNREAD);
  // `new` is the older name of `latest`
  if (mode === 'latest' || mode === 'new') conditions.push({ kind: 'latest' });
  if (favorite_only) conditions.push({ kind: 'favorite' });
  if (scholar_profile_id != null) conditions.push({ kind: 'scholars', ids: [scholar_profile_id] });
  if (year_from !== undefined || year_to !== undefined)
    conditions.push({ kind: 'year', from: year_from ?? null, to: year_to ?? null });
  return conditions;
}
