import type { RecordAuthor } from '../sources/record.ts';
import { canBeSamePerson, readPerson } from './same-person.ts';

/**
 * How two lists of authors relate:
 * - `all`: both lists have the same people; or they have the same first author, and the longer list contains the whole shorter one.
 * - `some`: the first authors are the same person, or at least half of the longer list is shared.
 * - `few`: at least one author is shared.
 * - `none`: no author is shared.
 * - `unknown`: a list is missing.
 */
export type AuthorRelation = 'all' | 'some' | 'few' | 'none' | 'unknown';

/** Google Scholar prints fewer authors. A longer list comes from an import, and comparing all of it takes too long. */
const MAX_OWN_AUTHORS = 100;
export const OMISSION = /^(?:…|\.{3}|et al\.?|others)$/i;

/** Compares authors as Google Scholar prints them ("A Bauer, JK Müller, ...") with the authors of another source. */
export function compareAuthors(authorText: string | null, theirs: readonly RecordAuthor[]): AuthorRelation {
  const pieces = splitAuthors(authorText ?? '');
  const listed = pieces.filter((piece) => !OMISSION.test(piece));
  const ours = listed.slice(0, MAX_OWN_AUTHORS).map((name) => readPerson({ name, family: null }));
  const others = theirs.map(readPerson).filter(({ whole }) => whole !== '');
  const [first, theirFirst] = [ours[0], others[0]];
  if (!first || !theirFirst) return 'unknown';

  const unmatched = new Set(others);
  for (const name of ours) {
    const match = [...unmatched].find((other) => canBeSamePerson(name, other));
    if (match) unmatched.delete(match);
  }
  const shared = others.length - unmatched.size;
  if (shared === 0) return 'none';
  const longer = Math.max(ours.length, others.length);
  const isFirstFirst = !OMISSION.test(pieces[0] ?? '') && canBeSamePerson(first, theirFirst);
  if (shared === (isFirstFirst ? Math.min(ours.length, others.length) : longer)) return 'all';
  return isFirstFirst || shared * 2 >= longer ? 'some' : 'few';
}

/** Splits a source's list of authors into names. An omission ("…", "et al.") is an entry of the result. */
export function splitAuthors(text: string): string[] {
  const names: string[] = [];
  for (const piece of text.split(/[,;，；、]|\s(?:and|&)\s|\s(?=et al\.?$)/).map((part) => part.trim())) {
    const before = names.at(-1);
    // the comma in "Bauer, A." does not separate two names
    if (before !== undefined && /^(?:\p{Lu}\.?[\s-]?){1,4}$/u.test(piece) && !/\s/.test(before)) {
      names[names.length - 1] = `${piece} ${before}`;
    } else if (/\p{L}/u.test(piece) || OMISSION.test(piece)) {
      names.push(piece);
    }
  }
  return names;
}
