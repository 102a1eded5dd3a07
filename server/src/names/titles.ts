import { splitStatus } from '../sources/title-status.ts';
import { findLabel, isForm } from './about-another.ts';
import { normalizeTitle } from './fingerprint.ts';
import { isGeneric } from './generic-titles.ts';
import { plainTitle } from './plain-title.ts';

/**
 * How two titles relate:
 * - `same`: equal after normalization.
 * - `shortened`: one is the other without its subtitle, or was cut off.
 * - `slip`: they differ by a typo in a long word or by a plural.
 * - `akin`: similar; the publications may be the same or not.
 * - `related`: similar, but of another part or year, or of a publication about the other one.
 * - `other`: titles of different publications.
 * - `unknown`: one is missing, ours is generic ("Editorial"), or they are in different scripts.
 */
export type TitleRelation = 'same' | 'shortened' | 'slip' | 'akin' | 'related' | 'other' | 'unknown';

/** The rest of a longer title is ignored. */
const MAX_TITLE_LENGTH = 1000;
/** A shorter beginning may belong to many titles. */
const MIN_SHORTENED = { words: 4, letters: 24 };
/** A title that was cut off anywhere needs more letters than one that ends before its subtitle. */
const MIN_CUT_OFF_LETTERS = 40;
/** The share of the shorter title's words that akin titles have in common. */
const MIN_AKIN_SHARE = 0.6;

const CUT_OFF = /(?:…|\.\.\.)\s*$/;
/** What separates a title from its subtitle. */
const BREAK = /^\p{Pf}?(?:\s*[:?!.([]|\s+[-–]+\s|\s*—)/u;
const OF_A_PART = /\b(?:parts?|volume|vol|chapter|edition|episode)\b/;
/** A subtitle that names the publication which ours is about. */
const REACTS = /^(?:repl(?:y|ies) to|comments? on) /;
const ROMAN = /^(?:i{2,3}|iv|vi{1,3}|ix|xi{1,3}|xiv|xv|xvi{1,3})$/;

/** Compares our title with that of a source's record. */
export function compareTitles(ours: string, theirs: string | null): TitleRelation {
  const [a, b] = [readTitle(ours), readTitle(theirs ?? '')];
  if (a.key === '' || b.key === '' || a.isGeneric) return 'unknown';
  if (a.key === b.key) return 'same';
  if (scriptOf(a.key) !== scriptOf(b.key)) return 'unknown';
  if (b.isGeneric) return 'other';
  const isAkin = shareOfWords(a.words, b.words) >= MIN_AKIN_SHARE;
  if (a.aboutAnother !== b.aboutAnother) {
    const isOnlyForm = [a, b].every(({ aboutAnother: label }) => label === '' || isForm(label));
    return !isAkin ? 'other' : isOnlyForm ? 'akin' : 'related';
  }
  const beginning = a.key.length < b.key.length ? compareBeginning(a, b) : compareBeginning(b, a);
  if (beginning !== null) return beginning;
  if (a.numbers.join() === b.numbers.join()) return isSlip(a.words, b.words) ? 'slip' : isAkin ? 'akin' : 'other';
  // numbers that are only missing are not a difference: "4th" may be written "fourth"
  return !isAkin ? 'other' : a.numbers.length === b.numbers.length ? 'related' : 'akin';
}

/** A title, prepared for comparison. */
export interface ReadTitle {
  /** without markup and without a publisher's mark such as "RETRACTED:" */
  readonly plain: string;
  readonly normalized: string;
  readonly words: readonly string[];
  /** without spaces and a leading article: "A data base" becomes "database" */
  readonly key: string;
  /** digits and Roman numerals; titles with different numbers belong to different parts, years or volumes */
  readonly numbers: readonly string[];
  /** what makes it the title of a publication about another one: see `findLabel` */
  readonly aboutAnother: string;
  readonly isGeneric: boolean;
}

/** Prepares a title for comparison. */
export function readTitle(title: string): ReadTitle {
  const plain = splitStatus(plainTitle(title.slice(0, MAX_TITLE_LENGTH))).title;
  const normalized = withoutArticle(plain);
  const words = normalized === '' ? [] : normalized.split(' ');
  return {
    plain,
    normalized,
    words,
    key: words.join(''),
    numbers: numbersIn(words),
    aboutAnother: findLabel(plain, normalized),
    isGeneric: isGeneric(normalized),
  };
}

const withoutArticle = (plain: string) => normalizeTitle(plain).replace(/^(?:the|an?) (?=\S+ \S+ )/, '');

function numbersIn(words: readonly string[]): string[] {
  const last = words.length - 1;
  return words.flatMap((word, at) => {
    const isRoman = ROMAN.test(word) || (/^[ivx]$/.test(word) && at > 0 && (at === last || words[at - 1] === 'part'));
    return isRoman ? [word] : (word.match(/\p{N}+/gu) ?? []);
  });
}

/** Compares a title with a longer one; null if the longer one does not begin with it. */
function compareBeginning(short: ReadTitle, long: ReadTitle): 'shortened' | 'akin' | 'related' | null {
  if (!long.key.startsWith(short.key)) return null;
  if (CUT_OFF.test(short.plain)) return short.key.length >= MIN_CUT_OFF_LETTERS ? 'shortened' : 'akin';
  const after = restAfter(long.plain, short.key);
  if (after === null) return 'akin';
  const rest = readTitle(after);
  const isPart = OF_A_PART.test(rest.normalized) || rest.words.join() === rest.numbers.join();
  if (isPart || REACTS.test(rest.normalized)) return 'related';
  const isLong = short.words.length >= MIN_SHORTENED.words && short.key.length >= MIN_SHORTENED.letters;
  return isLong && BREAK.test(after) && rest.numbers.length === 0 ? 'shortened' : 'akin';
}

/** The rest of a title after the letters of a key; null if the key ends within a word. */
function restAfter(title: string, key: string): string | null {
  const keyOf = (text: string) => withoutArticle(text).replaceAll(' ', '');
  for (const { index } of title.matchAll(/(?<=[\p{L}\p{N}\p{M}+#])(?![\p{L}\p{N}\p{M}+#])/gu)) {
    if (keyOf(title.slice(0, index)) === key) return title.slice(index);
  }
  return null;
}

/**
 * Whether only one word differs, by a typo. Titles of fewer than four words are not compared, because there one word
 * changes the meaning.
 */
function isSlip(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length || a.length < 4) return false;
  const [only, ...others] = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at] ?? ''] as const]));
  return only !== undefined && others.length === 0 && isSlipOfWord(...only);
}

