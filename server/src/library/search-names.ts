import type { Queries } from '../platform/database/database.ts';
import { prefixQuery, searchWords } from './search-words.ts';
import { readSearchable } from './word-store.ts';

/** A search. Each word must be in the publication's text, or in the name of one of the user's scholars who list it. */
export interface Search {
  /** a tsquery of the words that are not in any scholar's name; null if there are none */
  readonly words: string | null;
  /** each other word as a tsquery, with the scholars whose names contain it */
  readonly named: readonly { readonly word: string; readonly scholarIds: readonly number[] }[];
  /** whether the library has words of its own (word-store.ts) */
  readonly hasWords: boolean;
}

/** Parses a search text; null if it has no letter or digit. Such a search finds nothing. */
export async function readSearch(db: Queries, userId: number, text: string): Promise<Search | null> {
  const words = [...new Set(searchWords(text))];
  if (words.length === 0) return null;
  const { hasWords, scholars } = await readSearchable(db, userId);
  const names = scholars.map(({ id, name }) => ({ id, parts: searchWords(name) }));
  const scholarsOf = (word: string) =>
    names.filter(({ parts }) => parts.some((part) => part.startsWith(word))).map(({ id }) => id);
  const found = words.map((word) => ({ word, scholarIds: scholarsOf(word) }));
  const others = found.filter(({ scholarIds }) => scholarIds.length === 0);
  return {
    hasWords,
    words: prefixQuery(others.map(({ word }) => word).join(' ')),
    named: found.flatMap(({ word, scholarIds }) => {
      const query = scholarIds.length === 0 ? null : prefixQuery(word);
      return query === null ? [] : [{ word: query, scholarIds }];
    }),
  };
}
