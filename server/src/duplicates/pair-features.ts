import type { ComparableWork } from './comparable.ts';
import type { ComparableTitle } from './comparable-title.ts';
import { compareExtraWords } from './compare-extra-words.ts';
import { compareNames, type NamesRelation } from './compare-names.ts';
import { compareVenues } from './compare-venues.ts';
import { sharedUnits } from './hashes.ts';

/**
 * What is measured of a pair, in the order of the numbers in `measurePair`. Each is the same whichever work comes first. -1 where something is missing.
 * The sign says which way a larger number may turn the score: 1 towards one work, -1 towards two, 0 either way.
 */
export const FEATURES = {
  titleStems: 1,
  titleStemsOfShorter: 1,
  titleTrigrams: 1,
  titleTrigramsOfShorter: 1,
  titleBeginning: 1,
  titleEnd: 1,
  titleMiddleOfShorter: -1,
  titleMiddleOfLonger: 0,
  titleIsInside: 1,
  titleIsEqual: 1,
  titleMainIsEqual: 1,
  titleName: 1,
  titleExtra: -1,
  titleMissing: -1,
  titleExtraUnexplained: -1,
  titleExtraBefore: 0,
  titleExtraWithin: 0,
  titleExtraAfter: 0,
  titleForm: 0,
  titleLength: 0,
  titleWeight: 0,
  titleNumbers: 1,
  titleIsAboutAnother: -1,
  titleIsGeneric: 0,
  titleIsCutOff: 0,
  authorFirst: 1,
  authorShared: 1,
  authorSharedOfShorter: 1,
  authorCount: 0,
  authorCountApart: -1,
  authorInitialsApart: -1,
  authorLetters: 1,
  authorOrder: 1,
  authorInTitle: 0,
  authorMissing: 0,
  authorIsCutOff: 0,
  authorInFull: 0,
  venueKinds: 1,
  venueWords: 1,
  venueSeries: 1,
  venueMissing: 0,
  venueIsJournal: 0,
  yearApart: 0,
  yearMissing: 0,
  yearInTitle: 0,
} as const;

export type FeatureName = keyof typeof FEATURES;
export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[];

const LEAST_NAME = 5;
const LONGEST_SHORT_NAME = 16;

/** Writes what is measured of a pair into `into`, in the order of FEATURE_NAMES. */
export function measurePair(a: ComparableWork, b: ComparableWork, into: Float64Array): void {
  const title = compareTitleWords(a, b);
  const extra = compareExtraWords(a.title, b.title);
  const trigrams = sharedUnits(a.title.trigrams, b.title.trigrams);
  const [x, y] = [a.title, b.title];
  const shorter = Math.min(x.key.length, y.key.length);
  const isEqual = x.key === y.key;
  const names = compareNames(a, b);
  const venues = compareVenues(a.venue, b.venue);
  let at = 0;
  into[at++] = title.shared / (title.ofA + title.ofB - title.shared || 1);
  into[at++] = title.shared / (Math.min(title.ofA, title.ofB) || 1);
  into[at++] = (2 * trigrams) / (x.trigrams.length + y.trigrams.length || 1);
  into[at++] = trigrams / (Math.min(x.trigrams.length, y.trigrams.length) || 1);
  const beginning = commonBeginning(x.key, y.key);
  const end = commonEnd(x.key, y.key);
  into[at++] = beginning / (shorter || 1);
  into[at++] = end / (shorter || 1);
  into[at++] = Math.max(0, shorter - beginning - end);
  into[at++] = Math.max(x.key.length, y.key.length) - Math.min(shorter, beginning + end);
  into[at++] = isInside(x.key, y.key) ? 1 : 0;
  into[at++] = isEqual ? 1 : 0;
  into[at++] = isMainEqual(x, y) ? 1 : 0;
  into[at++] = compareShortNames(x, y);
  into[at++] = Math.max(title.ofA, title.ofB) - title.shared;
  into[at++] = Math.min(title.ofA, title.ofB) - title.shared;
  into[at++] = title.unexplained;
  into[at++] = extra.before;
  into[at++] = extra.within;
  into[at++] = extra.after;
  into[at++] = extra.ofForm;
  into[at++] = shorter;
  into[at++] = Math.min(title.ofA, title.ofB);
  into[at++] = compareNumbers(x.numbers, y.numbers);
  into[at++] = x.aboutAnother === y.aboutAnother ? 0 : 1;
  into[at++] = (x.isGeneric ? 1 : 0) + (y.isGeneric ? 1 : 0);
  into[at++] = x.isCutOff || y.isCutOff ? 1 : 0;
  at = writeNames(a, b, names, into, at);
  into[at++] = venues.kinds;
  into[at++] = venues.words;
  into[at++] = venues.series;
  into[at++] = (a.venue.words.length === 0 ? 1 : 0) + (b.venue.words.length === 0 ? 1 : 0);
  into[at++] = (a.venue.kind === 'journal' ? 1 : 0) + (b.venue.kind === 'journal' ? 1 : 0);
  into[at++] = a.year === 0 || b.year === 0 ? -1 : Math.min(20, Math.abs(a.year - b.year));
  into[at++] = (a.year === 0 ? 1 : 0) + (b.year === 0 ? 1 : 0);
  into[at++] = isYearInTitle(x, b.year) || isYearInTitle(y, a.year) ? 1 : 0;
}

