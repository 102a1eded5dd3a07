import { BOOK_REVIEW } from '../names/about-another.ts';
import { readTitle } from '../names/titles.ts';
import { isMisspelled } from '../names/word-spelling.ts';
import { sharedTrigrams, trigramsOf } from './text-similarity.ts';

export interface PreparedTitle {
  /** folded words without spaces and without the first article */
  readonly key: string;
  /** length of the part of the key before a subtitle; the whole length without a subtitle */
  readonly mainLength: number;
  /** in order, repeated ones too */
  readonly words: readonly TitleWord[];
  readonly stems: ReadonlySet<string>;
  readonly trigrams: string;
  /** "2 3": see `numbersOf` */
  readonly numbers: string;
  /** what makes it the title of a publication about another one: see `findLabel` */
  readonly aboutAnother: string;
  /** many publications share this title */
  readonly isGeneric: boolean;
  readonly isCutOff: boolean;
  /** "talk", "thesis": the forms that the title names */
  readonly forms: ReadonlySet<string>;
}

interface TitleWord {
  readonly text: string;
  readonly stem: string;
  /** 1 to 15: the longer a word, the more it says about the subject */
  readonly weight: number;
  /** "panel", "extended", "thesis": the form of the publication, not its subject */
  readonly isForm: boolean;
}

/** More of a title decides nothing. */
const MAX_LENGTH = 300;
const MAX_WORDS = 60;
const MIN_JOINED = 5;
const MIN_ALIKE = 0.85;
const CUT_OFF = /(?:…|\.\.\.)\s*$/;
const SUBTITLE = /[:?]\s|\s[-–—]+\s|\s*—\s*/u;
const STOP_WORDS = new Set(
  'a about an and are as at be by can do does for from has how in into is it its not of on or over s some than that the their to toward towards under upon using via we what when where which why with within without'.split(
    ' ',
  ),
);
const FORM_WORDS = new Set(
  'abstract appear demo demonstration description dissertation experience extended full industrial invited keynote long master notes panel paper phd poster preliminary proc proceedings report session short submitted talk technical thesis tutorial version'.split(
    ' ',
  ),
);
/** The forms in which one publication appears more than once. */
const FORMS: readonly (readonly [form: string, pattern: RegExp])[] = [
  ['demo', /\b(?:demo|demonstration)\b/],
  ['tutorial', /\btutorial\b/],
  ['panel', /\bpanel\b/],
  ['talk', /\b(?:keynote|invited talk|invited paper|poster)\b/],
  ['thesis', /\b(?:thesis|dissertation)\b/],
  ['report', /\b(?:tech(?:nical)? ?rep(?:ort)?|research report|rapport de recherche)\b/],
  ['slides', /\b(?:slides|presentation|video)$/],
  ['item', /\b(?:appendix|software|package|data ?set)$/],
  ['book review', /\bbook review$/],
  ['extended', /\b(?:extended|full|long|revised) (?:version|paper)\b/],
];

const formsIn = (words: string): ReadonlySet<string> =>
  new Set(FORMS.filter(([, pattern]) => pattern.test(words)).map(([form]) => form));

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const CARDINALS = 'one two three four five six seven eight nine ten'.split(' ');
const BEFORE_NUMBER = new Set(['part', 'volume', 'vol', 'chapter', 'book', 'section']);
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

export function prepareTitle(text: string): PreparedTitle {
  const { plain, key, words, numbers, aboutAnother, isGeneric } = readTitle(text);
  const subtitleAt = plain.search(SUBTITLE);
  const main = subtitleAt > 0 ? readTitle(plain.slice(0, subtitleAt)).key : key;
  const kept = words.slice(0, MAX_WORDS);
  const titleWords = kept.map(prepareWord);
  return {
    key: key.slice(0, MAX_LENGTH),
    mainLength: Math.min(main.length, MAX_LENGTH),
    words: titleWords,
    stems: new Set(titleWords.map(({ stem }) => stem)),
    trigrams: trigramsOf(key.slice(0, MAX_LENGTH)),
    numbers: numbersOf(kept, numbers).slice(0, 10).join(' '),
    // a person decides about "T - book review" and "T", because a source may have left the words away
    aboutAnother: aboutAnother === BOOK_REVIEW ? '' : aboutAnother,
    isGeneric: isGeneric || key === '',
    isCutOff: CUT_OFF.test(text.slice(-20)),
    forms: formsIn(kept.join(' ')),
  };
}

function prepareWord(text: string): TitleWord {
  const isForm = FORM_WORDS.has(text);
  const weight = STOP_WORDS.has(text) || isForm ? 1 : Math.floor(3 + 1.5 * Math.min(text.length, 8));
  return { text, stem: stemOf(text), weight, isForm };
}

/** "databases" and "database" have one stem, and so have "indexing" and "index". */
function stemOf(word: string): string {
  if (word.length <= 3) return word;
  return word.replace(/(?:(?<=.{4})(?:ings?|ed|ation)|ies|es|s|y|e)$/, '').slice(0, 8);
}

