import type { Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { type ParsedQuery, parseQuery } from '../search-language/parse-query.ts';
import type { Mistake } from '../search-language/query.ts';
import type { Condition } from './condition-store.ts';
import type { Filter } from './page-filter-store.ts';
import { type Names, resolveQuery } from './resolve-query.ts';
import { searchWords } from './search-words.ts';
import { listTagKeys } from './tag-key-store.ts';
import { readSearchable } from './word-store.ts';

/** What a search adds to a filter. */
export type Search = Pick<
  Filter,
  'words' | 'named' | 'hasWords' | 'unread' | 'favorite' | 'latest' | 'yearFrom' | 'yearTo' | 'conditions'
>;

/** What the searches of a user refer to. It is read when the first search needs it, so that many searches read it once. */
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
export async function readSearch(text: string, names: SearchNames): Promise<Search | null> {
  const condition = await conditionOf(parseSearch(text, 'search'), names);
  return condition && { ...searchOf(condition), hasWords: (await names.scholars()).hasWords };
}

/** What stored search texts require; null for one that finds nothing, or that an older version accepted and this one does not. */
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

/** What a parameter of the list can say becomes that parameter, so that the search uses the same index. */
function searchOf(condition: Condition): Search {
  const all = condition.kind === 'and' ? condition.of : [condition];
  const words = new Set<string>();
  const named = new Map<string, { word: string; scholarIds: readonly number[] }>();
  const conditions: Condition[] = [];
  let search: Search = {};
  for (const one of all) {
    const text = textQuery(one);
    if (text !== null) words.add(text);
    else if (one.kind === 'named') named.set(one.words, { word: one.words, scholarIds: one.scholarIds });
    else if (one.kind === 'unread' || one.kind === 'favorite' || one.kind === 'latest')
      search = { ...search, [one.kind]: true };
    else if (one.kind === 'year') search = { ...search, ...narrowYears(search, one) };
    else conditions.push(one);
  }
  return {
    ...search,
    words: words.size === 0 ? null : [...words].join(' & '),
    named: [...named.values()],
    conditions,
  };
}

/** A condition as one tsquery; null if it is not only about the text. */
function textQuery(condition: Condition): string | null {
  switch (condition.kind) {
    case 'text':
      return condition.words.includes(' ') ? `(${condition.words})` : condition.words;
    case 'not': {
      const of = textQuery(condition.of);
      return of && `!${of}`;
    }
    case 'and':
    case 'or': {
      const of = condition.of.map(textQuery);
      return of.includes(null) ? null : `(${of.join(condition.kind === 'and' ? ' & ' : ' | ')})`;
    }
    default:
      return null;
  }
}

/** Both ranges of years. */
export function narrowYears(
  a: Pick<Filter, 'yearFrom' | 'yearTo'>,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): Pick<Filter, 'yearFrom' | 'yearTo'> {
  const froms = [a.yearFrom ?? null, from].filter((year) => year !== null);
  const tos = [a.yearTo ?? null, to].filter((year) => year !== null);
  return {
    yearFrom: froms.length === 0 ? null : Math.max(...froms),
    yearTo: tos.length === 0 ? null : Math.min(...tos),
  };
}

function problemOf({ message, position, length, suggestion }: Mistake, path: string): Problem {
  const advice = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
  const details = [{ path, message, position, length, suggestion }];
  return new Problem('invalid', 'validation_error', `The search is not valid. ${message}${advice}`, details);
}
