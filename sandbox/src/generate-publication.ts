import { type Field, familyNames, givenNames, otherScripts } from './data.ts';
import { commonKey, figuresOf, pairingOf, publicationKey } from './figures.ts';
import { clusterOf, codeOf, type Publication, presentYear } from './publication.ts';
import { between, hashText, pick, type Random, randomFrom } from './random.ts';
import type { ScholarRecord } from './scholar.ts';

/**
 * Generates the n-th publication of a scholar. It depends only on the scholar and the number, and not on other
 * publications.
 */
export function generatePublication(owner: ScholarRecord, n: number): Publication {
  const key = publicationKey(owner.id, n);
  const common = commonKey(owner.id, n);
  const figures = figuresOf(owner, n);
  const { title, italic } = writeTitle(common, owner.field);
  return {
    owner: owner.id,
    n,
    title: pairingOf(owner.id, n) === 'parts' ? `${title.replace(/\.$/, '')}. Part ${n % 2 === 0 ? 'I' : 'II'}` : title,
    italic,
    authors: writeAuthors(common, owner, n),
    ...figures,
    cluster: clusterOf(key),
    code: codeOf(String(n)),
    ...writeVenue(key, owner.field, figures.year, doiSuffix(owner.id, n)),
  };
}

/** The part of a DOI that identifies the owner. */
export function doiMark(ownerId: string): string {
  return hashText(ownerId).toString(16).padStart(8, '0');
}

/** The suffix of a generated DOI, which identifies the publication. */
export function doiSuffix(ownerId: string, n: number): string {
  return `${doiMark(ownerId)}.${n.toString(36)}`;
}

const genericTitles = ['Editorial', 'Introduction', 'Preface', 'Reply to comments', 'Book reviews', 'Guest editorial'];
const smallWords = new Set(
  'a an and as at by can do for from in of on or the through to under via with about it is'.split(' '),
);

interface Title {
  readonly title: string;
  readonly italic: string | null;
}

/** Makes a title from the field's sentences and words. */
function writeTitle(key: string, field: Field): Title {
  const random = randomFrom(`${key}/title`);
  if (random() < 0.008) return { title: pick(random, genericTitles), italic: null };
  const sentence = pick(random, field.templates).replaceAll(/\{(\w+)\}/g, (_slot, name: string) =>
    pick(random, field.words[name] ?? [name]),
  );
  const italic = /_([^_]+)_/.exec(sentence)?.[1] ?? null;
  const plain = capitalize(sentence.replaceAll('_', ''));
  return { title: italic === null && random() < 0.25 ? capitalizeWords(plain, random) : plain, italic };
}

function capitalize(text: string): string {
  return text.replaceAll(/^\P{L}*\p{L}|\? \p{Ll}/gu, (start) => start.toUpperCase());
}

function capitalizeWords(text: string, random: Random): string {
  const words = text.split(' ').map((word) => (smallWords.has(word) ? word : capitalize(word)));
  return words.join(' ') + (random() < 0.05 ? '.' : '');
}

/** The authors: the owner, co-authors with a profile, and colleagues of the owner. */
function writeAuthors(key: string, owner: ScholarRecord, n: number): readonly string[] {
  const random = randomFrom(`${key}/authors`);
  const drawn = random();
  const others = drawn < 0.12 ? 0 : drawn < 0.95 ? between(random, 1, 5) : between(random, 8, 30);
  const circle = Math.max(12, Math.min(90, owner.ownPublications >> 2));
  const names = new Set<string>();
  for (let at = 0; at < others; at += 1) names.add(nameColleague(owner.id, Math.floor(circle * random() ** 1.7)));
  names.delete(owner.shortName);
  const authors = [...names];
  authors.splice(Math.floor((authors.length + 1) * random() ** 1.5), 0, owner.shortName);
  for (const other of owner.coAuthors) {
    if (n >= other.first && n < other.first + other.count) authors.splice(between(random, 0, 2), 0, other.name);
  }
  return authors;
}

function nameColleague(owner: string, at: number): string {
  const random = randomFrom(`1/${owner}/colleague/${at}`);
  if (random() < 0.03) return pick(random, otherScripts);
  const initial = Array.from(pick(random, givenNames))[0] ?? 'A';
  const second = random() < 0.35 ? (Array.from(pick(random, givenNames))[0] ?? '') : '';
  return `${initial}${second} ${pick(random, familyNames)}`;
}

