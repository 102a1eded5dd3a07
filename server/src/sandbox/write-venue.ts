import { between, hashText, pick, type Random, randomFrom } from './random.ts';
import type { Field } from './vocabulary/field.ts';
import { presentYear } from './work.ts';

const preprintFields = new Set(['machine learning', 'computer systems', 'mathematics']);

export interface Publication {
  readonly venue: string;
  readonly doi: string | null;
  readonly openAccess: boolean;
  readonly arxivId: string | null;
}

/** Where the work appeared. `doiSuffix` leads back to it, so that a DOI can be looked up without a list of all works. */
export function writeVenue(key: string, field: Field, year: number | null, doiSuffix: string): Publication {
  const random = randomFrom(`${key}/venue`);
  const pages = between(random, 1, 2400);
  const template = pick(random, field.venues);
  const venue = template
    .replace('{v}', String(Math.max(1, (year ?? presentYear) - foundedIn(template))))
    .replace('{i}', String(between(random, 1, 12)))
    .replace('{p}', `${pages}-${pages + between(random, 5, 32)}`)
    .replace('{n}', String(between(random, 10_000, 99_999)));
  const doi = random() < 0.6 ? `10.5555/${acronymOf(template, random())}.${doiSuffix}` : null;
  const openAccess = doi !== null && random() < 0.5;
  const kind = random();
  if (kind < (preprintFields.has(field.name) ? 0.18 : 0.006) && year !== null && year >= 2008) {
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

/** The DOI of the whole issue that a work appeared in. */
export function issueDoi(doiSuffix: string): string {
  return `10.5555/wholeissue.${doiSuffix}`;
}

/** A venue without volume and pages: the journal's name. */
export function nameOf(venue: string): string {
  return venue.replace(/,? (?:e?\{|\d).*$/, '');
}

/** Some publishers put brackets and semicolons into their DOIs. */
function acronymOf(template: string, drawn: number): string {
  const letters = nameOf(template).match(/\b[A-Za-z]/g) ?? ['x'];
  const acronym = letters.join('').toLowerCase().slice(0, 5);
  return drawn < 0.03 ? `(sici)${acronym};2-` : acronym;
}

/** The year before a journal's first volume. */
function foundedIn(template: string): number {
  return 1930 + (hashText(template) % 68);
}

/** Year, month and a number, which has four digits up to 2014 and five since. https://info.arxiv.org/help/arxiv_identifier.html */
function writeArxivId(random: Random, year: number): string {
  const month = twoDigits(between(random, 1, 12));
  const number = year < 2015 ? between(random, 1000, 9999) : between(random, 10_000, 29_999);
  return `${twoDigits(year % 100)}${month}.${number}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
