import { squash } from './author-names.ts';
import { NICKNAMES } from './nicknames.ts';

/** A word of a name, with what is compared of it. */
export interface Spelling {
  readonly text: string;
  /** the word in one transcription: "Chaykina" and "Tchaikina" are the same */
  readonly sounds: string;
  /** the consonants, and the first vowel if the word begins with one: "Mohamed" and "Muhammad" are the same */
  readonly consonants: string;
  /** the word without its ending: "Nikos" shortens "Nikolaos", because its stem is `nik` */
  readonly stem: string;
  /** the lines of NICKNAMES with this word, or whose given name has this initial: "C. Lundby" may be "Kees Lundby" */
  readonly lines: readonly number[];
  /** the word belongs to a name in pinyin, which has one spelling: "Xiaoming" and "Xiaomeng" are two people */
  readonly isPinyin: boolean;
}

/** Letters that transcriptions use for one sound. Later lines read what earlier ones wrote. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/shch|sch|sh/g, 's'],
  [/t?ch|cz|t[sz]|[ckq]+/g, 'k'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/x/g, 'ks'],
  [/z/g, 's'],
  [/[jy]/g, 'i'],
  [/(?<=.)h/g, ''],
  [/ee/g, 'i'],
  [/[ou]+/g, 'o'],
  [/(.)\1+/g, '$1'],
];
const ENDING = /(?:[aeiou]+s?|s|ek)$/;
const MIN_CONSONANTS = 3;
const MIN_STEM_LENGTH = 3;
const MIN_ALIKE = 0.7;
const NICKNAME_LINES = readNicknames();

export function spellWord(text: string, isPinyin: boolean): Spelling {
  const sounds = transcribe(text);
  return {
    text,
    sounds,
    consonants: sounds.replace(/^[aeiou]+/, 'a').replace(/(?<=.)[aeiou]/g, ''),
    stem: sounds.replace(ENDING, ''),
    lines: NICKNAME_LINES.get(isInitial(text) ? initialKey(text) : sounds) ?? [],
    isPinyin,
  };
}

function transcribe(text: string): string {
  return SOUNDS.reduce((word, [letters, sound]) => word.replace(letters, sound), text);
}

function initialKey(name: string): string {
  return `${name.charAt(0)}.`;
}

function readNicknames(): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const [line, names] of NICKNAMES.entries()) {
    const keys = names.split(' ').map((name) => transcribe(squash(name)));
    for (const key of [initialKey(names), ...keys]) lines.set(key, [...(lines.get(key) ?? []), line]);
  }
  return lines;
}

/** Whether two words are one word in other transcriptions, or one of them is misspelled. */
export function isSameWord(a: Spelling, b: Spelling): boolean {
  if (a.text === b.text) return true;
  if (isInitial(a.text) || isInitial(b.text) || (a.isPinyin && b.isPinyin)) return false;
  if (a.sounds === b.sounds || isMisspelled(a.sounds, b.sounds, MIN_ALIKE) || isMisspelled(a.text, b.text, MIN_ALIKE))
    return true;
  return a.consonants.length >= MIN_CONSONANTS && a.consonants === b.consonants;
}

/** Whether a word is the initial, a short form or a nickname of the other word. */
export function isShortForm(a: Spelling, b: Spelling): boolean {
  if (a.text.startsWith(b.text) || b.text.startsWith(a.text)) return true;
  if ((a.isPinyin && b.isPinyin) || (isInitial(a.text) && isInitial(b.text))) return false;
  return hasStem(a, b) || hasStem(b, a) || a.lines.some((line) => b.lines.includes(line));
}

/** The stem may be anywhere: "Dolf" shortens "Adolf". */
const hasStem = ({ sounds }: Spelling, { stem }: Spelling) => stem.length >= MIN_STEM_LENGTH && sounds.includes(stem);

const isInitial = (text: string) => text.length === 1;

const MIN_LETTERS = 4;

/** Whether two words have mostly the same letters at their beginnings and ends, as "raghavan" and "raghavanz" have. */
export function isMisspelled(a: string, b: string, minAlike: number): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < MIN_LETTERS || short.length < minAlike * long.length) return false;
  let [start, end] = [0, 0];
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start++;
  while (
    end < short.length - start &&
    short.charCodeAt(short.length - 1 - end) === long.charCodeAt(long.length - 1 - end)
  )
    end++;
  return start + end >= minAlike * long.length;
}
