import type { ComparableAuthors } from './comparable-authors.ts';

export interface NamesRelation {
  /** how many names stand in both lists; one that was misspelt counts in part */
  readonly shared: number;
  /** 2 the first of both is the same, 1 it is alike or stands elsewhere in the other list, 0 neither, -1 unknown */
  readonly first: number;
  /** shared family names with other given names */
  readonly initialsApart: number;
  /** share of the shared names that stand at the same place */
  readonly order: number;
}

const UNKNOWN: NamesRelation = { shared: 0, first: -1, initialsApart: 0, order: -1 };
const ALIKE = 0.7;

export function compareNames(a: ComparableAuthors, b: ComparableAuthors): NamesRelation {
  const [short, long] = comesFirst(a, b) ? [a, b] : [b, a];
  if (short.families.length === 0) return UNKNOWN;
  let [shared, initialsApart, inPlace, taken] = [0, 0, 0, 0];
  for (const [at, family] of short.families.entries()) {
    let found = -1;
    let weight = 1;
    for (let other = 0; other < long.families.length; other++) {
      if (isTaken(taken, other) || long.families[other] !== family) continue;
      found = other;
      if (canAgree(short.initials.charAt(at), long.initials.charAt(other))) break;
    }
    if (found < 0) {
      for (let other = 0; other < long.families.length; other++) {
        if (isTaken(taken, other) || !isMisspelt(family, long.families[other] ?? '')) continue;
        found = other;
        weight = 0.8;
        break;
      }
    }
    if (found < 0) continue;
    taken |= 1 << (found % 31);
    if (!canAgree(short.initials.charAt(at), long.initials.charAt(found))) {
      initialsApart++;
      weight -= 0.5;
    }
    shared += weight;
    if (found === at) inPlace += weight;
  }
  return { shared, initialsApart, order: shared > 0 ? inPlace / shared : 0, first: compareFirst(a, b) };
}

/** The shorter list, else the first by its letters: names are taken one after another, so the order of the two must not hang on the caller. */
function comesFirst(a: ComparableAuthors, b: ComparableAuthors): boolean {
  if (a.families.length !== b.families.length) return a.families.length < b.families.length;
  for (let at = 0; at < a.families.length; at++) {
    const [one = '', other = ''] = [a.families[at], b.families[at]];
    if (one !== other) return one < other;
  }
  return a.initials <= b.initials;
}

/** Lists of more than 31 names share the marks: a name found twice there does no harm. */
const isTaken = (taken: number, at: number) => at < 31 && (taken & (1 << at)) !== 0;

function compareFirst(a: ComparableAuthors, b: ComparableAuthors): number {
  const [x = '', y = ''] = [a.families[0], b.families[0]];
  if (x === y) return canAgree(a.initials.charAt(0), b.initials.charAt(0)) ? 2 : 1;
  return isMisspelt(x, y) || a.families.includes(y) || b.families.includes(x) ? 1 : 0;
}

const canAgree = (a: string, b: string) => a === b || a === ' ' || b === ' ';

/** Much the same letters: "gting" and "gfiting", "raghavan" and "raghavanz". */
function isMisspelt(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 4 || short.length < ALIKE * long.length) return false;
  let [start, end] = [0, 0];
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start++;
  while (
    end < short.length - start &&
    short.charCodeAt(short.length - 1 - end) === long.charCodeAt(long.length - 1 - end)
  )
    end++;
  return start + end >= ALIKE * long.length;
}
