import { hashText } from '../random.ts';
import { givenNames } from '../vocabulary/people.ts';
import type { CopyKind, Work } from '../work.ts';
import { copyOf, isPreprint } from './draw-traits.ts';

const withoutLink: ReadonlySet<CopyKind> = new Set(['closed', 'europepmc', 'repository']);

/** Given name (initials here) and family name. */
export function splitName(name: string): { given: string; family: string } {
  const space = name.indexOf(' ');
  return space === -1 ? { given: '', family: name } : { given: name.slice(0, space), family: name.slice(space + 1) };
}

/** "JK Müller" as those write it who know more than initials: "Jan K. Müller". Names without initials stay as they are. */
export function writeOut(name: string): string {
  const { given, family } = splitName(name);
  const [first = '', ...more] = Array.from(given);
  if (!/^\p{Lu}{1,4}$/u.test(given)) return name;
  const fitting = givenNames.filter((candidate) => candidate.startsWith(first));
  const whole = fitting[hashText(name) % Math.max(1, fitting.length)] ?? `${first}.`;
  return [whole, ...more.map((initial) => `${initial}.`), family].join(' ');
}

/** The journal or the proceedings without volume and pages. */
export function journalOf(work: Work): string {
  if (work.venue.startsWith('arXiv preprint')) return 'arXiv';
  return work.venue.replace(/(?:, doi:.*|,? e?\d.*)$/, '').trim();
}

/** Made up of the title, so that a test can tell whose abstract it sees. */
export function abstractOf({ title, year }: Work): string {
  const background = `We study ${title.toLowerCase().replace(/\.$/, '')} with data collected up to ${year ?? 'now'}.`;
  const results =
    'The effect is small (p < 0.05) & holds in two further samples. We discuss what this means for practice.';
  return `${background} ${results}`;
}

/** The 16 digits that some people have; null for the others. */
export function orcidOf(name: string): string | null {
  const hash = hashText(name);
  return hash % 2 === 0
    ? null
    : `0000-000${hash % 10}-${String(hash % 9973).padStart(4, '0')}-${String(hash % 9941).padStart(4, '0')}`;
}

/** A DOI as part of an address's path. */
export function encodeDoi(doi: string): string {
  return encodeURI(doi).replaceAll('#', '%23').replaceAll('?', '%3F');
}

/** The link to a PDF that the publisher gives to all; null when there is none to give. */
export function pdfAddressOf(work: Work, origin: string): string | null {
  const hasLink = work.doi !== null && !isPreprint(work) && !withoutLink.has(copyOf(work));
  return hasLink ? `${origin}/publisher/${encodeDoi(work.doi ?? '')}.pdf` : null;
}

/** Where the DOI leads. */
export function landingAddressOf(work: Work, origin: string): string | null {
  if (work.doi === null) return null;
  return `${origin}/${isPreprint(work) ? 'repository' : 'publisher'}/${encodeDoi(work.doi)}`;
}
