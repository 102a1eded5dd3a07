import { compareAuthors } from './compare-authors.ts';
import { compareIdentifiers, sharedIdentifier } from './compare-identifiers.ts';
import type { PreparedTitle } from './compare-titles.ts';
import { compareVenues } from './compare-venues.ts';
import { haveDifferentTitles } from './pair-rules.ts';
import type { PreparedPublication } from './prepared-publication.ts';
import { sharedTrigrams } from './text-similarity.ts';

/** What one field says about two publications. */
export interface Evidence {
  readonly field: 'title' | 'authors' | 'venue' | 'year' | 'identifiers';
  readonly verdict: 'agree' | 'similar' | 'disagree' | 'unknown';
  /** short, for a person */
  readonly detail: string;
}

type Finding = Pick<Evidence, 'verdict' | 'detail'>;

const SIMILAR_TITLE = 0.75;
const SIMILAR_VENUE = 0.5;

/** What agrees and what does not, field by field. The order of the two does not matter. */
export function describePair(a: PreparedPublication, b: PreparedPublication): Evidence[] {
  return [
    { field: 'title', ...describeTitles(a.title, b.title) },
    { field: 'authors', ...describeAuthors(a, b) },
    { field: 'venue', ...describeVenues(a, b) },
    { field: 'year', ...describeYears(a.year, b.year) },
    { field: 'identifiers', ...describeIdentifiers(a, b) },
  ];
}

function describeTitles(a: PreparedTitle, b: PreparedTitle): Finding {
  const [short, long] = a.key.length < b.key.length ? [a, b] : [b, a];
  if (short.key === '') return { verdict: 'unknown', detail: 'a title is missing' };
  if (a.isGeneric && b.isGeneric) return { verdict: 'unknown', detail: 'titles that many publications share' };
  if (a.isGeneric || b.isGeneric) return { verdict: 'unknown', detail: 'a title that many publications share' };
  if (a.aboutAnother !== b.aboutAnother) return { verdict: 'disagree', detail: 'one is about the other' };
  if (a.key === b.key) return { verdict: 'agree', detail: 'equal' };
  if (a.numbers !== b.numbers && a.numbers !== '' && b.numbers !== '') {
    return { verdict: 'disagree', detail: `different numbers: ${inOrder(a.numbers, b.numbers).join(' and ')}` };
  }
  if (haveDifferentTitles(a, b)) return { verdict: 'disagree', detail: 'one is a part of the other' };
  if (long.key.startsWith(short.key)) {
    if (short.key.length === long.mainLength) return { verdict: 'similar', detail: 'one lacks the subtitle' };
    return { verdict: 'similar', detail: short.isCutOff ? 'one was cut off' : 'one begins with the other' };
  }
  const share = (2 * sharedTrigrams(a.trigrams, b.trigrams)) / (a.trigrams.length + b.trigrams.length);
  return {
    verdict: share >= SIMILAR_TITLE ? 'similar' : 'disagree',
    detail: `${Math.floor(100 * share)} % of the letters in common`,
  };
}

function describeAuthors(a: PreparedPublication, b: PreparedPublication): Finding {
  const { shared, first, initialsApart, shorter, longer } = compareAuthors(a.authors, b.authors);
  if (longer === 0) return { verdict: 'unknown', detail: 'no authors are known' };
  if (shorter === 0) return { verdict: 'unknown', detail: 'one has no known authors' };
  if (shared === 0) return { verdict: 'disagree', detail: 'no author in common' };
  const found = Math.min(shorter, Math.ceil(shared));
  const detail = `${found} of ${shorter}${longer === shorter ? '' : ` (and ${longer})`} in common`;
  if (initialsApart > 0) return { verdict: 'similar', detail: `${detail}, given names differ` };
  if (shared >= longer) return { verdict: 'agree', detail };
  const isWhole = shared >= shorter && first === 2 && (a.authors.isCutOff || b.authors.isCutOff);
  return isWhole ? { verdict: 'agree', detail: `${detail}, a list was cut off` } : { verdict: 'similar', detail };
}

function describeVenues({ venue: a }: PreparedPublication, { venue: b }: PreparedPublication): Finding {
  const { isKnown, kinds, words, series } = compareVenues(a, b);
  if (!isKnown) return { verdict: 'unknown', detail: 'a venue is missing' };
  if (kinds < 0) return { verdict: 'disagree', detail: inOrder(a.kind, b.kind).join(' and ') };
  if (series < 0) return { verdict: 'disagree', detail: inOrder(a.series, b.series).join(' and ') };
  if (series > 0 || words === 1) return { verdict: 'agree', detail: 'the same, as far as the names say' };
  return words >= SIMILAR_VENUE
    ? { verdict: 'similar', detail: 'names with words in common' }
    : { verdict: 'disagree', detail: 'different names' };
}

function describeYears(a: number, b: number): Finding {
  if (a === 0 || b === 0) return { verdict: 'unknown', detail: 'a year is missing' };
  if (a === b) return { verdict: 'agree', detail: `both ${a}` };
  const apart = Math.abs(a - b);
  return apart === 1
    ? { verdict: 'similar', detail: 'one year apart' }
    : { verdict: 'disagree', detail: `${apart} years apart` };
}

function describeIdentifiers(
  { identifiers: a }: PreparedPublication,
  { identifiers: b }: PreparedPublication,
): Finding {
  if (a === null || b === null) return { verdict: 'unknown', detail: 'none to compare' };
  const relation = compareIdentifiers(a, b);
  if (relation === 'shared') return { verdict: 'agree', detail: `both ${sharedIdentifier(a, b) ?? ''}` };
  if (relation === 'copy') return { verdict: 'unknown', detail: 'one may be that of a copy, or of its data' };
  if (relation === 'unknown') return { verdict: 'unknown', detail: 'none to compare' };
  return { verdict: 'disagree', detail: inOrder(a.strict[0] ?? '', b.strict[0] ?? '').join(' and ') };
}

const inOrder = (a: string, b: string): readonly [string, string] => (a <= b ? [a, b] : [b, a]);