/**
 * Whether words differ by a plural, or by a typo in the middle of a long word. "Maternal" and "paternal" are different
 * words.
 */
function isSlipOfWord(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter >= 4 && (a === `${b}s` || b === `${a}s`)) return true;
  if (shorter < 7) return false;
  let start = 0;
  while (a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  if (start < 3 || end < 2) return false;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isMissing = inA.length + inB.length === 1;
  const isTransposed = inA.length === 2 && inB === [...inA].reverse().join('');
  return isMissing || isTransposed || /^(?:sz|zs)$/.test(inA + inB);
}

function shareOfWords(a: readonly string[], b: readonly string[]): number {
  const [ofA, ofB] = [a, b].map((words) => new Set(words.filter((word) => word.length > 3)));
  if (!ofA?.size || !ofB?.size) return 0;
  return [...ofA].filter((word) => ofB.has(word)).length / Math.min(ofA.size, ofB.size);
}

const SCRIPTS = 'Han Hiragana Katakana Hangul Cyrillic Arabic Hebrew Greek Thai Devanagari'
  .split(' ')
  .map(
    (script) => [/^(?:Han|Hira|Kata)/.test(script) ? 'Han' : script, new RegExp(`\\p{sc=${script}}{2}`, 'u')] as const,
  );

const scriptOf = (key: string) => SCRIPTS.find(([, sign]) => sign.test(key))?.[0] ?? 'Latin';