/** The other's: a citation that was misread, "1998. …". */
const isYearInTitle = ({ numbers }: ComparableTitle, year: number) =>
  year !== 0 && numbers !== '' && numbers.split(' ').includes(String(year));

function writeNames(
  a: ComparableWork,
  b: ComparableWork,
  names: NamesRelation,
  into: Float64Array,
  start: number,
): number {
  const [ofA, ofB] = [a.families.length, b.families.length];
  const isKnown = ofA > 0 && ofB > 0;
  let at = start;
  into[at++] = names.first;
  into[at++] = isKnown ? names.shared / Math.max(ofA, ofB) : -1;
  into[at++] = isKnown ? names.shared / Math.min(ofA, ofB) : -1;
  into[at++] = Math.min(ofA, ofB);
  into[at++] = isKnown ? Math.abs(ofA - ofB) : -1;
  into[at++] = names.initialsApart;
  into[at++] = isKnown ? lettersShared(a, b) : -1;
  into[at++] = names.order;
  into[at++] = namesInTitle(a, b) + namesInTitle(b, a);
  into[at++] = (ofA === 0 ? 1 : 0) + (ofB === 0 ? 1 : 0);
  into[at++] = a.isListCutOff || b.isListCutOff ? 1 : 0;
  into[at++] = (a.isInFull ? 1 : 0) + (b.isInFull ? 1 : 0);
  return at;
}

interface SharedWords {
  readonly shared: number;
  readonly ofA: number;
  readonly ofB: number;
  /** weight of what only the longer title has, and that stands in neither venue */
  readonly unexplained: number;
}

function compareTitleWords(a: ComparableWork, b: ComparableWork): SharedWords {
  const [x, y] = [a.title.stems, b.title.stems];
  let [i, j, shared, ofA, ofB, explainedA, explainedB] = [0, 0, 0, 0, 0, 0, 0];
  while (i < x.length || j < y.length) {
    const left = x[i] ?? Number.POSITIVE_INFINITY;
    const right = y[j] ?? Number.POSITIVE_INFINITY;
    // stems with different endings may differ in weight
    const [stem, other] = [Math.floor(left / 16), Math.floor(right / 16)];
    if (stem === other) {
      const weight = Math.min(left % 16, right % 16);
      shared += weight;
      ofA += weight;
      ofB += weight;
      i++;
      j++;
    } else if (stem < other) {
      ofA += left % 16;
      if (isInVenue(stem, a, b)) explainedA += left % 16;
      i++;
    } else {
      ofB += right % 16;
      if (isInVenue(other, a, b)) explainedB += right % 16;
      j++;
    }
  }
  return { shared, ofA, ofB, unexplained: Math.max(ofA - explainedA, ofB - explainedB) - shared };
}

const isInVenue = (stem: number, a: ComparableWork, b: ComparableWork) =>
  a.venue.stems.includes(stem) || b.venue.stems.includes(stem);

function isInside(a: string, b: string): boolean {
  return a.length < b.length ? b.includes(a) : a.includes(b);
}

/** Citations that were misread have their authors in the title. */
function namesInTitle(a: ComparableWork, b: ComparableWork): number {
  let found = 0;
  for (const name of a.families) {
    if (name.length >= LEAST_NAME && b.title.key.includes(name) && !a.title.key.includes(name)) found++;
  }
  return found;
}

function compareNumbers(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1;
  return a === '' || b === '' ? -1 : -2;
}

/** One is the other without its subtitle. */
function isMainEqual(a: ComparableTitle, b: ComparableTitle): boolean {
  if (a.mainLength === b.mainLength) return a.key.slice(0, a.mainLength) === b.key.slice(0, b.mainLength);
  const [short, long] = a.key.length < b.key.length ? [a, b] : [b, a];
  return short.key.length === long.mainLength && long.key.startsWith(short.key);
}

/** "Strudel: …" and "Strudel: …" are about one thing (1), "Tukwila: …" is about another (-1); 0 when one has no such name. */
function compareShortNames(a: ComparableTitle, b: ComparableTitle): number {
  if (!hasShortName(a) || !hasShortName(b)) return 0;
  return a.key.slice(0, a.mainLength) === b.key.slice(0, b.mainLength) ? 1 : -1;
}

const hasShortName = ({ key, mainLength }: ComparableTitle) =>
  mainLength < key.length && mainLength <= LONGEST_SHORT_NAME;

function commonBeginning(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

function commonEnd(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(a.length - 1 - at) === b.charCodeAt(b.length - 1 - at)) at++;
  return at;
}

/** Of the trigrams of the family names of the shorter list, how many stand in the other. */
function lettersShared({ familyTrigrams: a }: ComparableWork, { familyTrigrams: b }: ComparableWork): number {
  return sharedUnits(a, b) / (Math.min(a.length, b.length) || 1);
}