/**
 * The numbers of a title in one form, sorted: "II" and "part two" are 2, "third" and "3rd" are 3, "part B" is b.
 * `found` are the digits and Roman numerals among the words.
 */
function numbersOf(words: readonly string[], found: readonly string[]): string[] {
  const written = words.flatMap((word, at) => {
    const ordinal = ORDINALS.indexOf(word);
    if (ordinal >= 0) return [String(ordinal + 1)];
    if (!BEFORE_NUMBER.has(words[at - 1] ?? '')) return [];
    const cardinal = CARDINALS.indexOf(word);
    return cardinal >= 0 ? [String(cardinal + 1)] : /^[a-h]$/.test(word) ? [word] : [];
  });
  return [...found.map(inDigits), ...written].sort();
}

function inDigits(number: string): string {
  if (!/^[ivx]+$/.test(number)) return number;
  const values = [...number].map((letter) => ROMAN_DIGITS[letter] ?? 0);
  return String(values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0));
}

export interface TitleComparison {
  /** Dice coefficient of the trigrams, 0 to 1 */
  readonly dice: number;
  /** share of the shorter title's trigrams that the longer one has */
  readonly containment: number;
  /** weight of the subject words that each of the two has instead of the other's: "indexing" and "retrieval" */
  readonly swapped: number;
  /**
   * weight of the subject words that only one title has, before or between the words of both. Subtitles come after
   * them.
   */
  readonly extraBefore: number;
  readonly extraWithin: number;
  /** how many words for the form of the publication only one title has: "demo", "tutorial" */
  readonly formWords: number;
}

/** `isStray` says that a word does not belong to a title: it is part of a name or of the venue. */
export function compareTitles(a: PreparedTitle, b: PreparedTitle, isStray: (word: string) => boolean): TitleComparison {
  const [short, long] = isShorter(a, b) ? [a, b] : [b, a];
  const ofShort = findMissingWords(short, long, isStray);
  const ofLong = findMissingWords(long, short, isStray);
  const shared = sharedTrigrams(a.trigrams, b.trigrams);
  const swapped = Math.min(ofShort.missing, ofLong.missing);
  const longer = ofLong.missing >= ofShort.missing ? ofLong : ofShort;
  return {
    dice: (2 * shared) / (a.trigrams.length + b.trigrams.length || 1),
    containment: shared / (Math.min(a.trigrams.length, b.trigrams.length) || 1),
    swapped,
    extraBefore: Math.max(0, longer.before - swapped),
    extraWithin: Math.max(0, Math.min(longer.within, longer.missing - swapped)),
    formWords: ofShort.formWords + ofLong.formWords,
  };
}

/** Weighs the words of one title that the other lacks, by their place. */
function findMissingWords(title: PreparedTitle, other: PreparedTitle, isStray: (word: string) => boolean) {
  let [before, within, formWords, sinceMatch] = [0, 0, 0, 0];
  let hasMatch = false;
  for (const word of title.words) {
    if (isIn(other, word)) {
      if (hasMatch) within += sinceMatch;
      else before = sinceMatch;
      hasMatch = true;
      sinceMatch = 0;
    } else if (word.isForm) formWords++;
    else if (!isNoise(word.text) && !isStray(word.text)) sinceMatch += word.weight;
  }
  if (!hasMatch) before = sinceMatch;
  const after = hasMatch ? sinceMatch : 0;
  return { missing: before + within + after, before, within, formWords };
}

/** Also finds a word that was joined with its neighbors, or misspelled. */
function isIn(title: PreparedTitle, { text, stem }: TitleWord): boolean {
  if (title.stems.has(stem)) return true;
  if (text.length < MIN_JOINED) return false;
  return title.key.includes(text) || title.words.some((other) => isMisspelled(text, other.text, MIN_ALIKE));
}

/** Initials and numbers of a citation. Numbers that tell two parts apart are compared by themselves. */
const isNoise = (word: string) => /^(?:.|\p{N}+)$/u.test(word);

function isShorter(a: PreparedTitle, b: PreparedTitle): boolean {
  return a.key.length === b.key.length ? a.key < b.key : a.key.length < b.key.length;
}

const MAX_SHORT_NAME = 16;

/**
 * "Strudel: …" and "Strudel: …" name one thing (1), "Tukwila: …" names another (-1); 0 if one title has no such name.
 */
export function compareShortNames(a: PreparedTitle, b: PreparedTitle): number {
  if (!hasShortName(a) || !hasShortName(b)) return 0;
  return a.key.slice(0, a.mainLength) === b.key.slice(0, b.mainLength) ? 1 : -1;
}

const hasShortName = ({ key, mainLength }: PreparedTitle) => mainLength < key.length && mainLength <= MAX_SHORT_NAME;
