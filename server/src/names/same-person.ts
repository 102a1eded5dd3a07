import type { RecordAuthor } from '../sources/record.ts';
import { type Name, readNames } from './author-names.ts';
import { isSameWord, isShortForm, type Spelling, spellWord } from './word-spelling.ts';

/**
 * A person's name, prepared for comparison: one form for each script, the Latin one first. Empty if the text has no
 * letter.
 */
export type PersonName = readonly WrittenName[];

/**
 * How two names relate:
 * - `compatible`: they can belong to one person.
 * - `incompatible`: they belong to two people.
 * - `unknown`: they have no script in common, as "王磊" and "Lei Wang", or they agree in one script and differ in another
 *   one, or one is missing. It does not speak against what a user or a source says, and it is no reason to take two
 *   people for one.
 */
export type NameRelation = 'compatible' | 'unknown' | 'incompatible';

/** A name in one script. */
export interface WrittenName {
  readonly script: string;
  /** all letters without spaces, for names that are not split: organizations, Chinese characters */
  readonly whole: string;
  readonly words: readonly Word[];
  /** where two neighboring words stand, by their joined letters: "Seon Gyu" may be "Seongyu" elsewhere */
  readonly joined: ReadonlyMap<string, number>;
}

interface Word {
  /** without its particles, then with them: "van der Berg" has `berg` and `vanderberg` */
  readonly forms: readonly [Spelling, ...Spelling[]];
  readonly canBeFamily: boolean;
}

/** Only organizations have more words. The time of a comparison grows with the cube of their number. */
const MAX_WORDS = 10;
/** Scripts whose names are compared by all characters, because a space does not separate their parts reliably. */
const UNSPACED = new Set(['Han', 'Kana', 'Hangul']);
/** Pinyin has short family names, so most names in other languages are not taken for it. */
const SYLLABLE =
  '(?:[bpmfdtnlgkhjqxrzcsyw]|[zcs]h)?(?:ai?|ang?|ao|ei?|eng?|er|i|iang?|iao?|ie|ing?|iong|iu|ong|ou?|u|uai?|uang?|u[ein]|uo)';
const PINYIN_FAMILY = new RegExp(`^${SYLLABLE}$`);
const PINYIN_WORD = new RegExp(`^(?:${SYLLABLE}){1,2}$`);

/** Reads a name in any form that sources use. Reading costs more than a comparison, so read each name once. */
export function readPerson(author: RecordAuthor): PersonName {
  return readNames(author).map(prepare);
}

function prepare({ script, whole, words }: Name): WrittenName {
  const texts = words.map(({ forms }) => forms[0]).filter(({ length }) => length > 1);
  const isPinyin = texts.every((text) => PINYIN_WORD.test(text)) && texts.some((text) => PINYIN_FAMILY.test(text));
  const spelled = words.slice(0, MAX_WORDS).map(
    ({ forms: [form, ...others], canBeFamily }): Word => ({
      forms: [spellWord(form, isPinyin), ...others.map((other) => spellWord(other, isPinyin))],
      canBeFamily,
    }),
  );
  const joined = new Map(spelled.slice(1).map((word, at) => [textOf(spelled[at]) + textOf(word), at]));
  return { script, whole, words: spelled, joined };
}

const textOf = (word: Word | undefined) => word?.forms[0].text ?? '';

/** Compares two names by their forms in the same script. */
export function compareNames(a: PersonName, b: PersonName): NameRelation {
  const found = new Set<boolean>();
  for (const form of a) {
    const other = b.find(({ script }) => script === form.script);
    if (!other) continue;
    const isSame = canBeSame(form, other);
    if (isSame || !(isPart(a, form) || isPart(b, other))) found.add(isSame);
  }
  const [isSame] = found;
  return found.size !== 1 ? 'unknown' : isSame ? 'compatible' : 'incompatible';
}

/** Whether a form may be only a given name beside the whole name in another script: "Jack (王磊)". */
const isPart = (name: PersonName, { script, words }: WrittenName) =>
  name.length > 1 && words.length === 1 && !UNSPACED.has(script);

/**
 * Whether two names in one script can belong to one person. A family name must be spelled alike. Every other word of
 * the shorter name must be a word of the longer name, its initial, short form or nickname. The order of the words does
 * not count, because sources and countries differ. Any word can be the family name, unless the source says which one it
 * is.
 */
function canBeSame(a: WrittenName, b: WrittenName): boolean {
  if (a.whole === b.whole) return true;
  if (UNSPACED.has(a.script)) return isRotated(a.whole, b.whole);
  const [ours, theirs] = [joinLike(a, b), joinLike(b, a)];
  if (!ours.some((word) => theirs.some((other) => isSameFamily(word, other)))) return false;
  return haveSameWords(ours, theirs) || omitsSurname(ours, theirs) || omitsSurname(theirs, ours);
}

/** Whether only the order of the parts differs: 王小明 and 小明王 */
const isRotated = (a: string, b: string) => a.length === b.length && (b + b).includes(a);

/** Joins two words that the other name writes as one. */
function joinLike({ words, joined }: WrittenName, other: WrittenName): readonly Word[] {
  for (const word of other.words) {
    const at = joined.get(textOf(word));
    if (at !== undefined) return words.toSpliced(at, 2, { ...word, canBeFamily: words[at + 1]?.canBeFamily ?? false });
  }
  return words;
}

const isSameFamily = (a: Word, b: Word) => a.canBeFamily && b.canBeFamily && haveForms(a, b, isSameWord);

const agree = (a: Word, b: Word) => haveForms(a, b, isSameWord) || haveForms(a, b, isShortForm);

function haveForms(a: Word, b: Word, areAlike: (a: Spelling, b: Spelling) => boolean): boolean {
  return a.forms.some((form) => b.forms.some((other) => areAlike(form, other)));
}

/**
 * Whether each word of the shorter list agrees with another word of the longer list: a bipartite matching by augmenting
 * paths.
 */
function haveSameWords(a: readonly Word[], b: readonly Word[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const partners = new Map<Word, Word>();
  const findPartner = (word: Word, tried: Set<Word>): boolean =>
    long.some((other) => {
      if (tried.has(other) || !agree(word, other)) return false;
      tried.add(other);
      const previous = partners.get(other);
      if (previous && !findPartner(previous, tried)) return false;
      partners.set(other, word);
      return true;
    });
  return short.every((word) => findPartner(word, new Set()));
}

/**
 * Whether `a` has two surnames and `b` only the first of them, with a middle name that `a` omits: "Inés Larrea
 * Montalbán" and "Inés Pilar Larrea". A given name must be written out on both sides.
 */
function omitsSurname(a: readonly Word[], b: readonly Word[]): boolean {
  const [surname, last] = [a.at(-2), b.at(-1)];
  if (a.length < 3 || !surname || !last || !isSameFamily(surname, last)) return false;
  const [given, others] = [a.slice(0, -2), b.slice(0, -1)];
  const isWrittenOut = given.some((word) =>
    others.some((other) => isFull(word) && isFull(other) && agree(word, other)),
  );
  return isWrittenOut && haveSameWords(given, others);
}

const isFull = (word: Word) => textOf(word).length > 1;
