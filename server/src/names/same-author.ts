import { OMISSION } from '../sources/record-authors.ts';
import { mayName } from './authors.ts';
import { normalizeTitle } from './fingerprint.ts';
import { isGeneric } from './generic-titles.ts';
import { compareNames, type NameRelation, type PersonName, readPerson, type WrittenName } from './same-person.ts';
import { splitAuthors } from './split-authors.ts';
import { nameOfVenue } from './venues.ts';

/** A publication that names an author of the name in question. */
export interface NamedPublication {
  readonly title: string;
  /** all authors, as the source writes them */
  readonly authors: string | null;
  readonly venue: string | null;
  /** the author's affiliation, as the publication states it; absent if the source does not report it */
  readonly affiliation?: string | null;
}

interface Group<P> {
  readonly publications: P[];
  /** how the publications write the author's name */
  readonly names: Set<PersonName>;
}

/** In longer lists, which large collaborations have, two people may have one name. */
const MAX_AUTHORS = 50;
/** Shorter words, such as "of the", do not show the subject of a publication. */
const MIN_WORD_LENGTH = 4;
/** "Li Zhang" and "W. Zhang" have fewer. Initials do not count. */
const MIN_CHINESE_LETTERS = 8;

/**
 * Groups publications that name an author of the same name by the person who wrote them. Two publications are by the
 * same person if they share a clue: the title, a co-author, two co-authors of common names, the affiliation, or the
 * venue and two neighboring words of the title. Clues connect through other publications, but never two that write the
 * author's name in incompatible ways. Two groups may still be of one person.
 */
export function groupByAuthor<P extends NamedPublication>(name: string, publications: readonly P[]): P[][] {
  const authors = readAuthors(name, publications);
  const families = findUniqueFamilies(authors.flatMap(({ coAuthors }) => coAuthors));
  const groups = new Map<P, Group<P>>();
  /** for each clue, publications of different groups that have it */
  const found = new Map<string, P[]>();
  for (const [at, publication] of publications.entries()) {
    const { names = [], coAuthors = [] } = authors[at] ?? {};
    groups.set(publication, { publications: [publication], names: new Set(names) });
    for (const clue of [...cluesOfText(publication), ...cluesOfNames(coAuthors, families)]) {
      const others = found.get(clue) ?? [];
      if (!others.some((other) => join(groups, other, publication))) found.set(clue, [...others, publication]);
    }
  }
  return [...new Set(groups.values())].map((group) => group.publications);
}

/**
 * How many of the candidates may name the author and are in a group with a publication that is known to be by the
 * author.
 */
export function countBySameAuthor(
  name: string,
  known: readonly NamedPublication[],
  candidates: readonly NamedPublication[],
): { linked: number; of: number } {
  const isCandidate = new Set(candidates);
  const linked = groupByAuthor(name, [...known, ...candidates])
    .filter((group) => group.some((publication) => !isCandidate.has(publication)))
    .flat()
    .filter((publication) => isCandidate.has(publication));
  const names = [readPerson({ name, family: null })];
  return { linked: linked.filter(({ authors }) => mayName(authors, names)).length, of: candidates.length };
}

/**
 * For each publication, the author in question (if only one of its authors has the name) and the authors of other
 * names. An author whose name cannot be compared with the name in question is neither, because it may be the author's
 * in another script.
 */
function readAuthors(name: string, publications: readonly NamedPublication[]) {
  const person = readPerson({ name, family: null });
  const known = new Map<string, { readonly author: PersonName; readonly relation: NameRelation }>();
  const read = (text: string) => {
    const before = known.get(text);
    if (before) return before;
    const author = readPerson({ name: text, family: null });
    const result = { author, relation: compareNames(person, author) };
    known.set(text, result);
    return result;
  };
  return publications.map(({ authors }) => {
    const texts = splitAuthors(authors ?? '').filter((text) => !OMISSION.test(text));
    const all = texts.length > MAX_AUTHORS ? [] : texts.map(read);
    const named = all.filter(({ relation }) => relation === 'compatible');
    return {
      names: named.length === 1 ? named.map(({ author }) => author) : [],
      coAuthors: all.flatMap(({ author, relation }) => (relation === 'incompatible' ? [author] : [])),
    };
  });
}

