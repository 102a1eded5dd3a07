import type { ComparableWork } from './comparable.ts';
import { compareIdentifiers } from './comparable-identifiers.ts';
import type { ComparableTitle } from './comparable-title.ts';
import { compareNames } from './compare-names.ts';
import { compareVenues } from './compare-venues.ts';

/**
 * What stands above the fitted model, since the labelled records hold too few such pairs, or none, to learn it from:
 * - `two`: certainly two works;
 * - `ask`: may be one, but never without a person;
 * - `free`: what the model says.
 */
export type PairLimit = 'two' | 'ask' | 'free';

/** A shorter title may be the beginning of many. */
const LEAST_SHORTENED = 24;
/** In a key, which has no spaces. */
const OF_A_PART = /^(?:part|volume|vol|chapter)(?:[ivx]+|\d+|[a-h]|one|two|three|four|five)/;
const LEAST_SHARED_AUTHORS = 0.7;

export function limitOf(a: ComparableWork, b: ComparableWork): PairLimit {
  if (areTwoByTitle(a.title, b.title)) return 'two';
  const identifiers = compareIdentifiers(a.identifiers, b.identifiers);
  if (identifiers === 'different') return 'two';
  const isGeneric = a.title.isGeneric || b.title.isGeneric;
  if (identifiers !== 'shared') {
    if (isGeneric || areReviewsByTwo(a, b)) return 'two';
    return agreesInAll(a, b) && a.title.aboutAnother === '' ? 'free' : 'ask';
  }
  return !isGeneric && agreesInTitle(a.title, b.title) && agreesInAuthors(a, b) ? 'free' : 'ask';
}

/** Another part, volume or year; or one is about the other. */
export function areTwoByTitle(a: ComparableTitle, b: ComparableTitle): boolean {
  if (a.aboutAnother !== b.aboutAnother) return true;
  if (a.numbers === b.numbers) return false;
  if (a.numbers === '' || b.numbers === '') return isPartOf(a.key, b.key) || isPartOf(b.key, a.key);
  // "4th" and "fourth" are one number less, and the same
  return a.numbers.split(' ').length === b.numbers.split(' ').length;
}

/** A book is reviewed, and a paper commented on, by several. */
function areReviewsByTwo(a: ComparableWork, b: ComparableWork): boolean {
  return a.title.aboutAnother !== '' && a.families.length > 0 && b.families.length > 0 && !agreesInAuthors(a, b);
}

/** The whole and its part: "…" and "… (part II)", "…. Part 2: results". */
function isPartOf(part: string, whole: string): boolean {
  return part.startsWith(whole) && OF_A_PART.test(part.slice(whole.length));
}

function agreesInAll(a: ComparableWork, b: ComparableWork): boolean {
  if (a.year === 0 || a.year !== b.year || !agreesInTitle(a.title, b.title)) return false;
  const { kinds, series } = compareVenues(a.venue, b.venue);
  return kinds >= 0 && series >= 0 && agreesInAuthors(a, b);
}

/** Equal, or one lacks the subtitle. */
function agreesInTitle(a: ComparableTitle, b: ComparableTitle): boolean {
  if (a.numbers !== b.numbers) return false;
  if (a.key === b.key) return true;
  const [short, long] = a.key.length < b.key.length ? [a, b] : [b, a];
  return short.key.length >= LEAST_SHORTENED && short.key.length === long.mainLength && long.key.startsWith(short.key);
}

function agreesInAuthors(a: ComparableWork, b: ComparableWork): boolean {
  const { shared, first } = compareNames(a, b);
  const [shorter, longer] = [a.families.length, b.families.length].sort((x, y) => x - y);
  if (!shorter || !longer) return false;
  if (shared / longer >= LEAST_SHARED_AUTHORS) return true;
  return (a.isListCutOff || b.isListCutOff) && first === 2 && shared >= shorter;
}
