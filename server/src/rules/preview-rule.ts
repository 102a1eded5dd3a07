import type { Static } from 'typebox';
import { itemOf } from '../library/list-publications.ts';
import { readLibraryPage } from '../library/page-store.ts';
import { allOf, seenWithin } from '../library/predicate.ts';
import { readList } from '../library/read-list.ts';
import type { Database } from '../platform/database/database.ts';
import { MAX_PREVIEWED, NEW_DAYS, type Preview } from './contract.ts';
import { checkSearch } from './save-rule.ts';

/**
 * The publications first seen in the last 90 days that match the search of a rule, the newest first.
 * @throws Problem `validation_error` for a mistake in the search
 */
export async function previewRule(db: Database, userId: number, search: string): Promise<Static<typeof Preview>> {
  await checkSearch(db, userId, search);
  const found = await readList(db, userId, { search });
  const list = { ...found, condition: allOf(found.condition, seenWithin(NEW_DAYS)) };
  const newestFirst = { by: 'first_seen', direction: 'desc' } as const;
  const window = { limit: MAX_PREVIEWED, offset: 0 };
  const { state, rows } = await readLibraryPage(db, userId, list, newestFirst, window);
  return {
    total_count: state.totalCount,
    days: NEW_DAYS,
    publications: rows.map((row) => itemOf(row, state, null)),
  };
}
