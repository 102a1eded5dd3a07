import type { ComparableWork } from './comparable.ts';
import { compareIdentifiers, sharedIdentifier } from './comparable-identifiers.ts';
import type { ComparableTitle } from './comparable-title.ts';
import { compareNames } from './compare-names.ts';
import { compareVenues } from './compare-venues.ts';
import { sharedUnits } from './hashes.ts';
import { areTwoByTitle } from './pair-rules.ts';

/** What one field says of two works. */
export interface Evidence {
  readonly field: 'title' | 'authors' | 'venue' | 'year' | 'identifiers';
  readonly verdict: 'agree' | 'similar' | 'disagree' | 'unknown';
  /** short, for a person */
  readonly detail: string;
}

type Said = Pick<Evidence, 'verdict' | 'detail'>;

const SIMILAR_TITLE = 0.75;
const SIMILAR_VENUE = 0.5;

/** What agrees and what does not, field by field; the same whichever work comes first. */
export function describePair(a: ComparableWork, b: ComparableWork): Evidence[] {
  return [
    { field: 'title', ...describeTitles(a.title, b.title) },
    { field: 'authors', ...describeAuthors(a, b) },
    { field: 'venue', ...describeVenues(a, b) },
    { field: 'year', ...describeYears(a.year, b.year) },
    { field: 'identifiers', ...describeIdentifiers(a, b) },
  ];
}

function describeTitles(a: ComparableTitle, b: ComparableTitle): Said {
  const [short, long] = a.key.length < b.key.length ? [a, b] : [b, a];
  if (short.key === '') return { verdict: 'unknown', detail: 'a title is missing' };
  if (a.isGeneric && b.isGeneric) return { verdict: 'unknown', detail: 'titles that many works share' };
  if (a.isGeneric || b.isGeneric) return { verdict: 'unknown', detail: 'a title that many works share' };
  if (a.aboutAnother !== b.aboutAnother) return { verdict: 'disagree', detail: 'one is about the other' };
  if (a.key === b.key) return { verdict: 'agree', detail: 'equal' };
  if (a.numbers !== b.numbers && a.numbers !== '' && b.numbers !== '') {
    return { verdict: 'disagree', detail: `other numbers: ${inOrder(a.numbers, b.numbers).join(' and ')}` };
  }
  if (areTwoByTitle(a, b)) return { verdict: 'disagree', detail: 'one is a part of the other' };
  if (long.key.startsWith(short.key)) {
    if (short.key.length === long.mainLength) return { verdict: 'similar', detail: 'one lacks the subtitle' };
    return { verdict: 'similar', detail: short.isCutOff ? 'one was cut off' : 'one begins with the other' };
  }
  const share = (2 * sharedUnits(a.trigrams, b.trigrams)) / (a.trigrams.length + b.trigrams.length);
  return {
    verdict: share >= SIMILAR_TITLE ? 'similar' : 'disagree',
    detail: `${Math.floor(100 * share)} % of the letters in common`,
  };
}

function describeAuthors(a: ComparableWork, b: ComparableWork): Said {
  const [shorter = 0, longer = 0] = [a.families.length, b.families.length].sort((x, y) => x - y);
  if (shorter === 0) {
    return { verdict: 'unknown', detail: longer === 0 ? 'no authors are known' : 'of one no authors are known' };
  }
  const { shared, first, initialsApart } = compareNames(a, b);
  if (shared === 0) return { verdict: 'disagree', detail: 'no author in common' };
  const found = Math.min(shorter, Math.ceil(shared));
  const detail = `${found} of ${shorter}${longer === shorter ? '' : ` (and ${longer})`} in common`;
  if (initialsApart > 0) return { verdict: 'similar', detail: `${detail}, given names differ` };
  if (shared >= longer) return { verdict: 'agree', detail };
  const isWhole = shared >= shorter && first === 2 && (a.isListCutOff || b.isListCutOff);
  return isWhole ? { verdict: 'agree', detail: `${detail}, a list was cut off` } : { verdict: 'similar', detail };
}

function describeVenues(a: ComparableWork, b: ComparableWork): Said {
  if (a.venue.words.length === 0 || b.venue.words.length === 0) {
    return { verdict: 'unknown', detail: 'a venue is missing' };
  }
  const { kinds, words, series } = compareVenues(a.venue, b.venue);
  if (kinds < 0) return { verdict: 'disagree', detail: inOrder(a.venue.kind, b.venue.kind).join(' and ') };
  if (series < 0) return { verdict: 'disagree', detail: inOrder(a.venue.series, b.venue.series).join(' and ') };
  if (series > 0 || words === 1) return { verdict: 'agree', detail: 'the same, as far as the names say' };
  return words >= SIMILAR_VENUE
    ? { verdict: 'similar', detail: 'names with words in common' }
    : { verdict: 'disagree', detail: 'other names' };
}

function describeYears(a: number, b: number): Said {
  if (a === 0 || b === 0) return { verdict: 'unknown', detail: 'a year is missing' };
  if (a === b) return { verdict: 'agree', detail: `both ${a}` };
  const apart = Math.abs(a - b);
  return apart === 1
    ? { verdict: 'similar', detail: 'one year apart' }
    : { verdict: 'disagree', detail: `${apart} years apart` };
}

function describeIdentifiers({ identifiers: a }: ComparableWork, { identifiers: b }: ComparableWork): Said {
  if (a === null || b === null) return { verdict: 'unknown', detail: 'none to compare' };
  const relation = compareIdentifiers(a, b);
  const shared = sharedIdentifier(a, b) ?? '';
  if (relation === 'shared') {
    const also = sharedIdentifier(b, a) ?? '';
    return { verdict: 'agree', detail: `both ${inOrder(shared, also)[0]}` };
  }
  if (relation === 'unknown') return { verdict: 'unknown', detail: 'none to compare' };
  return { verdict: 'disagree', detail: inOrder(a.own[0] ?? '', b.own[0] ?? '').join(' and ') };
}

const inOrder = (a: string, b: string): readonly [string, string] => (a <= b ? [a, b] : [b, a]);
