import type { RecordAuthor } from '../sources/record.ts';
import { OMISSION } from '../sources/record-authors.ts';
import { compareNames, type PersonName, readPerson } from './same-person.ts';
import { splitAuthors } from './split-authors.ts';

/**
 * How two lists of authors relate:
 * - `all`: both lists have the same people; or they have the same first author, and the longer list contains the whole
 *   shorter one.
 * - `some`: the first authors are the same person, or at least half of the longer list is shared.
 * - `few`: at least one author is shared.
 * - `none`: no author is shared.
 * - `unknown`: a list is missing, or names of the two are in different scripts and none is shared.
 */
export type AuthorRelation = 'all' | 'some' | 'few' | 'none' | 'unknown';

/** Google Scholar prints fewer authors. A longer list comes from an import, and comparing all of it takes too long. */
const MAX_OWN_AUTHORS = 100;

/** Compares authors as Google Scholar prints them ("A Bauer, JK Müller, ...") with the authors of another source. */
export function compareAuthors(authorText: string | null, theirs: readonly RecordAuthor[]): AuthorRelation {
  const pieces = splitAuthors(authorText ?? '');
  const listed = pieces.filter((piece) => !OMISSION.test(piece));
  const ours = listed
    .slice(0, MAX_OWN_AUTHORS)
    .map((name) => readPerson({ name, family: null }))
    .filter(isName);
  const others = theirs.map(readPerson).filter(isName);
  const [first, theirFirst] = [ours[0], others[0]];
  if (!first || !theirFirst) return 'unknown';

  const unmatched = new Set(others);
  for (const name of ours) {
    const match = [...unmatched].find((other) => compareNames(name, other) === 'compatible');
    if (match) unmatched.delete(match);
  }
  const shared = others.length - unmatched.size;
  if (shared === 0)
    return ours.some((name) => others.some((other) => compareNames(name, other) === 'unknown')) ? 'unknown' : 'none';
  const longer = Math.max(ours.length, others.length);
  const isFirstFirst = !OMISSION.test(pieces[0] ?? '') && compareNames(first, theirFirst) === 'compatible';
  if (shared === (isFirstFirst ? Math.min(ours.length, others.length) : longer)) return 'all';
  return isFirstFirst || shared * 2 >= longer ? 'some' : 'few';
}

/**
 * Whether a person of one of these names may be in a list of authors. A list that is missing or was cut off says
 * nothing against it.
 */
export function mayName(authorText: string | null, names: readonly PersonName[]): boolean {
  const listed = splitAuthors(authorText ?? '');
  if (listed.length === 0 || names.length === 0) return true;
  return listed.some((text) => {
    if (OMISSION.test(text)) return true;
    const author = readPerson({ name: text, family: null });
    return names.some((name) => compareNames(name, author) !== 'incompatible');
  });
}

const isName = (name: PersonName) => name.length > 0;
