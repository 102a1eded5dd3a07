import { isGeneric, normaliseTitle } from './fingerprint.ts';
import { plainTitle } from './plain-title.ts';

/**
 * What two titles say of two works:
 * - `same`: equal in what is compared.
 * - `shortened`: one is the other without its subtitle, or was cut off.
 * - `slip`: one letter of a long word is missing or changed places, or one word is in the plural.
 * - `akin`: much in common; may be the same, may be another.
 * - `related`: much in common, but another part, another year, or a work about the other.
 * - `other`: those of different works.
 * - `unknown`: one is missing, ours says nothing ("Editorial"), or they are in different scripts.
 */
export type TitleRelation = 'same' | 'shortened' | 'slip' | 'akin' | 'related' | 'other' | 'unknown';

/** More of a title decides nothing. */
const LONGEST = 1000;
/** Below this a shortened title may be the beginning of many. */
const LEAST_SHORTENED = { words: 4, letters: 24 };
/** A title that was cut off in the middle of a sentence needs more. */
const LEAST_CUT_OFF_LETTERS = 40;
/** Share of the shorter title's words that both have, to be called akin. */
const AKIN = 0.6;

const CUT_OFF = /(?:…|\.\.\.)\s*$/;
/** What stands before a subtitle. */
const BREAK = /^\p{Pf}?(?:\s*[:?!.([]|\s+[-–]+\s|\s*—)/u;
const OF_A_PART = /\b(?:parts?|volume|vol|chapter|edition|episode)\b/;
const BY_WHOM = '(?:(?:an?|the|some|further|authors?|author s|editorial|publisher|publisher s|in) )*';
const REACTION =
  'addend(?:um|a)|comments?|commentary|corrections?|corrigend(?:um|a)|errat(?:um|a)|rejoinder|repl(?:y|ies)|response|retraction(?: note)?|expression of concern';
/** How the title of a work about another work begins: "Reply to …", "Data from: …". */
const ABOUT_ANOTHER = new RegExp(
  `^(?:${BY_WHOM}(?:${REACTION}|discussion|review|withdrawal) (?:on|of|to|for|by|from|regarding|article)\\b|` +
    `${BY_WHOM}(?:addend|correction|corrigend|errat|rejoinder|reply|retract|withdrawn|corrected|expression of concern)|` +
    '(?:re|book review|review|preface|data (?:from|for)|dataset|supplement(?:ary|al)? (?:data|information|materials?|files?|figures?|tables?)|supporting information)(?= ))',
);
/** How it ends after a break: "…: a rejoinder". A review or a response may as well be the subtitle of a work of its own. */
const ENDS_ABOUT_ANOTHER = new RegExp(
  `^${BY_WHOM}(?:${REACTION}|book review|(?:supplementary|supporting) (?:data|information|materials?))$|^(?:repl(?:y|ies) to|comments? on) `,
);
const ROMAN = /^(?:i{2,3}|iv|vi{1,3}|ix|xi{1,3}|xiv|xv|xvi{1,3})$/;

export function compareTitles(ours: string, theirs: string | null): TitleRelation {
  const [a, b] = [readTitle(ours), readTitle(theirs ?? '')];
  if (a.key === '' || b.key === '' || a.saysNothing) return 'unknown';
  if (a.key === b.key) return 'same';
  if (scriptOf(a.key) !== scriptOf(b.key)) return 'unknown';
  if (b.saysNothing) return 'other';
  const isAkin = shareOfWords(a.words, b.words) >= AKIN;
  if (a.aboutAnother !== b.aboutAnother) return isAkin ? 'related' : 'other';
  const beginning = a.key.length < b.key.length ? compareBeginning(a, b) : compareBeginning(b, a);
  if (beginning !== null) return beginning;
  if (a.numbers.join() === b.numbers.join()) return isSlip(a.words, b.words) ? 'slip' : isAkin ? 'akin' : 'other';
  // "4th" and "fourth" are one number less, and the same
  return !isAkin ? 'other' : a.numbers.length === b.numbers.length ? 'related' : 'akin';
}

export interface ReadTitle {
  readonly plain: string;
  readonly normalised: string;
  readonly words: readonly string[];
  /** without spaces and the first article: "A data base" is "database" */
  readonly key: string;
  /** digits and Roman numerals: titles that differ in them are those of two parts, years or volumes */
  readonly numbers: readonly string[];
  readonly aboutAnother: string;
  readonly saysNothing: boolean;
}

export function readTitle(title: string): ReadTitle {
  const plain = plainTitle(title.slice(0, LONGEST));
  const normalised = normaliseTitle(plain).replace(/^(?:the|an?) (?=\S+ \S+ )/, '');
  const words = normalised === '' ? [] : normalised.split(' ');
  return {
    plain,
    normalised,
    words,
    key: words.join(''),
    numbers: numbersIn(words),
    aboutAnother: ABOUT_ANOTHER.exec(normalised)?.[0] ?? '',
    saysNothing: isGeneric(normalised) || words.every((word) => OF_A_PERIODICAL.has(word)),
  };
}

/** Titles that consist of these alone come back every few months: "Treasurer's message", "Book review column". */
const OF_A_PERIODICAL = new Set(
  (
    'a about abstracts and annual announcements author authors board book books by calendar call chair chairman chairs column columns committee conference contents corner director ' +
    'discussion editor editorial editorials editors events foreword for from guest in index information introduction issue issues journal letter letters meeting message messages minutes ' +
    'news newsletter note notes of on our page panel papers preface president president proceedings program quarterly regular report reports review reviews secretary section session special ' +
    's the this to treasurer update vice volume welcome workshop year'
  ).split(' '),
);

function numbersIn(words: readonly string[]): string[] {
  const last = words.length - 1;
  return words.flatMap((word, at) => {
    const isRoman = ROMAN.test(word) || (/^[ivx]$/.test(word) && at > 0 && (at === last || words[at - 1] === 'part'));
    return isRoman ? [word] : (word.match(/\p{N}+/gu) ?? []);
  });
}

/** Null when the long title does not begin with the short one. */
function compareBeginning(short: ReadTitle, long: ReadTitle): 'shortened' | 'akin' | 'related' | null {
  if (!long.key.startsWith(short.key)) return null;
  if (CUT_OFF.test(short.plain)) return short.key.length >= LEAST_CUT_OFF_LETTERS ? 'shortened' : 'akin';
  const after = restAfter(long.plain, short.key);
  if (after === null) return 'akin';
  const rest = readTitle(after);
  const isPart = OF_A_PART.test(rest.normalised) || rest.words.join() === rest.numbers.join();
  if (isPart || ENDS_ABOUT_ANOTHER.test(rest.normalised)) return 'related';
  const isLong = short.words.length >= LEAST_SHORTENED.words && short.key.length >= LEAST_SHORTENED.letters;
  return isLong && BREAK.test(after) && rest.numbers.length === 0 ? 'shortened' : 'akin';
}

/** What stands in a title after the letters of a key; null when they end within a word. */
function restAfter(title: string, key: string): string | null {
  const keyOf = (text: string) => readTitle(text).key;
  for (const { index } of title.matchAll(/(?<=[\p{L}\p{N}\p{M}+#])(?![\p{L}\p{N}\p{M}+#])/gu)) {
    if (keyOf(title.slice(0, index)) === key) return title.slice(index);
  }
  return null;
}

/** One word differs, and by a slip of the pen: titles of fewer words may mean something else by it. */
function isSlip(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length || a.length < 4) return false;
  const [only, ...others] = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at] ?? ''] as const]));
  return only !== undefined && others.length === 0 && isSlipOfWord(...only);
}

/** In the middle of long words alone: "maternal" and "paternal", "nitrate" and "nitrite" are no slips. */
function isSlipOfWord(a: string, b: string): boolean {
  const least = Math.min(a.length, b.length);
  if (least >= 4 && (a === `${b}s` || b === `${a}s`)) return true;
  if (least < 7) return false;
  let start = 0;
  while (a[start] === b[start]) start++;
  let end = 0;
  while (end < least - start && a.at(-1 - end) === b.at(-1 - end)) end++;
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

const SCRIPTS = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Cyrillic',
  'Arabic',
  'Hebrew',
  'Greek',
  'Thai',
  'Devanagari',
].map(
  (script) => [/^(?:Han|Hira|Kata)/.test(script) ? 'Han' : script, new RegExp(`\\p{sc=${script}}{2}`, 'u')] as const,
);

const scriptOf = (key: string) => SCRIPTS.find(([, sign]) => sign.test(key))?.[0] ?? 'Latin';
