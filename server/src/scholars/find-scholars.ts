import { searchWords } from '../library/search-words.ts';
import type { Queries } from '../platform/database/database.ts';
import { listNamedScholars, type NamedScholar } from './name-store.ts';
import { listScholars, type ScholarRow } from './store.ts';

/**
 * Returns the first `limit` of a user's scholars that match a search, ordered by name. Each word of the search must
 * begin a word of the name, or the whole search must begin the id of a profile. Accents and case do not matter.
 */
export async function findScholars(
  db: Queries,
  userId: number,
  { search = '', limit }: { search?: string; limit?: number },
): Promise<ScholarRow[]> {
  const sought = search.trim();
  if (sought === '' && limit === undefined) return listScholars(db, userId);
  const named = await listNamedScholars(db, userId);
  const found = sought === '' ? named : named.filter(matcherOf(sought));
  const ids = found.slice(0, limit).map(({ id }) => id);
  return ids.length === 0 ? [] : listScholars(db, userId, ids);
}

function matcherOf(sought: string): (scholar: NamedScholar) => boolean {
  const words = searchWords(sought);
  const id = sought.toLowerCase();
  return ({ name, profile_ids }) => {
    if (profile_ids.some((one) => one.toLowerCase().startsWith(id))) return true;
    const parts = searchWords(name);
    return words.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word)));
  };
}
