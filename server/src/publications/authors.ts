import type { RecordAuthor } from '../sources/record.ts';
import { OMISSION } from '../sources/record-authors.ts';
import { canBeSamePerson, readPerson } from './same-person.ts';
import { splitAuthors } from './split-authors.ts';

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
