import type { RecordAuthor } from '../sources/record.ts';
import { canBeSamePerson, readName } from './author-names.ts';

/**
 * What two lists of authors say of two works:
 * - `all`: the lists hold the same people; or the first is the same, and all of the shorter list stand in the longer one.
 * - `some`: the first are the same person, or half of the longer list at least is shared.
 * - `few`: somebody is shared.
 * - `none`; or `unknown` when one list is missing.
 */
export type AuthorRelation = 'all' | 'some' | 'few' | 'none' | 'unknown';

/** Google Scholar prints fewer; a list that somebody typed may be longer than is worth comparing. */
const MOST_OF_OURS = 100;
export const OMISSION = /^(?:…|\.{3}|et al\.?|others)$/i;

/** Compares authors as Google Scholar prints them, "A Bauer, JK Müller, ...", with a source's. */
export function compareAuthors(authorText: string | null, theirs: readonly RecordAuthor[]): AuthorRelation {
  const pieces = splitAuthors(authorText ?? '');
  const listed = pieces.filter((piece) => !OMISSION.test(piece));
  const ours = listed.slice(0, MOST_OF_OURS).map((name) => readName({ name, family: null }));
  const others = theirs.map(readName).filter(({ whole }) => whole !== '');
  const [first, theirFirst] = [ours[0], others[0]];
  if (!first || !theirFirst) return 'unknown';

  const left = new Set(others);
  for (const name of ours) {
    const match = [...left].find((other) => canBeSamePerson(name, other));
    if (match) left.delete(match);
  }
  const shared = others.length - left.size;
  if (shared === 0) return 'none';
  const longer = Math.max(ours.length, others.length);
  const isFirstFirst = !OMISSION.test(pieces[0] ?? '') && canBeSamePerson(first, theirFirst);
  if (shared === (isFirstFirst ? Math.min(ours.length, others.length) : longer)) return 'all';
  return isFirstFirst || shared * 2 >= longer ? 'some' : 'few';
}

export function splitAuthors(text: string): string[] {
  const names: string[] = [];
  for (const piece of text.split(/[,;，；、]|\s(?:and|&)\s|\s(?=et al\.?$)/).map((part) => part.trim())) {
    const before = names.at(-1);
    // "Bauer, A." is one name in two pieces
    if (before !== undefined && /^(?:\p{Lu}\.?[\s-]?){1,4}$/u.test(piece) && !/\s/.test(before)) {
      names[names.length - 1] = `${piece} ${before}`;
    } else if (/\p{L}/u.test(piece) || OMISSION.test(piece)) {
      names.push(piece);
    }
  }
  return names;
}
