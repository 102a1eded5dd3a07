import { compareAuthors } from './compare-authors.ts';
import { compareShortNames, compareTitles } from './compare-titles.ts';
import { compareVenues } from './compare-venues.ts';
import { agreeInAll } from './pair-rules.ts';
import type { PreparedPublication } from './prepared-publication.ts';

/**
 * The features of a pair and the direction in which each may move the score: 1 towards one publication, -1 towards two,
 * 0 either way. `pair-weights.ts` has the weight of each.
 */
export const FEATURES = {
  /** how many trigrams the titles share, from half of them on */
  titleTrigrams: 1,
  /** one title contains the other, as a citation contains its title */
  titleIsContained: 1,
  /** the titles share little, in either direction */
  titleDiffers: -1,
  /** each title has subject words that the other lacks: "indexing" and "retrieval" */
  titleSwappedWords: -1,
  /** the same, in the same venue and year: authors publish several articles with similar titles there */
  titleSwappedWordsInVenue: -1,
  /** only one title has subject words at its beginning, or in its middle */
  titleExtraBefore: -1,
  titleExtraWithin: -1,
  /** only one title has words such as "demo" or "extended", which say nothing about the subject */
  titleFormWords: 1,
  /** both titles begin with the same name: "Strudel: …" */
  titleSameName: 1,
  /** a short title may belong to several publications */
  titleIsShort: -1,
  /** similar titles by the same authors */
  titleAndAuthors: 1,
  /** the authors have the same initials, even if their names were misread */
  authorsInitials: 1,
  authorsNoneShared: -1,
  authorsNoneSharedAndOtherTitle: -1,
  authorsUnknownAndEqualTitle: -1,
  /** both records have full given names, so they are complete and should agree in more */
  authorsInFull: 0,
  venueSame: 1,
  venueUnknown: 0,
  venueIsReport: 0,
  /** one title as a journal article and as a conference paper */
  venueOtherKindAndEqualTitle: -1,
  yearSame: 1,
  yearUnknown: 0,
  /**
   * two or more years apart, and the venues are not of two kinds, as those of a conference paper and its journal
   * article are
   */
  yearGapUnexplained: -1,
  /** one title in two places and years, as those of a conference paper and its longer journal article */
  yearApartElsewhere: -1,
  /** a journal publishes an article once, and a column every year */
  yearApartInJournal: -1,
  /** what `agreeInAll` says */
  allAgree: 1,
} as const;

export type FeatureName = keyof typeof FEATURES;
/** What each feature adds to the log-odds that a pair is the same publication, and where they start. */
export type PairWeights = Readonly<Record<FeatureName | 'base', number>>;

/** Shorter names are in many words. */
const MIN_NAME = 4;
const MIN_GAP = 2;

/** Measures each feature of a pair, from 0 (not at all) to 1 (fully). The order of the two does not matter. */
export function measurePair(a: PreparedPublication, b: PreparedPublication): Record<FeatureName, number> {
  const title = compareTitles(a.title, b.title, findStrayWords(a, b));
  const authors = compareAuthors(a.authors, b.authors);
  const venue = compareVenues(a.venue, b.venue);
  const isEqual = a.title.key === b.title.key;
  const isAuthorKnown = authors.shorter > 0;
  const isNoneShared = isAuthorKnown && authors.shared < 0.3;
  const longer = a.authors.isCutOff || b.authors.isCutOff ? authors.shorter : authors.longer;
  const isYearKnown = a.year !== 0 && b.year !== 0;
  const yearsApart = isYearKnown ? Math.abs(a.year - b.year) : 0;
  const isJournal = a.venue.kind === 'journal' && b.venue.kind === 'journal';
  return {
    titleTrigrams: above(title.dice, 0.5),
    titleIsContained: above(title.containment, 0.8),
    titleDiffers: 1 - above(upTo(title.containment, 0.9), 0.55),
    titleSwappedWords: upTo(title.swapped, 24),
    titleSwappedWordsInVenue: venue.isSame && isYearKnown && yearsApart === 0 ? upTo(title.swapped, 12) : 0,
    titleExtraBefore: upTo(title.extraBefore, 12),
    titleExtraWithin: upTo(title.extraWithin, 12),
    titleFormWords: upTo(title.formWords, 2),
    titleSameName: ifTrue(compareShortNames(a.title, b.title) > 0),
    titleIsShort: 1 - upTo(Math.min(a.title.key.length, b.title.key.length), 60),
    titleAndAuthors: isAuthorKnown ? above(title.dice, 0.5) * upTo(authors.shared, longer) : 0,
    authorsInitials: authors.initials,
    authorsNoneShared: ifTrue(isNoneShared),
    authorsNoneSharedAndOtherTitle: ifTrue(isNoneShared && !isEqual),
    authorsUnknownAndEqualTitle: ifTrue(!isAuthorKnown && isEqual),
    authorsInFull: ifTrue(a.authors.isInFull && b.authors.isInFull),
    venueSame: ifTrue(venue.isSame),
    venueUnknown: ifTrue(!venue.isKnown),
    venueIsReport: ifTrue(a.venue.kind === 'report' || b.venue.kind === 'report'),
    venueOtherKindAndEqualTitle: ifTrue(venue.kinds < 0 && isEqual),
    yearSame: ifTrue(isYearKnown && yearsApart === 0),
    yearUnknown: ifTrue(!isYearKnown),
    yearGapUnexplained: ifTrue(yearsApart >= MIN_GAP && venue.kinds >= 0),
    yearApartElsewhere: ifTrue(yearsApart > 0 && isEqual && venue.isKnown && !venue.isSame),
    yearApartInJournal: ifTrue(yearsApart > 0 && venue.isSame && isJournal),
    allAgree: ifTrue(agreeInAll(a, b)),
  };
}

/**
 * Finds words that are in a title by mistake: a name of an author or a word of the venue, as in titles that were cut
 * out of a citation.
 */
function findStrayWords(a: PreparedPublication, b: PreparedPublication): (word: string) => boolean {
  const names = [...a.authors.families, ...b.authors.families].filter((name) => name.length >= MIN_NAME);
  return (word) => {
    if (a.venue.allWords.has(word) || b.venue.allWords.has(word)) return true;
    return word.length >= MIN_NAME && names.some((name) => word.includes(name) || name.includes(word));
  };
}

const ifTrue = (is: boolean) => (is ? 1 : 0);
/** 0 up to `from`, then evenly to 1. */
const above = (value: number, from: number) => Math.max(0, (value - from) / (1 - from));
/** Evenly from 0 to 1 at `to`, and no more beyond it. */
const upTo = (value: number, to: number) => Math.min(1, value / to);