interface Appearance {
  readonly venue: string;
  readonly doi: string | null;
  readonly openAccess: boolean;
  readonly arxivId: string | null;
}

/**
 * Where the publication appeared. Its DOI ends in `doiSuffix`, so that a lookup by DOI needs no list of all
 * publications.
 */
function writeVenue(key: string, field: Field, year: number | null, doiSuffix: string): Appearance {
  const random = randomFrom(`${key}/venue`);
  const pages = between(random, 1, 2400);
  const template = pick(random, field.venues);
  const venue = fillVenue(template, pages, year, random);
  const doi = random() < 0.6 ? `10.5555/${acronymOf(template, random())}.${doiSuffix}` : null;
  const openAccess = doi !== null && random() < 0.5;
  const kind = random();
  if (kind < field.preprints && year !== null && year >= 2008) {
    const arxivId = writeArxivId(random, year);
    return { venue: `arXiv preprint arXiv:${arxivId}`, doi, openAccess, arxivId };
  }
  if (kind > 0.96) return { venue: '', doi, openAccess, arxivId: null };
  if (kind > 0.92 && doi !== null) {
    const shown = random() < 1 / 6 ? issueDoi(doiSuffix) : doi;
    return { venue: `${nameOf(template)}, doi:${shown}`, doi, openAccess, arxivId: null };
  }
  return { venue, doi, openAccess, arxivId: null };
}

/** Replaces the placeholders of a venue by volume, issue, pages and number. */
function fillVenue(template: string, pages: number, year: number | null, random: Random): string {
  return template
    .replace('{v}', String(Math.max(1, (year ?? presentYear) - foundedIn(template))))
    .replace('{i}', String(between(random, 1, 12)))
    .replace('{p}', `${pages}-${pages + between(random, 5, 32)}`)
    .replace('{n}', String(between(random, 10_000, 99_999)));
}

/** A journal of the owner's field that may publish the n-th publication, with volume and pages. */
export function writeJournal(owner: ScholarRecord, n: number, year: number | null): string {
  const random = randomFrom(`${publicationKey(owner.id, n)}/journal`);
  const journals = owner.field.venues.filter((venue) => /\{v\}.*\{p\}/.test(venue));
  return fillVenue(pick(random, journals), between(random, 1, 2400), year, random);
}

/** The DOI of the whole issue that a publication appeared in. */
export function issueDoi(doiSuffix: string): string {
  return `10.5555/wholeissue.${doiSuffix}`;
}

/** The journal's name: a venue without volume and pages. */
function nameOf(venue: string): string {
  return venue.replace(/,? (?:e?\{|\d).*$/, '');
}

/** Some DOIs get parentheses and a semicolon, as some publishers' have. */
function acronymOf(template: string, drawn: number): string {
  const letters = nameOf(template).match(/\b[A-Za-z]/g) ?? ['x'];
  const acronym = letters.join('').toLowerCase().slice(0, 5);
  return drawn < 0.03 ? `(sici)${acronym};2-` : acronym;
}

/** The year before a journal's first volume. */
function foundedIn(template: string): number {
  return 1930 + (hashText(template) % 68);
}

/**
 * Year, month and a number, which has four digits up to 2014 and five since.
 * https://info.arxiv.org/help/arxiv_identifier.html
 */
function writeArxivId(random: Random, year: number): string {
  const month = twoDigits(between(random, 1, 12));
  const number = year < 2015 ? between(random, 1000, 9999) : between(random, 10_000, 29_999);
  return `${twoDigits(year % 100)}${month}.${number}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * Completes an added publication. Missing fields are generated, and it has no oddity by default. It gets a DOI if its
 * copy or oddity needs one, and with `issue_doi` a venue that shows the DOI of the whole issue.
 */
export function completePublication(written: Publication, given: Partial<Publication>): Publication {
  const { owner, n, code } = written;
  const suffix = doiSuffix(owner, n);
  const needsDoi = given.copy !== undefined || (given.oddity ?? 'unlisted') !== 'unlisted';
  return {
    ...written,
    ...(needsDoi ? { doi: written.doi ?? `10.5555/added.${suffix}` } : {}),
    ...(given.copy === undefined ? {} : { openAccess: given.copy !== 'closed' }),
    ...(given.oddity === 'issue_doi' ? { venue: `Annals of the Sandbox, doi:${issueDoi(suffix)}` } : {}),
    ...given,
    copy: given.copy ?? 'direct',
    oddity: given.oddity ?? null,
    owner,
    n,
    code,
  };
}
