import { readNames } from '../names/author-names.ts';
import { splitAuthors } from '../names/split-authors.ts';
import { isMisspelled } from '../names/word-spelling.ts';
import { OMISSION } from '../sources/record-authors.ts';

export interface PreparedAuthors {
  /** folded family names, in order */
  readonly families: readonly string[];
  /** for each family name the first letter of the given names; a space if there is none */
  readonly initials: string;
  /** all names without spaces: finds family names that run together with others */
  readonly joined: string;
  /** the source left out names at the end */
  readonly isCutOff: boolean;
  /** most given names are written out: sources that do so seldom leave names out */
  readonly isInFull: boolean;
}

/** More names decide nothing. */
const MAX_NAMES = 40;
const MAX_TEXT_LENGTH = 4000;
const MAX_JOINED_LENGTH = 400;
const NO_NAME = { words: [], whole: '' };

export function prepareAuthors(text: string | null): PreparedAuthors {
  const families: string[] = [];
  let initials = '';
  let joined = '';
  let isCutOff = false;
  let inFull = 0;
  for (const piece of splitAuthors((text ?? '').slice(0, MAX_TEXT_LENGTH))) {
    if (OMISSION.test(piece)) {
      isCutOff = true;
      continue;
    }
    if (families.length === MAX_NAMES) break;
    const [name] = readNames({ name: piece.replace(/(?:…|\.\.\.).*$/, ''), family: null });
    const { words, whole } = name ?? NO_NAME;
    const at = words.findLastIndex(({ canBeFamily }) => canBeFamily);
    const family = words[at]?.forms[0] ?? whole;
    // "J Widom, S": the list ends within a name
    if (/…|\.\.\./.test(piece) || family.length <= 1) isCutOff = true;
    joined += whole;
    if (family.length <= 1 && whole.length <= 1) continue;
    families.push(family);
    const given = words.length > 1 ? words[at === 0 ? 1 : 0]?.forms[0] : undefined;
    initials += given?.charAt(0) ?? ' ';
    if (given !== undefined && given.length > 1) inFull++;
  }
  return {
    families,
    initials,
    joined: joined.slice(0, MAX_JOINED_LENGTH),
    isCutOff,
    isInFull: inFull * 2 > families.length,
  };
}

export interface AuthorComparison {
  /** how many names both lists have; a misspelled name counts in part */
  readonly shared: number;
  /**
   * 2 both lists begin with the same name, 1 with a similar one or one from elsewhere in the other list, 0 neither, -1
   * unknown
   */
  readonly first: number;
  /** shared family names with different given names */
  readonly initialsApart: number;
  /**
   * share of the shorter list whose two initials are those of the name at the same place: "Z Li" and "L Zhe", "S Brin"
   * and "S Bdn"
   */
  readonly initials: number;
  readonly shorter: number;
  readonly longer: number;
}

const MIN_ALIKE = 0.7;
const MIN_JOINED = 5;

export function compareAuthors(a: PreparedAuthors, b: PreparedAuthors): AuthorComparison {
  const [short, long] = comesFirst(a, b) ? [a, b] : [b, a];
  const [shorter, longer] = [short.families.length, long.families.length];
  if (shorter === 0) return { shared: 0, first: -1, initialsApart: 0, initials: 0, shorter, longer };
  const taken = new Set<number>();
  let [shared, initialsApart] = [0, 0];
  for (const [at, family] of short.families.entries()) {
    const initial = short.initials.charAt(at);
    const free = [...long.families.keys()].filter((other) => !taken.has(other));
    const equal = free.filter((other) => long.families[other] === family);
    const found =
      equal.find((other) => canAgree(initial, long.initials.charAt(other))) ??
      equal[0] ??
      free.find((other) => areNamesAlike(family, long.families[other] ?? ''));
    if (found === undefined) {
      if (family.length >= MIN_JOINED && long.joined.includes(family)) shared += 0.8;
      continue;
    }
    taken.add(found);
    shared += equal.length > 0 ? 1 : 0.8;
    if (canAgree(initial, long.initials.charAt(found))) continue;
    initialsApart++;
    shared -= 0.5;
  }
  const sameInitials = short.families.filter((_, at) => initialsAt(short, at) === initialsAt(long, at)).length;
  return { shared, first: compareFirst(a, b), initialsApart, initials: sameInitials / shorter, shorter, longer };
}

/**
 * The shorter list, else the first by its letters: names are taken one after another, so the order of the two must not
 * depend on the caller.
 */
function comesFirst(a: PreparedAuthors, b: PreparedAuthors): boolean {
  if (a.families.length !== b.families.length) return a.families.length < b.families.length;
  const [one, other] = [a.families.join(' '), b.families.join(' ')];
  if (one !== other) return one < other;
  return a.initials === b.initials ? a.joined <= b.joined : a.initials < b.initials;
}

function compareFirst(a: PreparedAuthors, b: PreparedAuthors): number {
  const [x = '', y = ''] = [a.families[0], b.families[0]];
  if (x === y) return canAgree(a.initials.charAt(0), b.initials.charAt(0)) ? 2 : 1;
  return areNamesAlike(x, y) || a.families.includes(y) || b.families.includes(x) ? 1 : 0;
}

/** The initials of a given and of a family name, in order of letters. */
function initialsAt({ families, initials }: PreparedAuthors, at: number): string {
  return [initials.charAt(at), families[at]?.charAt(0) ?? ''].sort().join('');
}

const canAgree = (a: string, b: string) => a === b || a === ' ' || b === ' ';

/** "raghavan" and "raghavanz"; "vassalos" and "vassalosandy", which ran together with the next name. */
function areNamesAlike(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return isMisspelled(a, b, MIN_ALIKE) || (short.length >= MIN_JOINED && long.includes(short));
}
