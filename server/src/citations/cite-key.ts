import anyAscii from 'any-ascii';
import { plainTitle } from './clean-text.ts';
import type { CitationItem } from './item.ts';

const MAX_PART = 24;
/** Words that do not tell one title from another, in the languages that most titles are in. */
const STOP_WORDS = new Set(
  (
    'a an the on of in for and to with from by at as is are how what why do does can towards toward ' +
    'der die das den dem des ein eine einer und zur zum über von mit für im ' +
    'le la les l un une des du de et sur d el los las del y en o os as da do e il lo gli di'
  ).split(' '),
);

/**
 * The beginning of a cite key in ASCII: the family name of the first author, the year, and the first significant word
 * of the title.
 */
export function keyStem({ authors, year, title }: Pick<CitationItem, 'authors' | 'year' | 'title'>): string {
  const [first] = authors;
  const name = first === undefined ? '' : 'literal' in first ? first.literal : `${first.particle ?? ''}${first.family}`;
  const author = asciiOf('literal' in (first ?? {}) ? (name.split(' ')[0] ?? '') : name) || 'anon';
  const words = (plainTitle(title).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => word.toLowerCase());
  const significant = words.find((word) => !STOP_WORDS.has(word) && asciiOf(word) !== '') ?? words[0] ?? '';
  return `${author}${year ?? 'nd'}${asciiOf(significant)}`;
}

/** What follows the stem if other publications have it: nothing, then a, b, …, z, aa, ab, … */
export function keySuffix(number: number): string {
  let suffix = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    suffix = String.fromCharCode(97 + ((rest - 1) % 26)) + suffix;
  return suffix;
}

function asciiOf(text: string): string {
  return anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, MAX_PART);
}
