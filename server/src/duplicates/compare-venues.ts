import type { ComparableVenue } from './comparable-venue.ts';

export interface VenuesRelation {
  /** 1 the same kind, -1 different ones, 0 one is not known */
  readonly kinds: number;
  /** share of words of the shorter name that stand in the longer, abbreviated or as an acronym; -1 when a venue is missing */
  readonly words: number;
  /** 1 the same known series, -1 different ones, 0 one is not known */
  readonly series: number;
}

const UNKNOWN: VenuesRelation = { kinds: 0, words: -1, series: 0 };
const LEAST_ACRONYM = 3;

export function compareVenues(a: ComparableVenue, b: ComparableVenue): VenuesRelation {
  if (a.words.length === 0 || b.words.length === 0) return UNKNOWN;
  const kinds = a.kind === 'unknown' || b.kind === 'unknown' ? 0 : a.kind === b.kind ? 1 : -1;
  const series = a.series === '' || b.series === '' ? 0 : a.series === b.series ? 1 : -1;
  if (a === b) return { kinds, words: 1, series };
  const acronym = standsFor(a, b) || standsFor(b, a);
  const shared = Math.min(countIn(a.words, b.words), countIn(b.words, a.words));
  const shorter = Math.min(a.words.length, b.words.length);
  return { kinds, words: acronym ? 1 : shared / shorter, series };
}

/** How many of the words stand among the others. */
function countIn(words: readonly string[], others: readonly string[]): number {
  let found = 0;
  for (const word of words) if (others.some((other) => isAbbreviated(word, other))) found++;
  return found;
}

/** "database" and "databases", "syst" and "systems", and what was joined: "acmsigmod". */
function isAbbreviated(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && (long.startsWith(short) || (short.length >= 4 && long.endsWith(short)));
}

/** "tods" stands for "transactions on database systems". */
function standsFor(short: ComparableVenue, long: ComparableVenue): boolean {
  return short.words.some((word) => word.length >= LEAST_ACRONYM && long.initials.includes(word));
}