/** The family names of one co-author each, whose name may be written in several ways. */
function findUniqueFamilies(coAuthors: readonly PersonName[]): ReadonlySet<string> {
  const namesOf = new Map<string, Set<PersonName>>();
  const shared = new Set<string>();
  for (const name of coAuthors) {
    const family = familyOf(name);
    const names = namesOf.get(family) ?? new Set();
    if (shared.has(family) || names.has(name)) continue;
    namesOf.set(family, names);
    if ([...names].some((other) => compareNames(name, other) !== 'compatible')) shared.add(family);
    names.add(name);
  }
  return new Set([...namesOf.keys()].filter((family) => !shared.has(family)));
}

/**
 * A co-author is a clue if the name is written out, or if nobody else in these publications has the family name. Short
 * Chinese names have too many bearers, so they are a clue only in pairs.
 */
function cluesOfNames(coAuthors: readonly PersonName[], uniqueFamilies: ReadonlySet<string>): string[] {
  const alone: string[] = [];
  const paired = new Set<string>();
  for (const name of coAuthors) {
    const [words, family] = [longWords(name), familyOf(name)];
    const isWrittenOut = words.length > 1;
    const isUnique = uniqueFamilies.has(family);
    const key = isUnique ? family : isWrittenOut ? words.toSorted().join(' ') : `${family} ${initialOf(name)}`;
    const isClue = (isUnique || isWrittenOut) && !isShortChinese(name);
    if (isClue) alone.push(`by ${key}`);
    if (!isClue || isChinese(name)) paired.add(key);
  }
  const pairs = [...paired]
    .sort()
    .flatMap((key, at, keys) => keys.slice(0, at).map((other) => `by ${other} and ${key}`));
  return [...alone, ...pairs];
}

const NO_WORDS: WrittenName['words'] = [];
/** of the first form: the Latin one if there is one */
const wordsOf = ([form]: PersonName) => form?.words ?? NO_WORDS;
const longWords = (name: PersonName) =>
  wordsOf(name)
    .map(({ forms: [{ text }] }) => text)
    .filter((text) => text.length > 1);
const familyOf = (name: PersonName) => longWords(name).at(-1) ?? name[0]?.whole ?? '';
const initialOf = (name: PersonName) =>
  wordsOf(name).find(({ forms: [{ text }] }) => text.length === 1)?.forms[0].text ?? '';
const isChinese = (name: PersonName) => wordsOf(name).some(({ forms: [form] }) => form.isPinyin);
const isShortChinese = (name: PersonName) => isChinese(name) && longWords(name).join('').length < MIN_CHINESE_LETTERS;

function cluesOfText({ title, venue, affiliation }: NamedPublication): string[] {
  return [
    ...cluesOfTitle(normalizeTitle(title), venue ?? ''),
    ...cluesOfAffiliation(normalizeTitle(affiliation ?? '')),
  ];
}

function cluesOfTitle(title: string, venue: string): string[] {
  if (title === '' || isGeneric(title)) return [];
  const place = nameOfVenue(venue);
  if (place === '') return [`title ${title}`];
  const words = title.split(' ');
  const phrases = words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? '';
    return Math.min(before.length, word.length) < MIN_WORD_LENGTH ? [] : `in ${place}: ${before} ${word}`;
  });
  return [`title ${title}`, ...phrases];
}

/** A single word is too general: "IEEE", "Microsoft". */
const cluesOfAffiliation = (affiliation: string) => (affiliation.includes(' ') ? [`at ${affiliation}`] : []);

/**
 * Joins the groups of two publications, unless their authors' names are incompatible: "E. Lundby" is in a group with
 * Erik or with Emma, not with both. Returns whether the two are in one group now.
 */
function join<P>(groups: Map<P, Group<P>>, a: P, b: P): boolean {
  const [one, other] = [groups.get(a), groups.get(b)];
  if (!one || !other) return false;
  if (one === other) return true;
  const areTwo = (name: PersonName) => [...other.names].some((theirs) => compareNames(name, theirs) === 'incompatible');
  if ([...one.names].some(areTwo)) return false;
  const [small, large] = one.publications.length < other.publications.length ? [one, other] : [other, one];
  for (const publication of small.publications) groups.set(publication, large);
  large.publications.push(...small.publications);
  for (const name of small.names) large.names.add(name);
  return true;
}
