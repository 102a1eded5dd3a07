import type { Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { type ParsedQuery, parseQuery } from '../search-language/parse-query.ts';
import type { Mistake } from '../search-language/query.ts';
import type { Condition } from './predicate.ts';
import { type Names, resolveQuery } from './resolve-query.ts';
import { searchWords } from './search-words.ts';
import { listTagKeys, readSearchable } from './word-store.ts';

/**
 * What the searches of a user refer to. It is read when the first search needs it, so that many searches read it once.
 */
export interface SearchNames {
  scholars(): Promise<{ readonly hasWords: boolean; readonly scholars: Names['scholars'] }>;
  tags(): Promise<Names['tags']>;
}

export function searchNamesOf(db: Queries, userId: number): SearchNames {
  let scholars: ReturnType<SearchNames['scholars']> | undefined;
  let tags: ReturnType<SearchNames['tags']> | undefined;
  const readScholars = async () => {
    const { hasWords, scholars: named } = await readSearchable(db, userId);
    return { hasWords, scholars: named.map(({ id, name }) => ({ id, words: searchWords(name) })) };
  };
  return {
    scholars: () => {
      scholars ??= readScholars();
      return scholars;
    },
    tags: () => {
      tags ??= listTagKeys(db, userId);
      return tags;
    },
  };
}

/**
 * Reads a search text; null if it has no letter or digit. Such a search finds nothing.
 * @throws Problem `validation_error` with the place of the first mistake
 */
export async function readSearch(text: string, names: SearchNames): Promise<Condition | null> {
  return conditionOf(parseSearch(text, 'search'), names);
}

/**
 * What stored search texts require; null for one that finds nothing, or that an older version accepted and this one
 * does not.
 */
export async function readConditions(texts: readonly string[], names: SearchNames): Promise<(Condition | null)[]> {
  return Promise.all(
    texts.map((text) => {
      const parsed = parseQuery(text);
      return parsed.mistake ? null : conditionOf(parsed, names);
    }),
  );
}

async function conditionOf({ query, parts }: ParsedQuery, names: SearchNames): Promise<Condition | null> {
  if (query === null) return null;
  const { scholars } = await names.scholars();
  const tags = parts.length === 0 ? [] : await names.tags();
  return resolveQuery(query, { scholars, tags });
}

/**
 * Parses a search text (search-language/parse-query.ts) that a request has at `path`.
 * @throws Problem `validation_error` with the place of the first mistake
 */
export function parseSearch(text: string, path: string): ParsedQuery {
  const parsed = parseQuery(text);
  if (parsed.mistake) throw problemOf(parsed.mistake, path);
  return parsed;
}

function problemOf({ message, position, length, suggestion }: Mistake, path: string): Problem {
  const advice = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
  const details = [{ path, message, position, length, suggestion }];
  return new Problem('invalid', 'validation_error', `The search is not valid. ${message}${advice}`, details);
}
