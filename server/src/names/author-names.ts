import { foldText } from '../library/search-words.ts';
import type { RecordAuthor } from '../sources/record.ts';
import { splitForms } from './name-forms.ts';

/** A person's name in one script, split into its parts. */
export interface Name {
  /** the name of a script in Unicode, see {@link splitForms} */
  readonly script: string;
  /** folded words and initials, in the order of the name */
  readonly words: readonly Word[];
  /** all letters without spaces, for names that are not split: organizations, Chinese characters */
  readonly whole: string;
}

interface Word {
  /** the word with and without its particles: "van der Berg" has `berg` and `vanderberg` */
  readonly forms: readonly [string, ...string[]];
  readonly canBeFamily: boolean;
}

/** The rest of a longer text is ignored, because it is not a name. */
const MAX_NAME_LENGTH = 200;
/** Parts of family names. Some sources write them as words, some join them to the name, and some omit them. */
const PARTICLES = new Set(
  'af al av bin ben da das de degli dei del della den der des di do dos du el ibn la las le les lo los mac mc san st ten ter van von vom zu zum zur'.split(
    ' ',
  ),
);
/** Words beside a name that are not part of it. */
const BESIDE_NAME = /^(?:jr|sr|ii|iii|iv|phd|md|dr|prof|professor|\d{4})$/i;
const HAN_TITLE = /(?<=\S{2})\s*(?:副?教授|博士|老[师師]|先生|研究[员員]|교수|박사)님?$/u;

/**
 * Reads a name in any way that sources write it: "JK Müller", "Müller, Jan K.", "Jan-Karl Müller", "Mueller JK".
 * Returns one name for each script in which there is more than a title: "Prof. 王磊" has no Latin name.
 */
export function readNames({ name, family }: RecordAuthor): Name[] {
  const names = splitForms(name.slice(0, MAX_NAME_LENGTH)).map(({ script, text }) => ({
    script,
    ...readForm(text.replace(HAN_TITLE, ''), family),
  }));
  return names.filter(({ words }) => words.length > 0 || names.length === 1);
}

function readForm(name: string, family: string | null): Omit<Name, 'script'> {
  const reordered = name.replace(/^([^,]+),\s*(.+)$/, '$2 $1');
  const named = family === null ? [] : wordsOf(family).flatMap(({ forms }) => forms);
  const words = wordsOf(reordered);
  const isNamed = words.some(({ forms }) => forms.some((form) => named.includes(form)));
  return {
    words: isNamed
      ? words.map((word) => ({ ...word, canBeFamily: word.forms.some((form) => named.includes(form)) }))
      : words,
    whole: squash(reordered.replace(/[^\p{L}\p{N}]/gu, '')),
  };
}

function wordsOf(name: string): Word[] {
  const hasSmallLetters = /\p{Ll}/u.test(name);
  const pieces = name
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((piece) => piece !== '' && !BESIDE_NAME.test(piece))
    // initials without spaces: "JK Müller"
    .flatMap((piece) => (hasSmallLetters && /^\p{Lu}{2,4}$/u.test(piece) ? [...piece] : [piece]))
    .map(squash)
    // the Chinese name Lü
    .map((piece) => piece.replace(/^l(?:v|yu)$/, 'lu'));
  const words: Word[] = [];
  let particles = '';
  for (const [at, piece] of pieces.entries()) {
    // the first word is a given name: "Bin Zhao", "Ben Lundby"
    if (PARTICLES.has(piece) && at > 0 && at < pieces.length - 1) {
      particles += piece;
      continue;
    }
    words.push({ forms: particles === '' ? [piece] : [piece, particles + piece], canBeFamily: piece.length > 1 });
    particles = '';
  }
  return words;
}

/** Folds a text. "ä" and "ae" become the same; so do the spellings of ö, ü and å, and of "üe". */
export function squash(text: string): string {
  return foldText(text)
    .replace(/([aou])e+/g, '$1')
    .replace(/aa/g, 'a');
}
