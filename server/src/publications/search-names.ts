import type { Queries } from '../platform/database/database.ts';
import { readScholarNames } from './library-store.ts';
import { prefixQuery, searchWords } from './search-words.ts';

/** What a search wants of a publication: each word in its own text, or in the name of one of the user's scholars who wrote it. */
export interface Search {
  /** a tsquery of the words that are in no scholar's name; null if there are none */
  readonly words: string | null;
  /** the others: each as a tsquery, with the scholars whose names have it */
  readonly named: readonly { readonly word: string; readonly scholarIds: readonly number[] }[];
}

/** Reads a search text; null if it has no letter or digit, so that it finds nothing. */
export async function readSearch(db: Queries, userId: number, text: string): Promise<Search | null> {
  const words = [...new Set(searchWords(text))];
  if (words.length === 0) return null;
  const scholars = await readScholarNames(db, userId);
  const names = scholars.map(({ id, name }) => ({ id, parts: searchWords(name) }));
  const scholarsOf = (word: string) =>
    names.filter(({ parts }) => parts.some((part) => part.startsWith(word))).map(({ id }) => id);
  const found = words.map((word) => ({ word, scholarIds: scholarsOf(word) }));
  const others = found.filter(({ scholarIds }) => scholarIds.length === 0);
  return {
    words: prefixQuery(others.map(({ word }) => word).join(' ')),
    named: found.flatMap(({ word, scholarIds }) => {
      const query = scholarIds.length === 0 ? null : prefixQuery(word);
      return query === null ? [] : [{ word: query, scholarIds }];
    }),
  };
}
