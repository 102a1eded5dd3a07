import { givenNames } from '../data.ts';
import type { CopyKind, Publication } from '../publication.ts';
import { hashText } from '../random.ts';
import { copyOf, isPreprint } from './traits.ts';

const withoutLink: ReadonlySet<CopyKind> = new Set(['closed', 'europepmc', 'repository']);

/** Splits a name into given name or initials, and family name. */
export function splitName(name: string): { given: string; family: string } {
  const space = name.indexOf(' ');
  return space === -1 ? { given: '', family: name } : { given: name.slice(0, space), family: name.slice(space + 1) };
}

/**
 * Writes "JK Müller" as "Jan K. Müller", because OpenAlex and arXiv have full names. Names without initials stay as
 * they are.
 */
export function writeOut(name: string): string {
  const { given, family } = splitName(name);
  const [first = '', ...more] = Array.from(given);
  if (!/^\p{Lu}{1,4}$/u.test(given)) return name;
  const fitting = givenNames.filter((candidate) => candidate.startsWith(first));
  const whole = fitting[hashText(name) % Math.max(1, fitting.length)] ?? `${first}.`;
  return [whole, ...more.map((initial) => `${initial}.`), family].join(' ');
}

/** The name of the journal or the proceedings, without volume and pages. */
export function journalOf(publication: Publication): string {
  if (publication.venue.startsWith('arXiv preprint')) return 'arXiv';
  return publication.venue.replace(/(?:, doi:.*|,? e?\d.*)$/, '').trim();
}

/** Volume, issue and pages, as far as the venue has them. */
export function biblioOf({ venue }: Publication) {
  const [, volume, issue, first, last] = / (\d+)(?: \((\d+)\))?(?:, (\d+)-(\d+))?$/.exec(venue) ?? [];
  return { volume: volume ?? null, issue: issue ?? null, first_page: first ?? null, last_page: last ?? null };
}

/** A generated abstract contains the title, so that tests can see to which publication it belongs. */
export function abstractOf({ title, year, abstract }: Publication): string {
  if (abstract !== undefined) return abstract;
  const background = `We study ${title.toLowerCase().replace(/\.$/, '')} with data collected up to ${year ?? 'now'}.`;
  const results =
    'The effect is small (p < 0.05) & holds in two further samples. We discuss what this means for practice.';
  return `${background} ${results}`;
}

/** An author's ORCID, or null. Half of the names have one. */
export function orcidOf(name: string): string | null {
  const hash = hashText(name);
  return hash % 2 === 0
    ? null
    : `0000-000${hash % 10}-${String(hash % 9973).padStart(4, '0')}-${String(hash % 9941).padStart(4, '0')}`;
}

/** Encodes a DOI for the path of a URL. */
export function encodeDoi(doi: string): string {
  return encodeURI(doi).replaceAll('#', '%23').replaceAll('?', '%3F');
}

/** The URL of the publisher's PDF, or null if the publisher links to none. */
export function pdfAddressOf(publication: Publication, origin: string): string | null {
  const hasLink = publication.doi !== null && !isPreprint(publication) && !withoutLink.has(copyOf(publication));
  return hasLink ? `${origin}/publisher/${encodeDoi(publication.doi ?? '')}.pdf` : null;
}

/** The URL that the DOI resolves to. */
export function landingAddressOf(publication: Publication, origin: string): string | null {
  if (publication.doi === null) return null;
  return `${origin}/${isPreprint(publication) ? 'repository' : 'publisher'}/${encodeDoi(publication.doi)}`;
}
