import { readName } from '../publications/author-names.ts';
import { OMISSION, splitAuthors } from '../publications/authors.ts';
import { trigramsOf } from './hashes.ts';

/** More decide nothing. */
const MOST = 40;
const LONGEST_TEXT = 4000;
const LONGEST_NAMES = 200;

export interface ComparableAuthors {
  /** folded family names, in order */
  readonly families: readonly string[];
  /** for each family name the first letter of the given names; a space when there is none */
  readonly initials: string;
  /** trigrams of the family names, see `trigramsOf`: finds names that were misread or joined */
  readonly familyTrigrams: string;
  /** names were left out at the end */
  readonly isListCutOff: boolean;
  /** given names are written out, most of them: such lists are seldom cut off */
  readonly isInFull: boolean;
}

export function readAuthors(text: string | null): ComparableAuthors {
  const pieces = splitAuthors((text ?? '').slice(0, LONGEST_TEXT));
  const families: string[] = [];
  let initials = '';
  let isListCutOff = false;
  let inFull = 0;
  for (const piece of pieces) {
    if (OMISSION.test(piece)) {
      isListCutOff = true;
      continue;
    }
    if (families.length === MOST) break;
    const { words, whole } = readName({ name: piece.replace(/(?:…|\.\.\.).*$/, ''), family: null });
    const at = words.findLastIndex(({ canBeFamily }) => canBeFamily);
    const family = words[at]?.forms[0] ?? whole;
    // "J Widom, S": cut off within a name
    if (/…|\.\.\./.test(piece) || family.length <= 1) isListCutOff = true;
    if (family.length <= 1 && whole.length <= 1) continue;
    families.push(family);
    const given = words[at === 0 ? 1 : 0]?.forms[0];
    if (given !== undefined && given.length > 1 && words.length > 1) inFull++;
    initials += given !== undefined && words.length > 1 ? given.charAt(0) : ' ';
  }
  const familyTrigrams = trigramsOf(families.join(' ').slice(0, LONGEST_NAMES));
  return { families, initials, familyTrigrams, isListCutOff, isInFull: inFull * 2 > families.length };
}
