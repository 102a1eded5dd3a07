import type { Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { type ParsedQuery, parseQuery } from '../search-language/parse-query.ts';
import type { Mistake, Query } from '../search-language/query.ts';
import { readDoi } from '../sources/identifier-values.ts';
import { allOf, anyOf, type Condition, notOf, UNREAD } from './predicate.ts';
import { keyOf, phraseQuery, prefixQuery, searchWords, WEIGHTS } from './search-words.ts';
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

/** The user's scholars with the words of their names, and the user's tags. */
export interface Names {
  readonly scholars: readonly { readonly id: number; readonly words: readonly string[] }[];
  readonly tags: readonly { readonly id: number; readonly key: string }[];
}

type Find = (text: string, isPhrase: boolean) => number[];

/** Turns the words and names of a query into tsqueries and ids; null if it has no words. */
export function resolveQuery(query: Query, { scholars, tags }: Names): Condition | null {
  const scholarsNamed: Find = (text, isPhrase) => {
    const sought = searchWords(text);
    return scholars
      .filter(({ words }) =>
        isPhrase
          ? ` ${words.join(' ')} `.includes(` ${sought.join(' ')} `)
          : sought.every((beginning) => words.some((word) => word.startsWith(beginning))),
      )
      .map(({ id }) => id);
  };
  const scholarsCalled: Find = (text, isPhrase) => {
    const byId = isPhrase ? [] : scholars.filter(({ id }) => String(id) === text);
    return byId.length > 0 ? byId.map(({ id }) => id) : scholarsNamed(text, isPhrase);
  };
  const resolve = (one: Query): Condition | null => {
    switch (one.kind) {
      case 'and':
      case 'or':
        return combine(one.kind, one.of.map(resolve));
      case 'not': {
        const of = resolve(one.of);
        return of && notOf(of);
      }
      case 'text':
        return resolveText(one, scholarsNamed);
      case 'author':
      case 'title':
      case 'venue': {
        const words = queryOf(one, WEIGHTS[one.kind]);
        return words === null ? null : { kind: 'text', words };
      }
      case 'abstract':
      case 'note': {
        const words = queryOf(one);
        return words === null ? null : { kind: one.kind, words };
      }
      case 'scholar':
        return ofIds('scholars', scholarsCalled(one.text, one.isPhrase));
      case 'tag':
        return ofIds(
          'tags',
          tags.filter(({ key }) => key === keyOf(one.text)).map(({ id }) => id),
        );
      case 'year':
        return { kind: 'year', from: one.from, to: one.to };
      case 'cited':
        return { kind: 'citations', from: one.from, to: one.to };
      case 'cites': {
        const publication = typeof one.publication === 'string' ? readDoi(one.publication) : one.publication;
        return publication === null ? { kind: 'nothing' } : { kind: 'cites', publication };
      }
      case 'added':
        return { ...one, kind: 'seen' };
      case 'is':
        if (one.state === 'read') return notOf(UNREAD);
        return { kind: one.state === 'new' ? 'latest' : one.state };
      case 'has':
        return { kind: one.part === 'pdf' || one.part === 'doi' ? one.part : `has ${one.part}` };
    }
  };
  return resolve(query);
}

function ofIds(kind: 'scholars' | 'tags', ids: readonly number[]): Condition {
  return ids.length === 0 ? { kind: 'nothing' } : { kind, ids };
}

/** Plain words and phrases are also found in the names of scholars. */
function resolveText({ text, isPhrase }: Words, scholarsNamed: Find): Condition | null {
  const parts = isPhrase ? [text] : [...new Set(searchWords(text))];
  const conditions = parts.map((part): Condition | null => {
    const words = queryOf({ text: part, isPhrase });
    if (words === null) return null;
    const ids = scholarsNamed(part, isPhrase);
    return ids.length === 0 ? { kind: 'text', words } : anyOf({ kind: 'text', words }, { kind: 'scholars', ids });
  });
  return combine('and', conditions);
}

function combine(kind: 'and' | 'or', conditions: readonly (Condition | null)[]): Condition | null {
  const of = conditions.filter((one) => one !== null);
  if (of.length === 0) return null;
  return kind === 'and' ? allOf(...of) : anyOf(...of);
}

interface Words {
  readonly text: string;
  readonly isPhrase: boolean;
}

function queryOf({ text, isPhrase }: Words, weight?: (typeof WEIGHTS)[keyof typeof WEIGHTS]): string | null {
  return isPhrase ? phraseQuery(text, weight) : prefixQuery(text, weight);
}
