import { readTitle } from '../publications/titles.ts';
import { hashOf, trigramsOf } from './hashes.ts';
import { numbersOf } from './title-numbers.ts';

export interface ComparableTitle {
  /** folded words without spaces, the first article left out */
  readonly key: string;
  /** the part of the key that stands before a subtitle; the whole length without one */
  readonly mainLength: number;
  /** ordered: the hash of each word's stem, times 16, and its weight (0 to 15) */
  readonly stems: readonly number[];
  /** the same as they stand in the title, repeated ones too */
  readonly stemsInPlace: readonly number[];
  /** trigrams of the key, see `trigramsOf` */
  readonly trigrams: string;
  /** "2 3", see `numbersOf` */
  readonly numbers: string;
  /** "comment on ", "reply to ", "erratum": how the title of a work about another begins, or ends */
  readonly aboutAnother: string;
  /** many works share it */
  readonly isGeneric: boolean;
  readonly isCutOff: boolean;
}

/** More of a title decides nothing. */
const LONGEST = 300;
const MOST_STEMS = 60;
const CUT_OFF = /(?:…|\.\.\.)\s*$/;
const SUBTITLE = /[:?]\s|\s[-–—]+\s|\s*—\s*/u;
/** "…: Erratum", "… (corrigendum)", "… - a reply". A discussion or a review may as well be the subtitle of a work of its own. */
const ENDS_ABOUT_ANOTHER =
  /(?:[:.([—]|\s[-–])\s*(?:an? |authors?['’]? |publisher )?(addend(?:um|a)|comments?|corrections?|corrigend(?:um|a)|errat(?:um|a)|expression of concern|rejoinder|repl(?:y|ies)|retracted|retraction)\s*[)\].]?\s*$/i;
/** Words that say nothing of a subject. */
const STOP_WORDS = new Set(
  'a about an and are as at be by can do does for from has how in into is it its not of on or over s some than that the their to toward towards under upon using via we what when where which why with within without'.split(
    ' ',
  ),
);
/** Words that say in which form a work was given. */
const FORM_WORDS = new Set(
  'abstract appear demo demonstration experience extended full industrial invited keynote long panel paper poster preliminary proc proceedings report session short talk technical tutorial version'.split(
    ' ',
  ),
);

export function readComparableTitle(text: string): ComparableTitle {
  const { plain, key, words, numbers, aboutAnother, saysNothing } = readTitle(text);
  const breakAt = plain.search(SUBTITLE);
  const stemsInPlace = words.slice(0, MOST_STEMS).map(stemOf);
  const main = breakAt > 0 ? readTitle(plain.slice(0, breakAt)).key : key;
  return {
    key: key.slice(0, LONGEST),
    mainLength: Math.min(main.length, LONGEST),
    stems: [...new Set(stemsInPlace)].sort((a, b) => a - b),
    stemsInPlace,
    trigrams: trigramsOf(key.slice(0, LONGEST)),
    numbers: numbersOf(words.slice(0, MOST_STEMS), numbers).slice(0, 10).join(' '),
    aboutAnother: aboutAnother || (ENDS_ABOUT_ANOTHER.exec(plain.slice(-40))?.[1] ?? '').toLowerCase(),
    isGeneric: saysNothing || key === '',
    isCutOff: CUT_OFF.test(text.slice(-20)),
  };
}

/** "databases" and "database" are one; the longer a word, the more it says. */
export function stemOf(word: string): number {
  const stem = word.length > 3 ? word.replace(/(?:ies|es|s|y)$/, '').slice(0, 8) : word;
  const weight = STOP_WORDS.has(word) || FORM_WORDS.has(word) ? 1 : Math.min(15, 3 + 1.5 * Math.min(word.length, 8));
  return (hashOf(stem) >>> 5) * 16 + Math.floor(weight);
}

const FORM_STEMS = new Set([...FORM_WORDS].map((word) => Math.floor(stemOf(word) / 16)));

/** Whether a stem, without its weight, is that of "panel", "extended" or another word for the form of a work. */
export const isOfForm = (stem: number) => FORM_STEMS.has(stem);
