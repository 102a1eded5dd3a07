import type { RecordAuthor } from '../sources/record.ts';
import { foldText } from './search-words.ts';

/** A person's name taken apart. */
export interface Name {
  /** folded words and initials in the order in which they stand; a particle has its own forms, see `Word` */
  readonly words: readonly Word[];
  /** all letters together, for names that are not taken apart: organisations, Chinese characters */
  readonly whole: string;
}

interface Word {
  /** "van der Berg" is `berg` and `vanderberg` */
  readonly forms: readonly string[];
  readonly canBeFamily: boolean;
}

/** What is longer is no name. */
const LONGEST = 200;
/** Parts of family names that one source writes, another joins and a third leaves out. */
const PARTICLES = new Set(
  'af al av bin ben da das de degli dei del della den der des di do dos du el ibn la las le les lo los mac mc san st ten ter van von vom zu zum zur'.split(
    ' ',
  ),
);
const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|md|\d{4})$/i;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** A name in any of the ways in which sources write it: "JK Müller", "Müller, Jan K.", "Jan-Karl Müller", "Mueller JK". */
export function readName({ name, family }: RecordAuthor): Name {
  const turned = name.slice(0, LONGEST).replace(/^([^,]+),\s*(.+)$/, '$2 $1');
  const named = family === null ? [] : wordsOf(family).flatMap(({ forms }) => forms);
  const words = wordsOf(turned);
  const isNamed = words.some(({ forms }) => forms.some((form) => named.includes(form)));
  return {
    words: isNamed
      ? words.map((word) => ({ ...word, canBeFamily: word.forms.some((form) => named.includes(form)) }))
      : words,
    whole: squash(turned.replace(/[^\p{L}\p{N}]/gu, '')),
  };
}

function wordsOf(name: string): Word[] {
  const hasSmallLetters = /\p{Ll}/u.test(name);
  const pieces = name
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((piece) => piece !== '' && !SUFFIX.test(piece))
    // initials stand together: "JK Müller"
    .flatMap((piece) => (hasSmallLetters && /^\p{Lu}{2,4}$/u.test(piece) ? [...piece] : [piece]))
    .map(squash);
  const words: Word[] = [];
  let particles = '';
  for (const [at, piece] of pieces.entries()) {
    if (PARTICLES.has(piece) && at < pieces.length - 1) {
      particles += piece;
      continue;
    }
    words.push({ forms: particles === '' ? [piece] : [piece, particles + piece], canBeFamily: piece.length > 1 });
    particles = '';
  }
  return words;
}

/** Folded, and with ä, ö, ü and å alike however they are written out. */
function squash(text: string): string {
  return foldText(text)
    .replace(/([aou])e/g, '$1')
    .replace(/aa/g, 'a');
}

/**
 * The same family name, and given names that can be the same: whoever is called by initials may have any name that begins so, and one of
 * several given names may be missing. Which part is the family name is believed only where the source says so.
 */
export function canBeSamePerson(a: Name, b: Name): boolean {
  if (a.whole === b.whole) return a.whole !== '';
  if (CJK.test(a.whole) || CJK.test(b.whole)) return isTurned(a.whole, b.whole);
  return a.words.some((word, at) =>
    b.words.some(
      (other, atOther) =>
        word.canBeFamily &&
        other.canBeFamily &&
        word.forms.some((form) => other.forms.includes(form)) &&
        givenNamesAgree(a.words.toSpliced(at, 1), b.words.toSpliced(atOther, 1)),
    ),
  );
}

/** 王小明 and 小明王 */
const isTurned = (a: string, b: string) => a.length === b.length && (b + b).includes(a);

/** Whether those of the shorter list stand in the longer one, in this order. */
function givenNamesAgree(a: readonly Word[], b: readonly Word[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  return short.every(({ forms: [word = ''] }) => {
    const from = long
      .slice(at)
      .findIndex(({ forms: [other = ''] }) => other.startsWith(word) || word.startsWith(other));
    at += from + 1;
    return from >= 0;
  });
}
