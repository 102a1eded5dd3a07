import { readFileSync } from 'node:fs';

const folder = new URL('../data/', import.meta.url);

/** Reads a file of `sandbox/data`. The caller gives its type. */
export function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as T;
}

/** Reads a page of `sandbox/data/pages`. A line break between two tags is not part of the page. */
export function readPage(name: string): string {
  return readFileSync(new URL(`pages/${name}.html`, folder), 'utf8')
    .trim()
    .replaceAll(/>\s*\n\s*</g, '><');
}

/** Replaces the placeholders of a page: `{{name}}` becomes the value of that name. */
export function fillPage(page: string, values: Readonly<Record<string, string>>): string {
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => values[name] ?? '');
}

/** Templates for the titles of one field of research. Words between underscores are set in italics. */
export interface Field {
  readonly name: string;
  readonly interests: readonly string[];
  /** Sentences with placeholders: `{task}` becomes one entry of `words.task`. */
  readonly templates: readonly string[];
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly venues: readonly string[];
  /** The share of publications on arXiv. */
  readonly preprints: number;
}

/** Their order never changes, because a scholar without a field gets one by number. */
export const fields: readonly Field[] = readData('fields');

/**
 * Names of co-authors and of scholars that are added without a name. `otherScripts` has full names as the source prints
 * them.
 */
export const { givenNames, familyNames, otherScripts, universities } =
  readData<Record<'givenNames' | 'familyNames' | 'otherScripts' | 'universities', readonly string[]>>('people');
