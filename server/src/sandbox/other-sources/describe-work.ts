import type { Work } from '../work.ts';

/** Given name (initials here) and family name. */
export function splitName(name: string): { given: string; family: string } {
  const space = name.indexOf(' ');
  return space === -1 ? { given: '', family: name } : { given: name.slice(0, space), family: name.slice(space + 1) };
}

/** The journal or the proceedings without volume and pages. */
export function journalOf(work: Work): string {
  if (work.venue.startsWith('arXiv preprint')) return 'arXiv';
  return work.venue.replace(/(?:, doi:.*|,? e?\d.*)$/, '').trim();
}

/** Where the free copy is, if there is one. */
export function pdfAddressOf(work: Work, origin: string): string | null {
  return work.openAccess && work.doi !== null ? `${origin}/publisher/${encodeURI(work.doi)}.pdf` : null;
}

export function landingAddressOf(work: Work, origin: string): string | null {
  return work.doi === null ? null : `${origin}/publisher/${encodeURI(work.doi)}`;
}
