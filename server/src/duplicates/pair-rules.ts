import { compareAuthors } from './compare-authors.ts';
import { compareIdentifiers } from './compare-identifiers.ts';
import type { PreparedTitle } from './compare-titles.ts';
import { compareVenues } from './compare-venues.ts';
import type { PreparedPublication } from './prepared-publication.ts';

/**
 * What the rules allow, whatever the score:
 * - `different`: two publications for certain;
 * - `review`: may be proposed, but never merged without review;
 * - `any`: the score decides.
 */
export type Limit = 'different' | 'review' | 'any';

type Rule = readonly [limit: Limit, applies: (a: PreparedPublication, b: PreparedPublication) => boolean];

/** The first rule that applies decides. The labeled pairs have too few such cases to learn from, or none. */
const RULES: readonly Rule[] = [
  ['different', (a, b) => haveDifferentTitles(a.title, b.title)],
  ['different', (a, b) => relationOf(a, b) === 'different'],
  ['different', (a, b) => isAnyGeneric(a, b) && relationOf(a, b) !== 'shared'],
  [
    'different',
    (a, b) => isAboutAnother(a) && areAuthorsKnown(a, b) && !agreeInAuthors(a, b) && relationOf(a, b) !== 'shared',
  ],
  ['review', (a, b) => relationOf(a, b) === 'copy'],
  ['review', (a, b) => isAnyGeneric(a, b)],
  ['review', (a, b) => isAboutAnother(a) && relationOf(a, b) !== 'shared'],
  ['review', (a, b) => haveDifferentForms(a.title, b.title)],
  ['any', (a, b) => relationOf(a, b) === 'shared' && agreeInTitle(a.title, b.title) && agreeInAuthors(a, b)],
  ['any', agreeInAll],
  ['review', () => true],
];

export function limitOf(a: PreparedPublication, b: PreparedPublication): Limit {
  return RULES.find(([, applies]) => applies(a, b))?.[0] ?? 'review';
}

/**
 * Equal titles (or one lacks the subtitle), the same known year, authors that agree and venues that do not contradict
 * each other. A preprint or a report also contradicts a venue of an unknown kind, because the article of the same year
 * has the same title.
 */
export function agreeInAll(a: PreparedPublication, b: PreparedPublication): boolean {
  if (a.year === 0 || a.year !== b.year || !agreeInTitle(a.title, b.title)) return false;
  if (isEarlyForm(a) !== isEarlyForm(b) || areInTwoIssues(a, b)) return false;
  const { kinds, series } = compareVenues(a.venue, b.venue);
  return kinds >= 0 && series >= 0 && agreeInAuthors(a, b);
}

/** A column appears in each issue. */
const areInTwoIssues = ({ venue: { issue: a } }: PreparedPublication, { venue: { issue: b } }: PreparedPublication) =>
  a !== null && b !== null && a !== b;
const isEarlyForm = ({ venue: { kind } }: PreparedPublication) => kind === 'preprint' || kind === 'report';

/** Another part, volume or year in the title; or one publication is about the other. */
export function haveDifferentTitles(a: PreparedTitle, b: PreparedTitle): boolean {
  if (a.aboutAnother !== b.aboutAnother) return true;
  if (a.numbers === b.numbers) return false;
  if (a.numbers === '' || b.numbers === '') return isPartOf(a.key, b.key) || isPartOf(b.key, a.key);
  // "4th" is a number and "fourth" may not be read as one
  return a.numbers.split(' ').length === b.numbers.split(' ').length;
}

/** In a key, which has no spaces. */
const PART = /^(?:part|volume|vol|chapter)(?:[ivx]+|\d+|[a-h]|one|two|three|four|five)/;

/** The whole and its part: "…" and "… (part II)", "…. Part 2: results". */
const isPartOf = (part: string, whole: string) => part.startsWith(whole) && PART.test(part.slice(whole.length));

const relationOf = (a: PreparedPublication, b: PreparedPublication) => compareIdentifiers(a.identifiers, b.identifiers);
const isAnyGeneric = (a: PreparedPublication, b: PreparedPublication) => a.title.isGeneric || b.title.isGeneric;
/** Several people review a book or comment on a paper. */
const isAboutAnother = ({ title }: PreparedPublication) => title.aboutAnother !== '';
const areAuthorsKnown = (a: PreparedPublication, b: PreparedPublication) =>
  a.authors.families.length > 0 && b.authors.families.length > 0;

/** "A" and "A: a tutorial", "A (extended version)" */
function haveDifferentForms({ forms: a }: PreparedTitle, { forms: b }: PreparedTitle): boolean {
  return a.size !== b.size || [...a].some((form) => !b.has(form));
}

/** A shorter title may be the beginning of many. */
const MIN_SHORTENED = 24;

/** Equal, or one lacks the subtitle. */
function agreeInTitle(a: PreparedTitle, b: PreparedTitle): boolean {
  if (a.numbers !== b.numbers) return false;
  if (a.key === b.key) return true;
  const [short, long] = a.key.length < b.key.length ? [a, b] : [b, a];
  return short.key.length >= MIN_SHORTENED && short.key.length === long.mainLength && long.key.startsWith(short.key);
}

const MIN_SHARED_AUTHORS = 0.7;

function agreeInAuthors(a: PreparedPublication, b: PreparedPublication): boolean {
  const { shared, first, shorter, longer } = compareAuthors(a.authors, b.authors);
  if (shorter === 0) return false;
  if (shared / longer >= MIN_SHARED_AUTHORS) return true;
  return (a.authors.isCutOff || b.authors.isCutOff) && first === 2 && shared >= shorter;
}
